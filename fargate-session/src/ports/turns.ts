/** Too many wait for a turn, or the caller's shard ends. The command goes back to its queue and comes again. */
export class NoTurn extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'NoTurn'
  }
}

interface Limits {
  /** The most turns at the same time. */
  atOnce: number
  /** The most turns of one connection at the same time. */
  ofOne: number
  /**
   * The most requests that wait. A waiting command occupies one of its shard's 64 places (`SIDE_BY_SIDE` in commands.ts). All limits
   * of the process together are 41, which leaves places for messages.
   */
  waiting: number
}

interface WaitingWork {
  connectionId: string
  begin(): void
  refuse(why: string): void
}

/**
 * Limits work that takes much memory, in the whole process. The connection with the fewest turns gets the next turn, so that
 * one connection's many files do not hold up the others.
 */
export class Turns {
  readonly #limits: Limits
  /** The turns taken, by connection. */
  readonly #taken = new Map<string, number>()
  /** In the order of their arrival. */
  #waiting: WaitingWork[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Does the work in its turn.
   * @param signal ends the wait, but not the work
   * @throws NoTurn when the wait is ended, or too many wait. The last request of the connection with the most gives way.
   */
  async take<T>(
    connectionId: string,
    work: () => Promise<T>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    await this.#turn(connectionId, signal)
    try {
      return await work()
    } finally {
      this.#raise(connectionId, -1)
      this.#next()
    }
  }

  async #turn(connectionId: string, signal: AbortSignal | undefined): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const end = () => waiting.refuse('The shard ends')
    const waiting: WaitingWork = {
      connectionId,
      begin: () => {
        this.#leave(waiting)
        this.#raise(connectionId, 1)
        turn.resolve()
      },
      refuse: (why) => {
        this.#leave(waiting)
        turn.reject(new NoTurn(why))
      },
    }
    this.#waiting.push(waiting)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
    this.#next()
    if (this.#waiting.length > this.#limits.waiting) this.#lastOfMost()?.refuse('Too many wait')
    await turn.promise.finally(() => signal?.removeEventListener('abort', end))
  }

  /** Begins as many turns as the limits allow. */
  #next(): void {
    for (let next = this.#firstOfFewest(); next; next = this.#firstOfFewest()) next.begin()
  }

  #firstOfFewest(): WaitingWork | undefined {
    const taken = this.#taken.values().reduce((sum, count) => sum + count, 0)
    if (taken >= this.#limits.atOnce) return undefined
    const [first] = this.#waiting
      .filter(({ connectionId }) => this.#takenBy(connectionId) < this.#limits.ofOne)
      .sort((one, other) => this.#takenBy(one.connectionId) - this.#takenBy(other.connectionId))
    return first
  }

  /** The last waiting request of the connection with the most. On a tie, the latest connection. */
  #lastOfMost(): WaitingWork | undefined {
    const counts = new Map<string, number>()
    for (const { connectionId } of this.#waiting)
      counts.set(connectionId, (counts.get(connectionId) ?? 0) + 1)
    const most = Math.max(...counts.values())
    return this.#waiting.findLast(({ connectionId }) => counts.get(connectionId) === most)
  }

  #leave(waiting: WaitingWork): void {
    this.#waiting = this.#waiting.filter((each) => each !== waiting)
  }

  #takenBy(connectionId: string): number {
    return this.#taken.get(connectionId) ?? 0
  }

  #raise(connectionId: string, by: number): void {
    const taken = this.#takenBy(connectionId) + by
    if (taken === 0) this.#taken.delete(connectionId)
    else this.#taken.set(connectionId, taken)
  }
}
