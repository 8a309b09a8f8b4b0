import type { Clock } from './clock.ts'

/** A process that may be killed: from then on, nothing it waits for ever comes. */
export class SimProcess {
  readonly name: string
  alive = true
  readonly #clock: Clock
  readonly #mourners: (() => void)[] = []

  constructor(name: string, clock: Clock) {
    this.name = name
    this.#clock = clock
  }

  whenKilled(call: () => void): void {
    this.#mourners.push(call)
  }

  /** Waits; for ever, when it is killed meanwhile. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#clock.after(milliseconds, () => this.alive && resolve()))
  }

  /** `kill -9`. */
  kill(): Promise<never> {
    if (this.alive) {
      this.alive = false
      for (const call of this.#mourners) call()
    }
    return new Promise(() => undefined)
  }
}
