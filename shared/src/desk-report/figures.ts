import type { Fact } from './day-facts.ts'
import type { Figures, Times } from './report.ts'

const SECONDS_OF_MINUTE = 60

/** Whether a first answer came within the target of its queue. @param targetMinutes null: the queue has none */
export const isWithin = (seconds: number, targetMinutes: number | null): targetMinutes is number =>
  targetMinutes !== null && seconds <= targetMinutes * SECONDS_OF_MINUTE

/** Adds up what happened. It keeps every time, so that median and p90 are exact. */
export class Sum {
  #opened = 0
  #closed = 0
  #reopened = 0
  readonly #responses: number[] = []
  readonly #resolutions: number[] = []
  readonly #target = { met: 0, of: 0 }
  #asked = 0
  readonly #rates: number[] = []

  /** @param targetMinutes of the ticket's queue */
  add(fact: Fact, targetMinutes: number | null): void {
    if (fact.kind === 'reopened') this.#reopened += 1
    else if (fact.kind === 'closed') this.#addClosed(fact)
    else this.#addOpened(fact, targetMinutes)
  }

  #addOpened({ seconds }: Fact, targetMinutes: number | null): void {
    this.#opened += 1
    if (seconds === undefined) return
    this.#responses.push(seconds)
    if (targetMinutes === null) return
    this.#target.of += 1
    if (isWithin(seconds, targetMinutes)) this.#target.met += 1
  }

  #addClosed({ seconds, isAsked, rate }: Fact): void {
    this.#closed += 1
    if (seconds !== undefined) this.#resolutions.push(seconds)
    if (isAsked) this.#asked += 1
    if (rate !== undefined) this.#rates.push(rate)
  }

  get figures(): Figures {
    const rates = this.#rates
    const total = rates.reduce((sum, rate) => sum + rate, 0)
    return {
      opened: this.#opened,
      closed: this.#closed,
      reopened: this.#reopened,
      firstResponse: timesOf(this.#responses),
      resolution: timesOf(this.#resolutions),
      target: { ...this.#target },
      rating: {
        asked: this.#asked,
        count: rates.length,
        mean: rates.length > 0 ? total / rates.length : null,
      },
    }
  }
}

function timesOf(seconds: readonly number[]): Times {
  const sorted = Float64Array.from(seconds).sort()
  return { median: nearestRank(sorted, 0.5), p90: nearestRank(sorted, 0.9) }
}

/** The lowest value that this share of the values does not exceed. */
const nearestRank = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null
