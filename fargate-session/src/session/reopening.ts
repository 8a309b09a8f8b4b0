import { pauseBeforeRestart, pauseBeforeRetry, pauseWhileOutdated } from '../leases/patience.ts'

/** Reason for an automatic reopening. */
export type Cause = 'retry' | 'restart' | 'outdated'

/**
 * After this time open, in milliseconds, a connection counts as good. One that fails just after each login would
 * otherwise log in every second.
 */
const STEADY_MS = 60_000

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

  /** Called when the connection is open. If it stays open, the next pauses are short again. */
  opened(): void {
    this.cancel()
    this.#last = undefined
    const reset = () => Object.assign(this.#failures, { retry: 0, restart: 0, outdated: 0 })
    this.#timer = setTimeout(reset, STEADY_MS)
  }

  #pause(cause: Cause): number {
    const failures = this.#failures[cause]
    if (cause === 'restart') return pauseBeforeRestart(failures)
    if (cause === 'outdated') return pauseWhileOutdated(failures, this.#random())
    return pauseBeforeRetry(failures, this.#random())
  }
}
