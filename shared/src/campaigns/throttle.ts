/** What changes together is told together, in milliseconds. */
const SOON_MS = 20

/**
 * Tells of what changes soon after it did, and then at most once in so many milliseconds; the last change always.
 * @template T what is to be told of one key, gathered until it is
 */
export class Throttle<T> {
  readonly #everyMs: number
  readonly #tell: (news: T) => Promise<void>
  /** undefined: was told a moment ago, and nothing is new. */
  readonly #news = new Map<string, T | undefined>()

  /** @param tell what it fails at is not told again */
  constructor(everyMs: number, tell: (news: T) => Promise<void>) {
    this.#everyMs = everyMs
    this.#tell = tell
  }

  /** @param gathered what is still to be told of this key, with what is new */
  note(key: string, gathered: (pending: T | undefined) => T): void {
    const isKnown = this.#news.has(key)
    this.#news.set(key, gathered(this.#news.get(key)))
    if (!isKnown) this.#tellIn(SOON_MS, key)
  }

  #tellIn(ms: number, key: string): void {
    setTimeout(() => {
      const news = this.#news.get(key)
      this.#news.delete(key)
      if (news === undefined) return
      this.#news.set(key, undefined)
      this.#tellIn(this.#everyMs, key)
      void this.#tell(news).catch(() => undefined)
    }, ms).unref()
  }
}
