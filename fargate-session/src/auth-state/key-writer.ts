import type { AuthRows } from './rows.ts'
import { countUnfinished } from './unfinished-writes.ts'

/** Changes that may wait to be stored while others are being stored. */
const BEHIND = 8

/**
 * Writes keys a little behind their use, in order, what came meanwhile together: one message after the other
 * does not wait for the table each time. The library itself stores keys after a message has left; what a sudden
 * death takes with it here are a few of them, and phones ask again for what they cannot read.
 */
export class KeyWriter {
  readonly #rows: AuthRows
  readonly #onFailure: (error: unknown) => void
  #waiting = new Map<string, string | null>()
  #changes = 0
  #running: Promise<void> | undefined
  #failure: { error: unknown } | undefined

  /** @param onFailure told once, when keys could not be stored: the session must not go on */
  constructor(rows: AuthRows, onFailure: (error: unknown) => void) {
    this.#rows = rows
    this.#onFailure = onFailure
  }

  /** Takes texts by name, null deletes. Resolves when they are in line and not too many wait. */
  async write(texts: ReadonlyMap<string, string | null>): Promise<void> {
    if (this.#failure) throw this.#failure.error
    for (const [name, text] of texts) {
      // What is written last stands last.
      this.#waiting.delete(name)
      this.#waiting.set(name, text)
    }
    this.#changes++
    this.#running ??= countUnfinished(this.#rows.connection, this.#run())
    if (this.#changes > BEHIND) await this.flush()
  }

  /** Resolves when everything is stored. @throws where it could not be */
  async flush(): Promise<void> {
    await this.#running
    if (this.#failure) throw this.#failure.error
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        const texts = this.#waiting
        this.#waiting = new Map()
        this.#changes = 0
        await this.#rows.write(new Map([...texts].sort(byRank)))
      }
    } catch (error) {
      this.#failure = { error }
      this.#onFailure(error)
    } finally {
      this.#running = undefined
    }
  }
}

/**
 * Many rows are not written at once. Who has got a group's key is said last: whoever dies before sends the
 * key again, where the other way round a member would never get it.
 */
const byRank = ([one]: [string, unknown], [other]: [string, unknown]): number => rankOf(one) - rankOf(other)
const rankOf = (name: string): number => Number(name.startsWith('sender-key-memory:'))
