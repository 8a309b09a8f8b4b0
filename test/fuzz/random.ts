/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 to `end`, exclusive. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }

  /** Mostly small, seldom near `most`: numbers of three digits are as likely as numbers of four. */
  size(most: number): number {
    return Math.max(1, Math.floor(Math.exp((this.below(10_000) / 10_000) * Math.log(most + 1))))
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0
  }

  /** An element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }

  /** An element of a list; undefined if the list is empty. */
  any<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }

  /** Two offsets up to `length`, the lower one first. */
  span(length: number): [from: number, to: number] {
    const [one, other] = [this.below(length + 1), this.below(length + 1)]
    return one < other ? [one, other] : [other, one]
  }
}
