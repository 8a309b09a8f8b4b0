import { setTimeout as pause } from 'node:timers/promises'
import type { AuthRows } from './rows.ts'
import { countUnfinished } from './unfinished-writes.ts'

/** Changes that may wait while earlier ones are written. */
const BEHIND = 16
/** Changes within this time are written together, in milliseconds. Most messages change some of the same keys. */
const GATHER_MS = 50

/** The socket has ended. The next socket may have opened these keys, or they may be deleted. */
export class KeysClosed extends Error {
  constructor() {
    super('These keys are closed')
    this.name = 'KeysClosed'
  }
}

/** Values by name; null deletes. */
type Values = Map<string, unknown>

/**
 * Writes keys shortly after their use, in order and in batches, so consecutive messages do not each wait for the
 * table. The library itself stores keys only after a message has left. A crash loses the last few keys, and phones
 * ask again for messages they cannot decrypt.
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
  #isClosed = false

  /** @param onFailure called once, when keys could not be stored: the session must end */
  constructor(rows: AuthRows, textOf: (value: unknown) => string, onFailure: (error: unknown) => void) {
    this.#rows = rows
    this.#textOf = textOf
    this.#onFailure = onFailure
  }

  /** Resolves when the values are queued and few enough wait. @throws KeysClosed, or the error of a failed write */
  async write(values: Values): Promise<void> {
    if (this.#failure) throw this.#failure.error
    if (this.#isClosed) throw new KeysClosed()
    for (const [name, value] of values) this.#waiting.set(name, value)
    this.#changes++
    this.#running ??= countUnfinished(this.#rows.connection, this.#run())
    if (this.#changes > BEHIND) await this.#written()
  }

  /** A value that is not in the table yet. */
  unwritten(name: string): { value: unknown } | undefined {
    const values = [this.#waiting, this.#beingWritten].find((each) => each.has(name))
    return values && { value: values.get(name) }
  }

  /** Refuses later changes. Resolves when the earlier ones are stored. @throws the error of a failed write */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#written()
  }

  async #written(): Promise<void> {
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
 * A large batch takes several transactions. `sender-key-memory` rows, which record the members that have a group's
 * key, go last. After a crash between the transactions, the key is sent again; in the other order, a member would
 * never get it.
 */
const byRank = ([one]: [string, unknown], [other]: [string, unknown]): number => rankOf(one) - rankOf(other)
const rankOf = (name: string): number => Number(name.startsWith('sender-key-memory:'))
