/** The worst of a figure since somebody last asked. */
export class Worst {
  #worst = 0

  note(figure: number): void {
    this.#worst = Math.max(this.#worst, figure)
  }

  take(): number {
    const worst = this.#worst
    this.#worst = 0
    return worst
  }
}
