import type { ReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import type { Clock } from './clock.ts'
import { isGroupId } from './companies.ts'

const MINUTE_MS = 60_000
/** WhatsApp may report a lock as far longer than it is, and lift it early. */
const FAR_LONGER_MS = 12 * 3_600_000
/** The lock after too many first contacts, in minutes. */
const LOCK_FOR_COLD_CHATS = 3

/** The end that WhatsApp reports for a lock: the true one, a far later one, or none. */
export const SAID_OF_THE_END = ['truth', 'later', 'nothing'] as const
export type SaidOfTheEnd = (typeof SAID_OF_THE_END)[number]

interface Lock {
  from: number
  to: number
  said: SaidOfTheEnd
}

/** An account at WhatsApp. While it is locked, it cannot write to people who never wrote to it. */
export class Account {
  readonly locks: Lock[] = []
  /** Called at the end of a lock. */
  onLifted: () => void = () => undefined
  readonly #clock: Clock
  readonly #wrote: ReadonlySet<string>
  readonly #coldChats: number
  readonly #strangers = new Set<string>()

  /** @param coldChats number of first contacts that causes one lock; 0 for none */
  constructor(clock: Clock, wrote: ReadonlySet<string>, coldChats: number) {
    this.#clock = clock
    this.#wrote = wrote
    this.#coldChats = coldChats
  }

  /** A group does not count as a stranger. */
  isStranger(number: string): boolean {
    return !this.#wrote.has(number) && !isGroupId(number)
  }

  /** Starts a lock, unless one is active. */
  lock(minutes: number, said: SaidOfTheEnd): void {
    const { now } = this.#clock
    if (this.#current()) return
    this.locks.push({ from: now, to: now + minutes * MINUTE_MS, said })
    this.#clock.after(minutes * MINUTE_MS, () => this.onLifted())
  }

  refuses(number: string): boolean {
    return this.#current() !== undefined && this.isStranger(number)
  }

  /** Counts its first contacts. */
  reached(number: string): void {
    if (!this.isStranger(number)) return
    this.#strangers.add(number)
    if (this.#strangers.size === this.#coldChats) this.lock(LOCK_FOR_COLD_CHATS, 'truth')
  }

  /** WhatsApp's answer about the account. */
  standing(): ReachOutLock {
    const lock = this.#current()
    if (!lock) return { isActive: false }
    if (lock.said === 'nothing') return { isActive: true }
    return { isActive: true, endsAt: lock.said === 'truth' ? lock.to : lock.to + FAR_LONGER_MS }
  }

  #current(): Lock | undefined {
    const { now } = this.#clock
    return this.locks.find(({ from, to }) => from <= now && now < to)
  }
}
