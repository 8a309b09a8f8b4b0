import { firstOf } from '@recado/shared/first-of'

export interface AccountContact {
  name: string
  /** Digits, with the country's code. */
  number: string
  email?: string
}

/** A tag as the platform lists it. */
export interface ListedTag {
  /** Its place, from 1. */
  id: number
  name: string
  color: string
  contacts: readonly AccountContact[]
}

/** A call of the product, with its answer's status. */
export interface RecordedCall {
  /** What it did, in the page's language. */
  what: string
  method: string
  path: string
  status: number
  /** Time of the last one, ISO 8601. */
  at: string
  times: number
}

const COLORS = ['#1f9d55', '#b7791f', '#2f6fdb']
const CALLS_KEPT = 100
/** A call like one of this many newest ones is counted there: pages and contacts come in large numbers. */
const COUNTED_TOGETHER = 4

/** One customer's account on a multi-attendance platform, in memory. */
export class PlatformAccount {
  /** Accepted tokens. */
  readonly tokens = new Set<string>()
  /** Tags by name, with their contacts. */
  readonly tags = new Map<string, readonly AccountContact[]>()
  readonly queues = ['Vendas', 'Suporte']
  /** Contacts handed over by the product, in order. `at` is ISO 8601. */
  readonly saved: (AccountContact & { at: string })[] = []
  /** Newest first. */
  calls: readonly RecordedCall[] = []

  listedTags(): ListedTag[] {
    return [...this.tags].map(([name, contacts], at) => ({
      id: at + 1,
      name,
      color: COLORS[at % COLORS.length] ?? '',
      contacts,
    }))
  }

  /** Accepts a contact of the product. A number exists once on the platform. */
  save(contact: AccountContact, at: string): 'saved' | 'taken' | 'refused' {
    if (!this.accepts(contact.number)) return 'refused'
    const known = [this.saved, ...this.tags.values()]
    if (known.some((contacts) => contacts.some(({ number }) => number === contact.number))) return 'taken'
    this.saved.push({ ...contact, at })
    return 'saved'
  }

  record(call: Omit<RecordedCall, 'times'>): void {
    const known = firstOf(this.calls, COUNTED_TOGETHER).find(
      ({ what, path, status }) => what === call.what && path === call.path && status === call.status,
    )
    const others = this.calls.filter((each) => each !== known)
    const counted = { ...call, times: (known?.times ?? 0) + 1 }
    this.calls = firstOf([counted, ...others], CALLS_KEPT)
  }

  /** Whether a number has the form of E.164, without its plus sign. */
  protected accepts(number: string): boolean {
    return /^[1-9]\d{7,14}$/.test(number)
  }
}
