import type { Log } from '../../ports/log.ts'

/** Changes within this many milliseconds are reported together. */
const SOON_MS = 20

/**
 * Reports changes of a key soon after the first one, and then at most once per interval. The last change is always
 * reported.
 * @template T the gathered changes of one key
 */
export class Throttle<T> {
  readonly #everyMs: number
  readonly #tell: (news: T) => Promise<void>
  readonly #log: Log
  /** undefined: reported a moment ago, and nothing is new. */
  readonly #news = new Map<string, T | undefined>()

  /** @param tell is not called again for changes that it failed to report */
  constructor(everyMs: number, log: Log, tell: (news: T) => Promise<void>) {
    this.#everyMs = everyMs
    this.#log = log
    this.#tell = tell
  }

  /** @param gathered merges the pending changes of this key with the new ones */
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
      this.#tell(news).catch((error: unknown) => this.#log.warn('live event not sent', { error }))
    }, ms).unref()
  }
}
