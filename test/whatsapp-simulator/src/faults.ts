import * as z from 'zod'
import type { Accounts } from './accounts/accounts.ts'
import type { Database } from './store/database.ts'

/** What goes wrong for a while. Times are milliseconds since 1970. */
export type LastingFault = z.infer<typeof lastingFault>

export type FaultKind = LastingFault['kind']

type Fault<Kind extends FaultKind> = Extract<LastingFault, { kind: Kind }>

/**
 * What goes wrong until it is cleared, also after the simulator was started again. Faults that happen once (a cut
 * line) are not kept here.
 */
export class Faults {
  #database: Database
  #accounts: Accounts
  #now: () => number

  constructor({ database, accounts, now }: { database: Database; accounts: Accounts; now: () => number }) {
    this.#database = database
    this.#accounts = accounts
    this.#now = now
  }

  /** From now on, in place of an earlier fault of the same kind about the same number. */
  set(fault: LastingFault): void {
    this.#database.run('INSERT OR REPLACE INTO fault VALUES (:kind, :subject, :fault)', {
      kind: fault.kind,
      subject: subjectOf(fault),
      fault: JSON.stringify(fault),
    })
  }

  /** All that goes wrong now. */
  list(): LastingFault[] {
    return this.#rows('SELECT fault FROM fault ORDER BY kind, subject', {}).filter(
      (fault) => fault.kind !== 'reachOutLock' || fault.until > this.#now(),
    )
  }

  clear(kind?: string): void {
    if (kind === undefined) this.#database.run('DELETE FROM fault', {})
    else this.#database.run('DELETE FROM fault WHERE kind = :kind', { kind })
  }

  /** The code with which every message to a number or group is refused. */
  nackFor(chat: string): number | undefined {
    return this.#of('nack').find(({ to }) => this.#isSame(to, chat))?.code
  }

  /** By how many milliseconds acknowledgements are late. */
  get ackDelay(): number {
    return this.#of('ackDelay')[0]?.ms ?? 0
  }

  /** The HTTP status that uploads get instead of being taken. */
  get uploadStatus(): number | undefined {
    return this.#of('uploadStatus')[0]?.status
  }

  /** Until when an account must not write to people who never wrote to it. */
  lockedUntil(number: string): number | undefined {
    const lock = this.#of('reachOutLock').find((fault) => this.#isSame(fault.number, number))
    return lock && lock.until > this.#now() ? lock.until : undefined
  }

  /** How many new chats an account may begin before it is locked, and how many it has begun. */
  coldChatLimit(number: string): Fault<'coldChatLimit'> | undefined {
    const limit = this.#of('coldChatLimit').find((fault) => this.#isSame(fault.number, number))
    if (!limit) return undefined
    // Once a lock has ended, counting begins anew.
    const isOver = limit.lockedUntil !== undefined && limit.lockedUntil <= this.#now()
    return isOver ? { ...limit, used: 0, lockedUntil: undefined } : limit
  }

  /** How many numbers an account may look up in a minute. */
  checksPerMinute(number: string): number | undefined {
    const limits = this.#of('checkLimit')
    const own = limits.find((fault) => fault.number !== undefined && this.#isSame(fault.number, number))
    return (own ?? limits.find((fault) => fault.number === undefined))?.perMinute
  }

  /** The reason for which an account's devices cannot log in. */
  loginRefusal(number: string): number | undefined {
    return this.#of('refuseLogin').find((fault) => this.#isSame(fault.number, number))?.reason
  }

  /** How long a temporary ban with which logins are refused still lasts, in seconds, where the server says so. */
  banSeconds(number: string): number | undefined {
    return this.#of('refuseLogin').find((fault) => this.#isSame(fault.number, number))?.expire
  }

  /** Whether an account's logins are never answered. */
  isLoginSilent(number: string): boolean {
    return this.#of('loginSilence').some((fault) => this.#isSame(fault.number, number))
  }

  /** Clients with an older revision than this are refused; undefined where all are welcome. */
  get oldestClient(): number | undefined {
    return this.#of('oldestClient')[0]?.revision
  }

  /** What becomes of websockets that are to be opened. */
  get upgrade(): Fault<'upgrade'> | undefined {
    return this.#of('upgrade')[0]
  }

  /** Counts one more websocket that was not opened; the last that the fault is for ends it. */
  countUpgrade(fault: Fault<'upgrade'>): void {
    if (fault.times === undefined) return
    if (fault.times > 1) this.set({ ...fault, times: fault.times - 1 })
    else this.clear('upgrade')
  }

  /** What becomes of the line after this account's next link; asked once, nothing any more. */
  takePairingCut(number: string): Fault<'pairingCut'>['before'] | undefined {
    const found = this.#of('pairingCut').find((fault) => this.#isSame(fault.number, number))
    if (found) {
      const { kind, number: subject } = found
      this.#database.run('DELETE FROM fault WHERE kind = :kind AND subject = :subject', { kind, subject })
    }
    return found?.before
  }

  /** What an account is told of its quota of new chats. */
  newChatCap(number: string): Fault<'newChatCap'> | undefined {
    return this.#of('newChatCap').find((fault) => this.#isSame(fault.number, number))
  }

  /** Whether the server fails when an account asks what holds it back. */
  areLimitsUnknown(number: string): boolean {
    return this.#of('limitsUnknown').some((fault) => this.#isSame(fault.number, number))
  }

  /** What becomes of a question about a number: no answer at all, or one that leaves it out. */
  unansweredCheck(about: string): 'silence' | 'omission' | undefined {
    return this.#of('checkUnanswered').find(({ to }) => this.#isSame(to, about))?.by
  }

  /** Whether this account's next link ends at a passkey; asked once, it no longer does. */
  takePasskey(number: string): boolean {
    const found = this.#of('passkey').find((fault) => this.#isSame(fault.number, number))
    if (found) this.#database.run('DELETE FROM fault WHERE kind = :kind AND subject = :number', found)
    return found !== undefined
  }

  /** Whether messages to this person's number, or to their LID, are refused. */
  refusesAddress(person: string, addressing: 'pn' | 'lid'): boolean {
    return this.#of('refuseAddress').some(
      (fault) => fault.addressing === addressing && this.#isSame(fault.to, person),
    )
  }

  /** Whether people who never wrote may be written to by their number. */
  get takesColdNumbers(): boolean {
    return this.#of('takeColdNumbers').length > 0
  }

  /** How a question about a person's devices or keys goes wrong. */
  questionAbout(person: string, kind: 'noDevices' | 'noKeys' | 'noAnswer'): boolean {
    return this.#of(kind).some((fault) => this.#isSame(fault.number, person))
  }

  /** How messages to an account's devices come: without their content, which the phone has or has not. */
  withoutContent(number: string): Fault<'withoutContent'> | undefined {
    return this.#of('withoutContent').find((fault) => this.#isSame(fault.number, number))
  }

  /** How many copies of each message an account's devices cannot decrypt. */
  garbledCopies(number: string): number {
    return this.#of('garbled').find((fault) => this.#isSame(fault.number, number))?.copies ?? 0
  }

  /** Files are gone from the media host until their phones are asked for them again, which may be in vain. */
  get goneFiles(): Fault<'goneFiles'> | undefined {
    return this.#of('goneFiles')[0]
  }

  /** Whether new messages name their files by a path on the media hosts, beside an address that leads nowhere. */
  get filesByPath(): boolean {
    return this.#of('filesByPath').length > 0
  }

  /** Whether the receipts of a group's members come grouped by message. */
  get groupsReceipts(): boolean {
    return this.#of('groupedReceipts').length > 0
  }

  /** Whether an account's messages to people need a token of theirs, or the account's own proof. */
  needsToken(number: string): boolean {
    return this.#of('tokenRequired').some((fault) => this.#isSame(fault.number, number))
  }

  /** How a device of an account gets the salt for proofs of first messages. */
  saltIn(number: string): 'history' | 'settings' | 'nowhere' {
    return this.#of('tokenSalt').find((fault) => this.#isSame(fault.number, number))?.in ?? 'history'
  }

  #of<Kind extends FaultKind>(kind: Kind): Fault<Kind>[] {
    const isWanted = (fault: LastingFault): fault is Fault<Kind> => fault.kind === kind
    return this.#rows('SELECT fault FROM fault WHERE kind = :kind', { kind }).filter(isWanted)
  }

  #rows(sql: string, parameters: Record<string, string>): LastingFault[] {
    return this.#database.all(faultRow, sql, parameters).map(({ fault }) => fault)
  }

  /** A fault counts for both spellings of a Brazilian number. */
  #isSame(named: string, number: string): boolean {
    return named === number || this.#accounts.find(named)?.number === number
  }
}

