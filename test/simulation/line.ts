import type { Line, ReadyPart, Route } from '@recado/shared/campaigns/engine/deliver'
import { REACH_OUT_REFUSED } from '@recado/shared/campaigns/engine/results'
import { type Content, hasMedia } from '@recado/shared/conversations/content'
import type { Account } from './account.ts'
import type { Clock } from './clock.ts'
import type { Arrival, Phones } from './phones.ts'
import type { SimProcess } from './process.ts'
import type { Tape } from './tape.ts'

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
  /** The account it is linked to. */
  account: string
  fence: number
  /** Whether the owner believes in its lease, by its own clock. */
  believes(): boolean
  /** Whether it is true. */
  owns(): boolean
  /** Until when this side knows the account to be locked. */
  knownUntil(): number
  onDrop(): void
  onAnswer(messageId: string, error?: string): void
  onReceipt(messageId: string): void
}

/** An open socket to WhatsApp, which another login of the same account closes. */
export class SimLine implements Line {
  readonly connectionId: string
  readonly fence: number
  lastWriteAt: number
  /** Set by WhatsApp: the socket is gone. */
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
    this.lastWriteAt = clock.now
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
    return number.endsWith('0000')
      ? { exists: false, jid: null }
      : { exists: true, jid: `${number}@s.whatsapp.net` }
  }

  async prepare(jid: string): Promise<Route> {
    await this.#owner.process.wait(30 + this.#tape.random() * 200)
    return { jid }
  }

  /** Sending a file up takes a while, and may fail. */
  async ready(_: string, content: Content, messageId: string): Promise<ReadyPart> {
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
    this.lastWriteAt = this.#clock.now
    await this.#owner.process.wait(5)
    if (fault === 'kill-before') return this.#owner.process.kill()
    if (fault === 'drop' && !this.closed) this.#owner.onDrop()
    if (!this.isOpen()) throw new Error('Connection Closed')
    const [number = ''] = jid.split('@')
    const message = {
      ...{ connectionId: this.connectionId, account: this.#owner.account },
      ...{ number, text: saidBy(content), messageId },
      ...{ at: this.#clock.now, owned: this.#owner.owns() },
    }
    this.#answer(messageId, fault, this.#arrive(message, fault))
    if (fault === 'kill-after') return this.#owner.process.kill()
    this.lastWriteAt = this.#clock.now
    if (fault === 'left-then-failed') throw new Error('The key store failed')
  }

  /** @returns the code that WhatsApp refuses it with, where it does */
  #arrive(message: Arrival, fault: Fault): string | undefined {
    if (fault === 'refused') return '479'
    if (this.#account.refuses(message.number)) {
      this.#phones.refusals.push({ ...message, knownUntil: this.#owner.knownUntil() })
      return REACH_OUT_REFUSED
    }
    this.#phones.receive(message)
    this.#account.reached(message.number)
    return undefined
  }

  #answer(messageId: string, fault: Fault, error: string | undefined): void {
    const delay =
      fault === 'answer-late' ? 40_000 + this.#tape.random() * 40_000 : 50 + this.#tape.random() * 100
    if (fault !== 'answer-lost') this.#clock.after(delay, () => this.#owner.onAnswer(messageId, error))
    // A phone's receipt may come where the server's answer was lost, and may not.
    if (!error && this.#tape.random() < 0.7)
      this.#clock.after(delay + 200, () => this.#owner.onReceipt(messageId))
  }
}

/** What a phone shows of a message. */
function saidBy(content: Content): string {
  if (content.type === 'text') return content.text
  if (content.type === 'contact') return `card of ${content.contacts[0]?.name}`
  return 'caption' in content ? `${content.type} ${content.caption}` : content.type
}
