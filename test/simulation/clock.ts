/** Virtual time: all waits are in one queue, and time jumps from one to the next. */
export class Clock {
  /** Milliseconds since 1970. It is ten to midnight in the companies' zone, so a new day starts soon. */
  now = Date.UTC(2026, 0, 5, 2, 50)
  readonly #waiting: { at: number; order: number; wake: () => void }[] = []
  #order = 0

  /** Calls `wake` after this many virtual milliseconds. */
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

  /** Lets time pass until `isOver` is true or nothing waits. */
  async run(isOver: () => boolean): Promise<void> {
    // The real process gets a turn once per run.
    await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      // Resolved promises run to their next wait before time advances.
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
