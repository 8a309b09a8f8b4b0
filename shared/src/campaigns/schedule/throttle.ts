import type { Log } from '../../ports/log.ts'

/** Changes within this many milliseconds are reported together. */
const SOON_MS = 20
/**
 * Changes that nobody watches wait this long, in milliseconds: a browser that has just asked for the present state is
 * about to listen.
 */
const UNWATCHED_MS = 5000

interface Options<T> {
  log: Log
  /** Whether anybody watches such a change; everybody does without it. */
  isWatched?: (news: T) => Promise<boolean>
  /** What becomes of a change that nobody watches in the end: `dropped` by default. */
  unwatched?: 'dropped' | 'told'
}

/**
 * Reports changes of a key soon after the first one, and then at most once per interval. The last change is always
 * reported, unless nobody watches it.
 * @template T the gathered changes of one key
 */
export class Throttle<T> {
  readonly #everyMs: number
  readonly #tell: (news: T) => Promise<void>
  readonly #options: Options<T>
  /** undefined: reported a moment ago, and nothing is new. */
  readonly #news = new Map<string, T | undefined>()

  /** @param tell is not called again for changes that it failed to report */
  constructor(everyMs: number, options: Options<T>, tell: (news: T) => Promise<void>) {
    this.#everyMs = everyMs
    this.#options = options
    this.#tell = tell
  }

  /** @param gathered merges the pending changes of this key with the new ones */
  note(key: string, gathered: (pending: T | undefined) => T): void {
    const isKnown = this.#news.has(key)
    this.#news.set(key, gathered(this.#news.get(key)))
    if (!isKnown) this.#in(SOON_MS, () => this.#look(key))
  }

  async #look(key: string): Promise<void> {
    const { isWatched, unwatched } = this.#options
    const news = this.#news.get(key)
    if (news === undefined) this.#news.delete(key)
    else if (!isWatched || (await isWatched(news))) await this.#report(key)
    else
      this.#in(UNWATCHED_MS, async () => {
        if (unwatched === 'told' || (await isWatched(news))) await this.#report(key)
        else this.#news.delete(key)
      })
  }

  async #report(key: string): Promise<void> {
    const news = this.#news.get(key)
    this.#news.set(key, undefined)
    this.#in(this.#everyMs, () => this.#look(key))
    if (news !== undefined) await this.#tell(news)
  }

  #in(ms: number, work: () => Promise<void>): void {
    setTimeout(() => {
      work().catch((error: unknown) => this.#options.log.warn('live event not sent', { error }))
    }, ms).unref()
  }
}
