import { LRUCache } from 'lru-cache'
import type { ServicePorts } from '../ports/ports.ts'
import { refusalCodeOf, TOO_MANY_QUESTIONS } from '../wire/refusal-code.ts'

/** Shortest time between two questions about an account's groups, in milliseconds. */
const BETWEEN_MS = 3000
/** A group is asked about once in this time on average, in milliseconds. */
const GROUP_EVERY_MS = 60_000
/** After a quiet time, this many questions about a group need not wait for GROUP_EVERY_MS. */
const IN_A_ROW = 5
/** Pause of all questions after WhatsApp refused one as one too many, in milliseconds. */
const REFUSED_MS = 5 * 60_000
/** Groups of one account whose questions are counted. */
const COUNTED = 2000

/**
 * Groups of one account that WhatsApp is to be asked about again after its events. After an hour offline an account can
 * learn of changes in all its groups at once. A question for each, back to back, is answered with `rate-overlimit`
 * (Baileys#795, #796, #1061), so each question waits for its turn.
 */
export class DueGroups {
  readonly #clock: Pick<ServicePorts, 'now' | 'waitUntil'>
  readonly #ask: (jid: string) => Promise<unknown>
  readonly #due = new Set<string>()
  /** Groups whose turn is awaited. */
  readonly #waiting = new Set<string>()
  /** When a group's past questions stop counting against its limit, in milliseconds since 1970. */
  readonly #paidOffAt = new LRUCache<string, number>({ max: COUNTED })
  /** Ends of the waits under way. */
  readonly #waits = new Set<() => void>()
  #isHalted = false
  #nextTurn = 0
  #refusedUntil = 0

  /** @param ask asks about a group, with `question` */
  constructor(clock: Pick<ServicePorts, 'now' | 'waitUntil'>, ask: (jid: string) => Promise<unknown>) {
    this.#clock = clock
    this.#ask = ask
  }

  has(jid: string): boolean {
    return this.#due.has(jid)
  }

  /** The group is up to date, or the account is not in it. */
  remove(jid: string): void {
    this.#due.delete(jid)
  }

  /**
   * Marks a group whose data is out of date, and asks about it in its turn. Questions that WhatsApp refuses as too many are
   * repeated after their pause.
   * @throws the error of any other failed question. The group stays due until its next event or the next opening
   */
  async add(jid: string): Promise<void> {
    this.#due.add(jid)
    if (this.#waiting.has(jid)) return
    this.#waiting.add(jid)
    try {
      await this.#askInTurn(jid)
    } finally {
      this.#waiting.delete(jid)
    }
  }

  /** The connection has closed. Groups stay due until it opens again, and nothing waits for their turns, which may be far. */
  halt(): void {
    this.#isHalted = true
    this.#nextTurn = Math.min(this.#nextTurn, this.#clock.now() + BETWEEN_MS)
    for (const end of this.#waits) end()
  }

  /** The connection is open. @throws as `add` */
  async resume(): Promise<void> {
    this.#isHalted = false
    await Promise.all([...this.#due].map((jid) => this.add(jid)))
  }

  /**
   * Asks about a group now, in its turn or for a message. Changes from this moment on are due again, and so is the group if the
   * question fails.
   */
  async question<T>(jid: string, ask: () => Promise<T>): Promise<T> {
    const wasDue = this.#due.delete(jid)
    const now = this.#clock.now()
    this.#paidOffAt.set(jid, Math.max(now, this.#paidOffAt.get(jid) ?? 0) + GROUP_EVERY_MS)
    try {
      return await ask()
    } catch (error) {
      if (wasDue) this.#due.add(jid)
      if (refusalCodeOf(error) === TOO_MANY_QUESTIONS) this.#refusedUntil = this.#clock.now() + REFUSED_MS
      throw error
    }
  }

  async #askInTurn(jid: string): Promise<void> {
    while (this.#due.has(jid) && !this.#isHalted) {
      const allowedAt = (this.#paidOffAt.get(jid) ?? 0) - (IN_A_ROW - 1) * GROUP_EVERY_MS
      if (allowedAt > this.#clock.now() && !(await this.#reaches(allowedAt))) return
      const turn = this.#takeTurn()
      if (turn > this.#clock.now() && !(await this.#reaches(turn))) return
      // Meanwhile a message to the group may have caused the question, or WhatsApp may have refused another one.
      if (!this.#due.has(jid) || this.#refusedUntil > turn) continue
      await this.#ask(jid).catch((error: unknown) => {
        if (refusalCodeOf(error) !== TOO_MANY_QUESTIONS) throw error
      })
    }
  }

  /** Waits for a moment. @returns false if the connection closes before */
  async #reaches(moment: number): Promise<boolean> {
    const wait = Promise.withResolvers<boolean>()
    const end = () => wait.resolve(false)
    this.#waits.add(end)
    // The clock keeps only this promise, and not the session.
    this.#clock.waitUntil(moment).then(() => wait.resolve(true), wait.reject)
    return wait.promise.finally(() => this.#waits.delete(end))
  }

  #takeTurn(): number {
    const turn = Math.max(this.#clock.now(), this.#nextTurn, this.#refusedUntil)
    this.#nextTurn = turn + BETWEEN_MS
    return turn
  }
}
