import type { Line } from '@recado/shared/campaigns/engine/deliver'
import type { Clock } from './clock.ts'
import type { Phones } from './phones.ts'
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

interface Owner {
  process: SimProcess
  connectionId: string
  fence: number
  /** Whether the owner believes in its lease, by its own clock. */
  believes(): boolean
  /** Whether it is true. */
  owns(): boolean
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

  constructor(owner: Owner, clock: Clock, tape: Tape, phones: Phones) {
    this.connectionId = owner.connectionId
    this.fence = owner.fence
    this.lastWriteAt = clock.now
    this.#owner = owner
    this.#clock = clock
    this.#tape = tape
    this.#phones = phones
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

  async prepare(): Promise<void> {
    await this.#owner.process.wait(30 + this.#tape.random() * 200)
  }

  async send(jid: string, text: string, messageId: string): Promise<void> {
    const fault = this.#tape.fault(WIRE)
    this.lastWriteAt = this.#clock.now
    await this.#owner.process.wait(5)
    if (fault === 'kill-before') return this.#owner.process.kill()
    if (fault === 'drop' && !this.closed) this.#owner.onDrop()
    if (!this.isOpen()) throw new Error('Connection Closed')
    const [number = ''] = jid.split('@')
    const arrival = {
      connectionId: this.connectionId,
      number,
      text,
      messageId,
      at: this.#clock.now,
      owned: this.#owner.owns(),
    }
    if (fault !== 'refused') this.#phones.receive(arrival)
    this.#answer(messageId, fault)
    if (fault === 'kill-after') return this.#owner.process.kill()
    this.lastWriteAt = this.#clock.now
    if (fault === 'left-then-failed') throw new Error('The key store failed')
  }

  #answer(messageId: string, fault: (typeof WIRE)[number] | undefined): void {
    const delay =
      fault === 'answer-late' ? 40_000 + this.#tape.random() * 40_000 : 50 + this.#tape.random() * 100
    const error = fault === 'refused' ? '479' : undefined
    if (fault !== 'answer-lost') this.#clock.after(delay, () => this.#owner.onAnswer(messageId, error))
    // A phone's receipt may come where the server's answer was lost, and may not.
    if (!error && this.#tape.random() < 0.7)
      this.#clock.after(delay + 200, () => this.#owner.onReceipt(messageId))
  }
}
