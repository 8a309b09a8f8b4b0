import * as fc from 'fast-check'

/** What a run is made of: a seed for everything that is merely different, and a short list of what goes wrong. */
export interface Script {
  seed: number
  /** At the n-th step that can go wrong, this one of its ways. */
  faults: [step: number, way: number][]
  /** What people and the platform do meanwhile. */
  events: { at: number; kind: number; target: number }[]
}

export const scripts: fc.Arbitrary<Script> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  faults: fc.array(fc.tuple(fc.nat(1200), fc.nat(60)), { maxLength: 30 }),
  events: fc.array(fc.record({ at: fc.nat(150), kind: fc.nat(20), target: fc.nat(7) }), { maxLength: 6 }),
})

/** Reads a script: no clock, no randomness of its own, so that a run can be replayed. */
export class Tape {
  readonly #faults: Map<number, number>
  #step = 0
  #state: number

  constructor({ seed, faults }: Script) {
    this.#faults = new Map(faults)
    this.#state = seed
  }

  /** Uniform in [0, 1) (mulberry32). */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** Whether this step goes wrong, and how. */
  fault<F extends string>(ways: readonly F[]): F | undefined {
    const way = this.#faults.get(this.#step++)
    return way === undefined ? undefined : ways[way % ways.length]
  }
}
