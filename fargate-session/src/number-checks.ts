import type { Address } from '@recado/shared/contacts/addresses'
import { canonicalKey } from '@recado/shared/contacts/canonical-key'
import type { WASocket } from '@whiskeysockets/baileys'

/** Numbers that are asked for within this time go in one question, in milliseconds. */
const GATHER_MS = 30
/** Numbers in one question, at most. */
const AT_ONCE = 20
/** After WhatsApp refused to answer, nothing is asked for so long, in milliseconds. */
const REFUSED_MS = 5 * 60_000

/** WhatsApp does not say for a while which numbers it knows; until then, in milliseconds since 1970. */
export class ChecksRefused extends Error {
  readonly until: number

  constructor(until: number) {
    super('WhatsApp refuses questions about numbers')
    this.name = 'ChecksRefused'
    this.until = until
  }
}

interface Waiting {
  number: string
  resolve(address: Address): void
  reject(error: unknown): void
}

/**
 * Asks WhatsApp which numbers it knows: several at a time, and not at all for a while after it refused, since
 * asking much is what accounts are banned for.
 */
export class NumberChecks {
  readonly #socket: () => WASocket
  readonly #now: () => number
  #refusedUntil = 0
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(socket: () => WASocket, now: () => number) {
    this.#socket = socket
    this.#now = now
  }

  /** @throws ChecksRefused, or whatever the socket failed with */
  check(number: string): Promise<Address> {
    if (this.#now() < this.#refusedUntil) return Promise.reject(new ChecksRefused(this.#refusedUntil))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ number, resolve, reject })
      if (this.#waiting.length >= AT_ONCE) this.#ask()
      else this.#timer ??= setTimeout(() => this.#ask(), GATHER_MS)
    })
  }

  #ask(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const asked = this.#waiting
    this.#waiting = []
    this.#answer(asked).catch((error: unknown) => {
      const refusal = isRefusal(error) ? this.#refuse() : error
      for (const { reject } of asked) reject(refusal)
    })
  }

  async #answer(asked: Waiting[]): Promise<void> {
    const answers = await this.#question(asked.map(({ number }) => number))
    const [only] = asked
    if (asked.length === 1) return only?.resolve(addressOf(answers[0]))
    const bySpelling = new Map(answers.map((answer) => [spellingOf(answer.jid), answer]))
    const matched = new Set<string>()
    const unmatched = asked.filter(({ number, resolve }) => {
      const spelling = canonicalKey(number)
      const answer = bySpelling.get(spelling)
      if (!answer) return true
      matched.add(spelling)
      resolve(addressOf(answer))
      return false
    })
    // WhatsApp answers under its own spelling. An answer that is nobody's by ours may be one of the rest's.
    if (bySpelling.size > matched.size) for (const one of unmatched) await this.#answer([one])
    else for (const { resolve } of unmatched) resolve(addressOf(undefined))
  }

  async #question(numbers: string[]) {
    return (await this.#socket().onWhatsApp(...numbers)) ?? []
  }

  #refuse(): ChecksRefused {
    this.#refusedUntil = this.#now() + REFUSED_MS
    return new ChecksRefused(this.#refusedUntil)
  }
}

const addressOf = (answer: { jid: string; exists: unknown } | undefined): Address =>
  answer?.exists ? { exists: true, jid: answer.jid } : { exists: false, jid: null }

const spellingOf = (jid: string): string => canonicalKey(jid.split('@')[0] ?? '')

/** The server's `rate-overlimit`, which Baileys gives as the code of its error. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /rate-overlimit|429/.test(`${error.message} ${codeOf(error)}`)

function codeOf(error: Error): string {
  return 'data' in error ? String(error.data) : ''
}
