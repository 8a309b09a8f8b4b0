import type { Clock } from './clock.ts'

/** A process that may be killed. From then on, none of its waits ends. */
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

  /** Waits. If it is killed meanwhile, the wait never ends. */
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
