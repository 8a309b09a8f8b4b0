/** The highest value of a figure since it was last taken. */
export class Peak {
  #highest = 0

  note(value: number): void {
    this.#highest = Math.max(this.#highest, value)
  }

  take(): number {
    const highest = this.#highest
    this.#highest = 0
    return highest
  }
}
