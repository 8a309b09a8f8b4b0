import { emailIndex } from './indexes.ts'
import { keyOf } from './refusals.ts'
import type { Change, Key, Page, Query, Row, Table, When, Write } from './table.ts'

/** A write to a system index (indexes.ts), made together with a tenant's own writes. */
export interface IndexWrite {
  index: Write
}

/**
 * The table as one company sees it. Every key is put behind the company's id here, and every row that comes
 * back is checked for it: a store cannot name another company's row, however it is called.
 */
export class TenantTable implements Omit<Table, 'transact'> {
  readonly companyId: string
  readonly #table: Table

  constructor(table: Table, companyId: string) {
    // The delimiter keeps `A1` from ever being a prefix of `A12`; the indexes are no company's.
    if (!isCompanyId(companyId)) throw new Error('Not a company id')
    this.companyId = companyId
    this.#table = table.withRightsOf?.(companyId) ?? table
  }

  async get<T extends object>(key: Key, options?: { consistent?: boolean }): Promise<Row<T> | undefined> {
    const row = await this.#table.get<T>(this.#own(key), options)
    return row && this.#shown(row)
  }

  async getMany<T extends object>(keys: readonly Key[]): Promise<Row<T>[]> {
    const rows = await this.#table.getMany<T>(keys.map((key) => this.#own(key)))
    return rows.map((row) => this.#shown(row))
  }

  /** Rows of different kinds in one request, each under the name that is asked by; of an index those of the platform itself. */
  async getNamed<T extends Record<string, object>>(
    keys: {
      [N in keyof T]: Key | { index: Key }
    },
  ): Promise<{ [N in keyof T]?: Row<T[N]> }> {
    const named = Object.entries<Key | { index: Key }>(keys).map(
      ([name, key]) => [name, this.#asked(key)] as const,
    )
    const rows = await this.#table.getMany<object>(named.map(([, key]) => key))
    const found = named.flatMap(([name, { pk, sk }]) => {
      const row = rows.find((one) => one.pk === pk && one.sk === sk)
      return row ? [[name, isIndex(row) ? row : this.#shown(row)]] : []
    })
    return Object.fromEntries(found) as { [N in keyof T]?: Row<T[N]> }
  }

  async put(row: Row, when?: When): Promise<void> {
    await this.#table.put({ ...row, ...this.#own(row) }, when)
  }

  async update<T extends object>(key: Key, change: Change, when?: When): Promise<Row<T>> {
    return this.#shown(await this.#table.update<T>(this.#own(key), change, when))
  }

  async delete(key: Key, when?: When): Promise<void> {
    await this.#table.delete(this.#own(key), when)
  }

  async transact(writes: readonly (Write | IndexWrite)[]): Promise<void> {
    await this.#table.transact(this.stored(writes))
  }

  /** These writes as the whole table takes them: to be made together with those of others (platform.ts). */
  stored(writes: readonly (Write | IndexWrite)[]): Write[] {
    return writes.map((write) => ('index' in write ? this.#indexed(write.index) : this.#ownWrite(write)))
  }

  async query<T extends object>(query: Query): Promise<Page<T>> {
    const page = await this.#table.query<T>({ ...query, pk: this.#prefix + query.pk })
    return { ...page, rows: page.rows.map((row) => this.#shown(row)) }
  }

  async putMany(rows: readonly Row[]): Promise<void> {
    await this.#table.putMany(rows.map((row) => ({ ...row, ...this.#own(row) })))
  }

  async deleteMany(keys: readonly Key[]): Promise<void> {
    await this.#table.deleteMany(keys.map((key) => this.#own(key)))
  }

  get #prefix(): string {
    return `${this.companyId}#`
  }

  #own({ pk, sk }: Key): Key {
    return { pk: this.#prefix + pk, sk }
  }

  #asked(key: Key | { index: Key }): Key {
    if (!('index' in key)) return this.#own(key)
    if (!isIndex(key.index)) throw new Error('Not a key of an index')
    return key.index
  }

  #ownWrite(write: Write): Write {
    if ('put' in write) return { ...write, put: { ...write.put, ...this.#own(write.put) } }
    if ('update' in write) return { ...write, update: this.#own(write.update) }
    if ('delete' in write) return { ...write, delete: this.#own(write.delete) }
    return { ...write, check: this.#own(write.check) }
  }

  /** An index row names its company in its sort key, an e-mail's in its attributes; it must be this one. */
  #indexed(write: Write): Write {
    const { pk, sk } = keyOf(write)
    const named = companyNamedIn(write)
    const isOurs = sk.split('#').includes(this.companyId) || isEmail(pk, named)
    const isOthers = named !== undefined && named !== this.companyId
    if (!isIndex({ pk, sk }) || !isOurs || isOthers) throw new Error('An index write outside the company')
    return write
  }

  #shown<T extends object>(row: Row<T>): Row<T> {
    if (!row.pk.startsWith(this.#prefix)) throw new Error('A row of another company came back')
    return { ...row, pk: row.pk.slice(this.#prefix.length) }
  }
}

/** Whether a text that came from outside could be a company's id at all. */
export const isCompanyId = (text: string): boolean => /^[0-9A-Za-z_-]+$/.test(text) && text !== 'INDEX'

const isIndex = ({ pk }: Key): boolean => pk.startsWith('INDEX#')

/** The company that a row says it is of, or has to be of for the write to be made. */
function companyNamedIn(write: Write): unknown {
  if ('put' in write) return 'companyId' in write.put ? write.put.companyId : undefined
  return write.when && 'companyId' in write.when ? write.when.companyId : undefined
}

const isEmail = (pk: string, named: unknown): boolean =>
  named !== undefined && pk.startsWith(emailIndex.key('').pk)
