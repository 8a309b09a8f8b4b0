import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import * as z from 'zod'
import { LAYOUT, SCHEMA, WORLD_TABLES } from './schema.ts'

/** A column of bytes as a Buffer, which libsignal requires. */
export const blob = z
  .instanceof(Uint8Array)
  .transform((bytes): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

export type Parameters = Record<string, SQLInputValue>

/**
 * The simulator's storage. In a file, a committed transaction survives `kill -9`: the write-ahead log is in the
 * operating system's hands before `transaction` returns.
 */
export class Database {
  #connection: DatabaseSync
  #statements = new Map<string, StatementSync>()
  #inTransaction = false

  /** `path` is a file, or `:memory:` for a temporary simulator. */
  constructor(path: string) {
    this.#connection = new DatabaseSync(path)
    this.#connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000',
    )
    this.#discardOldLayout()
    this.#connection.exec(SCHEMA)
  }

  get<Row extends z.ZodType>(row: Row, sql: string, parameters: Parameters): z.infer<Row> | undefined {
    const found = this.#prepare(sql).get(parameters)
    return found && row.parse(found)
  }

  all<Row extends z.ZodType>(row: Row, sql: string, parameters: Parameters): z.infer<Row>[] {
    return this.#prepare(sql)
      .all(parameters)
      .map((found) => row.parse(found))
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, parameters: Parameters): number {
    return Number(this.#prepare(sql).run(parameters).changes)
  }

  /** Stores all of `work` or none of it. `work` must be synchronous. */
  transaction<Result>(work: () => Result): Result {
    if (this.#inTransaction) return work()
    this.#inTransaction = true
    this.#connection.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#connection.exec('COMMIT')
      return result
    } catch (error) {
      this.#connection.exec('ROLLBACK')
      throw error
    } finally {
      this.#inTransaction = false
    }
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  /** A simulated world needs no migration: one in an older layout is deleted. */
  #discardOldLayout(): void {
    const found = this.get(z.object({ user_version: z.number() }), 'PRAGMA user_version', {})
    if (found?.user_version === LAYOUT) return
    for (const table of WORLD_TABLES) this.#connection.exec(`DROP TABLE IF EXISTS ${table}`)
    this.#connection.exec(`PRAGMA user_version = ${LAYOUT}`)
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
