/** The highest value since the last `take`. */
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
