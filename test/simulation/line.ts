import type { Line, ReadyPart, Route } from '@recado/shared/campaigns/engine/line'
import { REACH_OUT_REFUSED } from '@recado/shared/campaigns/engine/results'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import { type Content, hasMedia } from '@recado/shared/messages/content'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import type { Account } from './account.ts'
import type { Clock } from './clock.ts'
import { isSpecial, lidOf, numberOf } from './companies.ts'
import type { Arrival, Phones } from './phones.ts'
import type { SimProcess } from './process.ts'
import type { PersonKind, Tape } from './tape.ts'

const WIRE = [
  'refused',
  'left-then-failed',
  'answer-lost',
  'answer-late',
  'kill-before',
  'kill-after',
  'drop',
] as const
type Fault = (typeof WIRE)[number] | undefined

interface Owner {
  process: SimProcess
  connectionId: string
  /** The linked account. */
  account: string
  fence: number
  /** The kind of the special people. */
  person: PersonKind
  /** The time by its own clock, in milliseconds since 1970. */
  now(): number
  /** Whether the owner counts its lease as valid, by its own clock. */
  believes(): boolean
  /** Whether the lease is valid in fact. */
  owns(): boolean
  /** The end of the account's lock, as known on this side. */
  knownUntil(): number
  onDrop(): void
  onAnswer(messageId: string, error?: string): void
  onReceipt(messageId: string): void
}

/** The socket service waits this long for an answer about one person, in milliseconds. */
const ANSWERED_WITHIN_MS = 15_000
/** Delay of a late refusal after the acknowledgement, in milliseconds. */
const REFUSED_LATE_MS = 2000

const lidRoute = ({ number, lid }: { number: string; lid: string }): Route => ({
  jid: `${lid}@lid`,
  number,
  lid,
  other: 'number',
})

/** An open socket to WhatsApp. Another login of the same account closes it. */
export class SimLine implements Line {
  readonly connectionId: string
  readonly fence: number
  lastWriteAt: number
  /** Set by WhatsApp: the socket is closed. */
  closed = false
  readonly #owner: Owner
  readonly #clock: Clock
  readonly #tape: Tape
  readonly #phones: Phones
  readonly #account: Account
  readonly #uploaded = new Set<string>()

  constructor(owner: Owner, clock: Clock, tape: Tape, phones: Phones, account: Account) {
    this.connectionId = owner.connectionId
    this.fence = owner.fence
    this.lastWriteAt = owner.now()
    this.#owner = owner
    this.#clock = clock
    this.#tape = tape
    this.#phones = phones
    this.#account = account
  }

  isOpen(): boolean {
    return this.#owner.process.alive && !this.closed && this.#owner.believes()
  }

  async lookUp(number: string): Promise<{ exists: boolean; jid: string | null }> {
    await this.#owner.process.wait(30)
    if (this.closed) throw new Error('Closed')
    await this.#unanswered(number)
    return number.endsWith('0000')
      ? { exists: false, jid: null }
      : { exists: true, jid: `${number}@s.whatsapp.net` }
  }

  /** WhatsApp reports every person's LID. */
  async prepare(jid: string, address?: PersonAddress): Promise<Route> {
    await this.#owner.process.wait(30 + this.#tape.random() * 200)
    const [number = '', server] = jid.split('@')
    if (server === 'g.us') return { jid }
    await this.#unanswered(number)
    const kind = this.#kindOf(number)
    if (kind === 'no-device') throw new Unreachable('NO_DEVICE')
    if (kind === 'no-keys') throw new Unreachable('NO_KEYS')
    const known = { number, lid: lidOf(number) }
    return address === 'number' ? { jid, ...known, other: 'lid' } : lidRoute(known)
  }

  async #unanswered(number: string): Promise<void> {
    if (this.#kindOf(number) !== 'no-answer') return
    await this.#owner.process.wait(ANSWERED_WITHIN_MS)
    throw new Unreachable('NO_ANSWER')
  }

  #kindOf(number: string): PersonKind {
    return isSpecial(number) ? this.#owner.person : 'usual'
  }

  /** An upload takes a while, and may fail. */
  async ready(_: Pick<Route, 'jid'>, content: Content, messageId: string): Promise<ReadyPart> {
    const { key } = hasMedia(content) ? content.media : {}
    if (key && !this.#uploaded.has(key)) {
      await this.#owner.process.wait(200 + this.#tape.random() * 2000)
      if (this.closed) throw new Error('Closed')
      this.#uploaded.add(key)
    }
    return { messageId, content }
  }

  async send({ jid }: Route, { content, messageId }: ReadyPart): Promise<void> {
    const fault = this.#tape.fault(WIRE)
    const [user = ''] = jid.split('@')
    const number = jid.endsWith('@lid') ? numberOf(user) : user
    if (!this.isOpen()) this.#phones.writtenWhileClosed.push(number)
    this.lastWriteAt = this.#owner.now()
    await this.#owner.process.wait(5)
    if (fault === 'kill-before') return this.#owner.process.kill()
    if (fault === 'drop' && !this.closed) this.#owner.onDrop()
    if (!this.isOpen()) throw new Error('Connection Closed')
    const message = {
      connectionId: this.connectionId,
      account: this.#owner.account,
      number,
      text: saidBy(content),
      messageId,
      at: this.#clock.now,
      owned: this.#owner.owns(),
    }
    this.#answer(message, fault, this.#arrive(message, fault, jid.endsWith('@lid')))
    if (fault === 'kill-after') return this.#owner.process.kill()
    this.lastWriteAt = this.#owner.now()
    if (fault === 'left-then-failed') throw new Error('The key store failed')
  }

  /** @returns the code of WhatsApp's refusal, if it refuses */
  #arrive(message: Arrival, fault: Fault, isLid: boolean): string | undefined {
    const kind = this.#kindOf(message.number)
    if (fault === 'refused' || kind === 'refuses-message') return '479'
    if (kind === 'refuses-both' || (kind === 'refuses-lid' && isLid)) return REACH_OUT_REFUSED
    if (this.#account.refuses(message.number)) {
      this.#phones.refusals.push({ ...message, knownUntil: this.#owner.knownUntil() })
      return REACH_OUT_REFUSED
    }
    this.#phones.receive(message)
    this.#account.reached(message.number)
    return undefined
  }

  #answer({ messageId, number }: Arrival, fault: Fault, error: string | undefined): void {
    if (error) this.#phones.refusedIds.push(messageId)
    const delay =
      fault === 'answer-late' ? 40_000 + this.#tape.random() * 40_000 : 50 + this.#tape.random() * 100
    if (fault !== 'answer-lost') this.#clock.after(delay, () => this.#owner.onAnswer(messageId, error))
    if (!error && this.#kindOf(number) === 'refused-late')
      this.#clock.after(delay + REFUSED_LATE_MS, () => this.#owner.onAnswer(messageId, '479'))
    // A phone's receipt may or may not come if the server's answer was lost.
    if (!error && this.#tape.random() < 0.7)
      this.#clock.after(delay + 200, () => this.#owner.onReceipt(messageId))
  }
}

/** The content of a message on a phone. */
function saidBy(content: Content): string {
  if (content.type === 'text') return content.text
  if (content.type === 'contact') return `card of ${content.contacts[0]?.name}`
  return 'caption' in content ? `${content.type} ${content.caption}` : content.type
}
