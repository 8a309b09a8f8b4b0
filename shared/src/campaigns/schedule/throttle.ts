import type { Log } from '../../ports/log.ts'

/** Changes within this many milliseconds are reported together. */
const SOON_MS = 20
/**
 * Changes without a watcher wait this long, in milliseconds, because a page that is just being opened listens a moment
 * later.
 */
const UNWATCHED_MS = 5000

interface Options<T> {
  log: Log
  /** Whether a browser watches such a change. Without this, all changes are reported. */
  isWatched?: (news: T) => Promise<boolean>
  /** Whether a change that still has no watcher after the wait is reported: `dropped` by default. */
  unwatched?: 'dropped' | 'told'
}

/**
 * Reports changes of a key soon after the first one, and then at most once per interval. The last change is always
 * reported, unless it has no watcher.
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
    const { unwatched } = this.#options
    const news = this.#news.get(key)
    if (news === undefined) this.#news.delete(key)
    else if (await this.#isWatched(news)) await this.#report(key)
    else
      this.#in(UNWATCHED_MS, async () => {
        if (unwatched === 'told' || (await this.#isWatched(news))) await this.#report(key)
        else this.#news.delete(key)
      })
  }

  /** An error counts as a yes: the key's changes would never be reported again otherwise. */
  async #isWatched(news: T): Promise<boolean> {
    const { isWatched, log } = this.#options
    try {
      return !isWatched || (await isWatched(news))
    } catch (error) {
      log.warn('watchers not known', { error })
      return true
    }
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
