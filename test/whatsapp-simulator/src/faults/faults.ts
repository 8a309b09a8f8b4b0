import * as z from 'zod'
import type { Accounts } from '../accounts/accounts.ts'
import type { Database } from '../store/database.ts'
import { type LastingFault, lastingFault } from './lasting-fault.ts'

export type FaultKind = LastingFault['kind']

type Fault<Kind extends FaultKind> = Extract<LastingFault, { kind: Kind }>

/** Faults that may end after a number of uses. */
type Counted = Fault<'upgrade' | 'cutFiles' | 'noUploadHosts' | 'dirtyGroups'>

/**
 * Faults that last until they are cleared, also across restarts of the simulator. One-time faults (a cut line) are
 * not stored.
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

  /** Sets a fault, in place of an earlier one of the same kind and subject. */
  set(fault: LastingFault): void {
    this.#database.run('INSERT OR REPLACE INTO fault VALUES (:kind, :subject, :fault)', {
      kind: fault.kind,
      subject: subjectOf(fault),
      fault: JSON.stringify(fault),
    })
  }

  /** All current faults. */
  list(): LastingFault[] {
    return this.#rows('SELECT fault FROM fault ORDER BY kind, subject', {}).filter(
      (fault) => fault.kind !== 'reachOutLock' || fault.until > this.#now(),
    )
  }

  clear(kind?: string): void {
    if (kind === undefined) this.#database.run('DELETE FROM fault', {})
    else this.#database.run('DELETE FROM fault WHERE kind = :kind', { kind })
  }

  /** Code of the refusal of every message to a number or group. */
  nackFor(chat: string): number | undefined {
    return this.#of('nack').find(({ to }) => this.#isSame(to, chat))?.code
  }

  /** Delay of acknowledgements, in milliseconds. */
  get ackDelay(): number {
    return this.#of('ackDelay')[0]?.ms ?? 0
  }

  /** HTTP status of refused uploads. */
  get uploadStatus(): number | undefined {
    return this.#of('uploadStatus')[0]?.status
  }

  /** End of an account's lock for first contacts. */
  lockedUntil(number: string): number | undefined {
    const lock = this.#of('reachOutLock').find((fault) => this.#isSame(fault.number, number))
    return lock && lock.until > this.#now() ? lock.until : undefined
  }

  /** Number of first contacts after which an account is locked, with the count so far. */
  coldChatLimit(number: string): Fault<'coldChatLimit'> | undefined {
    const limit = this.#of('coldChatLimit').find((fault) => this.#isSame(fault.number, number))
    if (!limit) return undefined
    // After a lock has ended, the count starts again.
    const isOver = limit.lockedUntil !== undefined && limit.lockedUntil <= this.#now()
    return isOver ? { ...limit, used: 0, lockedUntil: undefined } : limit
  }

  /** Look-ups of numbers that an account may make per minute. */
  checksPerMinute(number: string): number | undefined {
    const limits = this.#of('checkLimit')
    const own = limits.find((fault) => fault.number !== undefined && this.#isSame(fault.number, number))
    return (own ?? limits.find((fault) => fault.number === undefined))?.perMinute
  }

  /** Reason for refusing an account's logins. */
  loginRefusal(number: string): number | undefined {
    return this.#of('refuseLogin').find((fault) => this.#isSame(fault.number, number))?.reason
  }

  /** Remaining seconds of a temporary ban that refuses logins, if the server says them. */
  banSeconds(number: string): number | undefined {
    return this.#of('refuseLogin').find((fault) => this.#isSame(fault.number, number))?.expire
  }

  /** Whether an account's logins get no answer. */
  isLoginSilent(number: string): boolean {
    return this.#of('loginSilence').some((fault) => this.#isSame(fault.number, number))
  }

  /** Clients with an older revision are refused; undefined if all are accepted. */
  get oldestClient(): number | undefined {
    return this.#of('oldestClient')[0]?.revision
  }

  /** Treatment of new websockets. */
  get upgrade(): Fault<'upgrade'> | undefined {
    return this.#of('upgrade')[0]
  }

  /** Downloads break off after this many bytes. */
  get cutFiles(): Fault<'cutFiles'> | undefined {
    return this.#of('cutFiles')[0]
  }

  /** An account's questions about hosts for uploads are refused. */
  noUploadHosts(number: string): Fault<'noUploadHosts'> | undefined {
    return this.#of('noUploadHosts').find((fault) => this.#isSame(fault.number, number))
  }

  /** An account is told at its logins that its groups have changed, and its question about all groups fails. */
  dirtyGroups(number: string): Fault<'dirtyGroups'> | undefined {
    return this.#of('dirtyGroups').find((fault) => this.#isSame(fault.number, number))
  }

  /** Counts a use of a fault. The last one clears it. */
  countUse(fault: Counted): void {
    if (fault.times === undefined) return
    if (fault.times > 1) this.set({ ...fault, times: fault.times - 1 })
    else this.#delete(fault)
  }

  /** Treatment of the line after this account's next link. Cleared by this call. */
  takePairingCut(number: string): Fault<'pairingCut'>['before'] | undefined {
    const found = this.#of('pairingCut').find((fault) => this.#isSame(fault.number, number))
    if (found) this.#delete(found)
    return found?.before
  }

  /** The quota of first contacts that an account is told. */
  newChatCap(number: string): Fault<'newChatCap'> | undefined {
    return this.#of('newChatCap').find((fault) => this.#isSame(fault.number, number))
  }

  /** Whether the server fails when an account asks about its limits. */
  areLimitsUnknown(number: string): boolean {
    return this.#of('limitsUnknown').some((fault) => this.#isSame(fault.number, number))
  }

  /** Whether this account's next link requires a passkey. Cleared by this call. */
  takePasskey(number: string): boolean {
    const found = this.#of('passkey').find((fault) => this.#isSame(fault.number, number))
    if (found) this.#delete(found)
    return found !== undefined
  }

  /** Whether messages to this person's number or LID are refused. */
  refusesAddress(person: string, addressing: 'pn' | 'lid'): boolean {
    return this.#of('refuseAddress').some(
      (fault) => fault.addressing === addressing && this.#isSame(fault.to, person),
    )
  }

  /** Whether first contacts may be addressed by number. */
  get takesColdNumbers(): boolean {
    return this.#of('takeColdNumbers').length > 0
  }

  /** Whether WhatsApp has not moved this account to LIDs yet: it may not write to one. */
  hasNoLidChats(number: string): boolean {
    return this.#of('noLidChats').some((fault) => this.#isSame(fault.number, number))
  }

  /** Phones seal their edits, with a key made from their LID or their number. */
  get sealedEdits(): Fault<'sealedEdits'> | undefined {
    return this.#of('sealedEdits')[0]
  }

  /** Whether questions about this person fail in this way. */
  failsAbout(person: string, kind: 'noDevices' | 'noKeys' | 'noLid' | 'noAnswer' | 'leftOut'): boolean {
    return this.#of(kind).some((fault) => this.#isSame(fault.number, person))
  }

  /** Messages to an account's devices come without content, which the phone may or may not have. */
  withoutContent(number: string): Fault<'withoutContent'> | undefined {
    return this.#of('withoutContent').find((fault) => this.#isSame(fault.number, number))
  }

  /** Number of undecryptable copies of each message to an account's devices. */
  garbledCopies(number: string): number {
    return this.#of('garbled').find((fault) => this.#isSame(fault.number, number))?.copies ?? 0
  }

  /** Files are missing on the media host until a phone is asked to upload them again, which may fail. */
  get goneFiles(): Fault<'goneFiles'> | undefined {
    return this.#of('goneFiles')[0]
  }

  /** Whether new messages name their files by a path on the media hosts, with an invalid address beside it. */
  get filesByPath(): boolean {
    return this.#of('filesByPath').length > 0
  }

  /** Whether receipts of a group's members are combined per message. */
  get groupsReceipts(): boolean {
    return this.#of('groupedReceipts').length > 0
  }

  /** Whether an account's messages to people need their token or the account's own proof. */
  needsToken(number: string): boolean {
    return this.#of('tokenRequired').some((fault) => this.#isSame(fault.number, number))
  }

  /** How a device gets the salt for proofs of first messages. */
  saltIn(number: string): 'history' | 'settings' | 'nowhere' {
    return this.#of('tokenSalt').find((fault) => this.#isSame(fault.number, number))?.in ?? 'history'
  }

  #delete(fault: LastingFault): void {
    const { kind } = fault
    const subject = subjectOf(fault)
    this.#database.run('DELETE FROM fault WHERE kind = :kind AND subject = :subject', { kind, subject })
  }

  #of<Kind extends FaultKind>(kind: Kind): Fault<Kind>[] {
    const isWanted = (fault: LastingFault): fault is Fault<Kind> => fault.kind === kind
    return this.#rows('SELECT fault FROM fault WHERE kind = :kind', { kind }).filter(isWanted)
  }

  #rows(sql: string, parameters: Record<string, string>): LastingFault[] {
    return this.#database.all(faultRow, sql, parameters).map(({ fault }) => fault)
  }

  /** A fault applies to both spellings of a Brazilian number. */
  #isSame(named: string, number: string): boolean {
    return named === number || this.#accounts.find(named)?.number === number
  }
}

/** Subject of a fault: a number, a group, or everyone. */
function subjectOf(fault: LastingFault): string {
  if (fault.kind === 'refuseAddress') return `${fault.to}/${fault.addressing}`
  if ('to' in fault) return fault.to
  return 'number' in fault ? (fault.number ?? '') : ''
}

const faultRow = z.object({ fault: z.string().transform((json) => lastingFault.parse(JSON.parse(json))) })