/** What a fault is about: a number, a group, or everybody. */
function subjectOf(fault: LastingFault): string {
  if (fault.kind === 'refuseAddress') return `${fault.to}/${fault.addressing}`
  if ('to' in fault) return fault.to
  return 'number' in fault ? (fault.number ?? '') : ''
}

const lastingFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nack'), to: z.string(), code: z.number() }),
  z.object({ kind: z.literal('ackDelay'), ms: z.number() }),
  z.object({ kind: z.literal('uploadStatus'), status: z.number() }),
  z.object({ kind: z.literal('reachOutLock'), number: z.string(), until: z.number() }),
  z.object({
    kind: z.literal('coldChatLimit'),
    number: z.string(),
    chats: z.number(),
    seconds: z.number(),
    used: z.number(),
    lockedUntil: z.number().optional(),
  }),
  z.object({ kind: z.literal('checkLimit'), number: z.string().optional(), perMinute: z.number() }),
  z.object({ kind: z.literal('passkey'), number: z.string() }),
  z.object({ kind: z.literal('refuseAddress'), to: z.string(), addressing: z.enum(['pn', 'lid']) }),
  z.object({ kind: z.literal('takeColdNumbers') }),
  z.object({ kind: z.literal('noDevices'), number: z.string() }),
  z.object({ kind: z.literal('noKeys'), number: z.string() }),
  z.object({ kind: z.literal('noAnswer'), number: z.string() }),
  z.object({
    kind: z.literal('withoutContent'),
    number: z.string(),
    type: z.enum(['absent', 'view_once']),
    resends: z.boolean(),
  }),
  z.object({ kind: z.literal('garbled'), number: z.string(), copies: z.number() }),
  z.object({ kind: z.literal('goneFiles'), uploads: z.boolean() }),
  z.object({ kind: z.literal('filesByPath') }),
  z.object({ kind: z.literal('groupedReceipts') }),
  z.object({ kind: z.literal('tokenRequired'), number: z.string() }),
  z.object({ kind: z.literal('tokenSalt'), number: z.string(), in: z.enum(['settings', 'nowhere']) }),
  z.object({
    kind: z.literal('refuseLogin'),
    number: z.string(),
    reason: z.number(),
    expire: z.number().optional(),
  }),
  z.object({ kind: z.literal('loginSilence'), number: z.string() }),
  z.object({ kind: z.literal('oldestClient'), revision: z.number() }),
  z.object({
    kind: z.literal('upgrade'),
    answer: z.union([z.number(), z.enum(['silence', 'cut'])]),
    times: z.number().optional(),
  }),
  z.object({
    kind: z.literal('pairingCut'),
    number: z.string(),
    before: z.enum(['restart', 'login', 'silence']),
  }),
  z.object({
    kind: z.literal('newChatCap'),
    number: z.string(),
    status: z.string(),
    quota: z.number(),
    used: z.number(),
  }),
  z.object({ kind: z.literal('limitsUnknown'), number: z.string() }),
  z.object({ kind: z.literal('checkUnanswered'), to: z.string(), by: z.enum(['silence', 'omission']) }),
])

const faultRow = z.object({ fault: z.string().transform((json) => lastingFault.parse(JSON.parse(json))) })
