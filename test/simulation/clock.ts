/** Virtual time: everything that waits stands in one row, and time jumps from one to the next. */
export class Clock {
  /** Milliseconds since 1970. It is ten to midnight where the companies are: a new day comes soon. */
  now = Date.UTC(2026, 0, 5, 2, 50)
  readonly #waiting: { at: number; order: number; wake: () => void }[] = []
  #order = 0

  /** Calls `wake` after so many virtual milliseconds. */
  after(milliseconds: number, wake: () => void): void {
    const entry = { at: this.now + Math.max(0, milliseconds), order: this.#order++, wake }
    let place = this.#waiting.length
    this.#waiting.push(entry)
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = this.#waiting[parent]
      if (!above || !isBefore(entry, above)) break
      this.#waiting[place] = above
      this.#waiting[parent] = entry
      place = parent
    }
  }

  /** Lets time pass until `isOver` or nothing waits any more. */
  async run(isOver: () => boolean): Promise<void> {
    // The process itself gets its turn once a run.
    await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      // Promises that were resolved run to their next wait before time goes on.
      await new Promise((resolve) => process.nextTick(resolve))
      if (isOver()) return
      const next = this.#take()
      if (!next) return
      this.now = next.at
      next.wake()
    }
  }

  #take() {
    const first = this.#waiting[0]
    const last = this.#waiting.pop()
    if (!first || !last || this.#waiting.length === 0) return first
    let place = 0
    for (;;) {
      const left = this.#waiting[2 * place + 1]
      const right = this.#waiting[2 * place + 2]
      const child = right && left && isBefore(right, left) ? 2 * place + 2 : 2 * place + 1
      const below = this.#waiting[child]
      if (!below || !isBefore(below, last)) break
      this.#waiting[place] = below
      place = child
    }
    this.#waiting[place] = last
    return first
  }
}

const isBefore = (a: { at: number; order: number }, b: { at: number; order: number }): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order)
