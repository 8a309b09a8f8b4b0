import { setTimeout as pause } from 'node:timers/promises'
import type { AuthRows } from './rows.ts'
import { countUnfinished } from './unfinished-writes.ts'

/** Changes that may wait to be stored while others are being stored. */
const BEHIND = 16
/** What comes within this time is stored together, in milliseconds: most messages change some of the same keys. */
const GATHER_MS = 50

/** Values by name; null deletes. */
type Values = Map<string, unknown>

/**
 * Writes keys a little behind their use, in order, what came meanwhile together: one message after the other
 * does not wait for the table each time. The library itself stores keys after a message has left; what a sudden
 * death takes with it here are a few of them, and phones ask again for what they cannot read.
 */
export class KeyWriter {
  readonly #rows: AuthRows
  readonly #textOf: (value: unknown) => string
  readonly #onFailure: (error: unknown) => void
  #waiting: Values = new Map()
  #beingWritten: Values = new Map()
  #changes = 0
  #running: Promise<void> | undefined
  #failure: { error: unknown } | undefined

  /** @param onFailure told once, when keys could not be stored: the session must not go on */
  constructor(rows: AuthRows, textOf: (value: unknown) => string, onFailure: (error: unknown) => void) {
    this.#rows = rows
    this.#textOf = textOf
    this.#onFailure = onFailure
  }

  /** Resolves when the values are in line and not too many wait. */
  async write(values: Values): Promise<void> {
    if (this.#failure) throw this.#failure.error
    for (const [name, value] of values) this.#waiting.set(name, value)
    this.#changes++
    this.#running ??= countUnfinished(this.#rows.connection, this.#run())
    if (this.#changes > BEHIND) await this.flush()
  }

  /** What is still on its way to the table. */
  unwritten(name: string): { value: unknown } | undefined {
    const values = [this.#waiting, this.#beingWritten].find((each) => each.has(name))
    return values && { value: values.get(name) }
  }

  /** Resolves when everything is stored. @throws where it could not be */
  async flush(): Promise<void> {
    await this.#running
    if (this.#failure) throw this.#failure.error
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        await pause(GATHER_MS)
        this.#beingWritten = this.#waiting
        this.#waiting = new Map()
        this.#changes = 0
        const texts = [...this.#beingWritten]
          .sort(byRank)
          .map(([name, value]) => [name, this.#text(value)] as const)
        await this.#rows.write(new Map(texts))
        this.#beingWritten = new Map()
      }
    } catch (error) {
      this.#failure = { error }
      this.#onFailure(error)
    } finally {
      this.#running = undefined
    }
  }

  #text(value: unknown): string | null {
    return value === null ? null : this.#textOf(value)
  }
}

/**
 * Many rows are not written at once. Who has got a group's key is said last: whoever dies before sends the
 * key again, where the other way round a member would never get it.
 */
const byRank = ([one]: [string, unknown], [other]: [string, unknown]): number => rankOf(one) - rankOf(other)
const rankOf = (name: string): number => Number(name.startsWith('sender-key-memory:'))
