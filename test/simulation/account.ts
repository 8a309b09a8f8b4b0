import type { ReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import type { Clock } from './clock.ts'
import { isGroupId } from './companies.ts'

const MINUTE_MS = 60_000
/** A lock may be said to last far longer than it does: WhatsApp lifts it early. */
const FAR_LONGER_MS = 12 * 3_600_000
/** What too many first contacts bring about, in minutes. */
const LOCK_FOR_COLD_CHATS = 3

/** What WhatsApp says of a lock's end: the truth, a far later moment, or nothing. */
export const SAID_OF_THE_END = ['truth', 'later', 'nothing'] as const
export type SaidOfTheEnd = (typeof SAID_OF_THE_END)[number]

interface Lock {
  from: number
  to: number
  said: SaidOfTheEnd
}

/** An account as WhatsApp sees it: while it is locked, whoever never wrote to it gets nothing from it. */
export class Account {
  readonly locks: Lock[] = []
  /** Called when a lock has ended. */
  onLifted: () => void = () => undefined
  readonly #clock: Clock
  readonly #wrote: ReadonlySet<string>
  readonly #coldChats: number
  readonly #strangers = new Set<string>()

  /** @param coldChats first contacts after which the account is locked once; 0 for never */
  constructor(clock: Clock, wrote: ReadonlySet<string>, coldChats: number) {
    this.#clock = clock
    this.#wrote = wrote
    this.#coldChats = coldChats
  }

  /** A group is no stranger. */
  isStranger(number: string): boolean {
    return !this.#wrote.has(number) && !isGroupId(number)
  }

  /** Begins a lock, unless there is one. */
  lock(minutes: number, said: SaidOfTheEnd): void {
    const { now } = this.#clock
    if (this.#current()) return
    this.locks.push({ from: now, to: now + minutes * MINUTE_MS, said })
    this.#clock.after(minutes * MINUTE_MS, () => this.onLifted())
  }

  refuses(number: string): boolean {
    return this.#current() !== undefined && this.isStranger(number)
  }

  /** Counts whom it wrote to. */
  reached(number: string): void {
    if (!this.isStranger(number)) return
    this.#strangers.add(number)
    if (this.#strangers.size === this.#coldChats) this.lock(LOCK_FOR_COLD_CHATS, 'truth')
  }

  /** What WhatsApp answers when it is asked. */
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
