import { MemoryTable } from '@recado/shared/table/memory'
import type { Key, NewRow, Page, Query, Row, Write } from '@recado/shared/table/table'

/** An eventually consistent read is at most this old, in milliseconds: "usually within one second" (DynamoDB guide). */
const LAG_MS = 1000

/** A row as it was until a moment; undefined before it existed. */
interface Past {
  row: Row | undefined
  until: number
}

/** A table in memory. An eventually consistent read returns the rows as they were a moment ago. */
export class LaggingTable extends MemoryTable {
  readonly #now: () => number
  readonly #random: () => number
  readonly #past = new Map<string, Past[]>()
  /** Sort keys with a past, by partition. */
  readonly #changed = new Map<string, Set<string>>()

  constructor(now: () => number, random: () => number) {
    super()
    this.#now = now
    this.#random = random
  }

  override async get<T extends object>(
    key: Key<T>,
    { consistent = true }: { consistent?: boolean } = {},
  ): Promise<Row<T> | undefined> {
    if (consistent) return super.get(key)
    const at = this.#now() - this.#random() * LAG_MS
    const past = this.#past.get(nameOf(key))?.find(({ until }) => until > at)
    // A row of this key is of this type.
    return past ? (structuredClone(past.row) as Row<T> | undefined) : super.get(key)
  }

  override async getMany<T extends object>(
    keys: readonly Key<T>[],
    options?: { consistent?: boolean },
  ): Promise<Row<T>[]> {
    if (options?.consistent !== false) return super.getMany(keys)
    const rows = await Promise.all(keys.map((key) => this.get(key, options)))
    return rows.filter((row) => row !== undefined)
  }

  override async query<T extends object>(query: Query<T>): Promise<Page<T>> {
    if (query.consistent) return super.query(query)
    const at = this.#now() - this.#random() * LAG_MS
    const changed = new Map(
      [...(this.#changed.get(query.pk) ?? [])].flatMap((sk) => {
        const past = this.#past.get(nameOf({ pk: query.pk, sk }))?.find(({ until }) => until > at)
        return past ? [[sk, past.row] as const] : []
      }),
    )
    if (changed.size === 0) return super.query(query)
    const then = new MemoryTable()
    const unchanged = [...this.rows((pk) => pk === query.pk)].filter(({ sk }) => !changed.has(sk))
    await then.putMany([...unchanged, ...changed.values()].filter((row) => row !== undefined))
    return then.query(query)
  }

  override async transact(writes: readonly Write[]): Promise<void> {
    const keys = writes.flatMap((write) => {
      if ('put' in write) return write.put
      if ('update' in write) return write.update
      return 'delete' in write ? write.delete : []
    })
    await this.#remember(keys, () => super.transact(writes))
  }

  override async putMany<T extends object>(rows: readonly NewRow<T>[]): Promise<void> {
    await this.#remember(rows, () => super.putMany(rows))
  }

  override async deleteMany(keys: readonly Key[]): Promise<void> {
    await this.#remember(keys, () => super.deleteMany(keys))
  }

  async #remember(keys: readonly Key[], write: () => Promise<void>): Promise<void> {
    const rows = await Promise.all(keys.map((key) => super.get(key)))
    await write()
    const until = this.#now()
    for (const [index, key] of keys.entries()) {
      const kept = (this.#past.get(nameOf(key)) ?? []).filter((past) => past.until > until - LAG_MS)
      this.#past.set(nameOf(key), [...kept, { row: rows[index], until }])
      this.#changed.set(key.pk, (this.#changed.get(key.pk) ?? new Set()).add(key.sk))
    }
  }
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`
