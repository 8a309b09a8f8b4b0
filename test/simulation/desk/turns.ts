/**
 * Takes turns between works that run side by side: each access to the table is a turn, and chance decides who has the next
 * one. A work that runs alone never waits.
 */
export class Turns {
  readonly #random: () => number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #isChoosing = false

  constructor(random: () => number) {
    this.#random = random
  }

  /** Runs works side by side until all have ended. */
  async together(works: readonly (() => Promise<unknown>)[]): Promise<void> {
    this.#running += works.length
    await Promise.all(works.map((work) => work().finally(() => this.#running--)))
  }

  /** Waits for a turn. @returns undefined if no other work runs */
  next(): Promise<void> | undefined {
    if (this.#running <= 1) return undefined
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#isChoosing) void this.#choose()
    })
  }

  /** Lets one work after the other take its turn, until none waits. */
  async #choose(): Promise<void> {
    this.#isChoosing = true
    while (this.#waiting.length > 0) {
      // By then every work has run to its next turn.
      await new Promise((resolve) => process.nextTick(resolve))
      const [chosen] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1)
      chosen?.()
      await new Promise((resolve) => process.nextTick(resolve))
    }
    this.#isChoosing = false
  }
}
