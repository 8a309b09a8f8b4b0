import { pauseBeforeRestart, pauseBeforeRetry, pauseWhileOutdated } from '../leases/patience.ts'

/** Reason for an automatic reopening. */
export type Cause = 'retry' | 'restart' | 'outdated'

/** Reopens a connection after its socket closed. The pause grows with each failure of the same kind. */
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

  /** Whether WhatsApp's last refusal was for the client's version. */
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

  /** Called when the connection is open. The next pauses are short again. */
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
