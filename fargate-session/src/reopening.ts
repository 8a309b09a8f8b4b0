import { pauseBeforeRestart, pauseBeforeRetry, pauseWhileOutdated } from './patience.ts'

/** Why a connection is opened again by itself. */
export type Cause = 'retry' | 'restart' | 'outdated'

/** Opens a connection again whose socket has ended, after a pause that grows with each failure of its kind. */
export class Reopening {
  readonly #open: () => void
  readonly #random: () => number
  readonly #failures: Record<Cause, number> = { retry: 0, restart: 0, outdated: 0 }
  #last: Cause | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param random uniform in [0, 1) */
  constructor(open: () => void, random: () => number) {
    this.#open = open
    this.#random = random
  }

  /** Whether WhatsApp last refused the client's version. */
  get isOutdated(): boolean {
    return this.#last === 'outdated'
  }

  after(cause: Cause): void {
    this.cancel()
    this.#timer = setTimeout(this.#open, this.#pause(cause))
    this.#failures[cause]++
    this.#last = cause
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }

  /** The connection is open: pauses begin anew. */
  succeeded(): void {
    Object.assign(this.#failures, { retry: 0, restart: 0, outdated: 0 })
    this.#last = undefined
  }

  #pause(cause: Cause): number {
    const failures = this.#failures[cause]
    if (cause === 'restart') return pauseBeforeRestart(failures)
    if (cause === 'outdated') return pauseWhileOutdated(failures, this.#random())
    return pauseBeforeRetry(failures, this.#random())
  }
}
