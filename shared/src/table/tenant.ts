import { emailIndex } from './indexes.ts'
import { PLATFORM } from './platform-id.ts'
import { keyOf } from './refusals.ts'
import {
  type Change,
  type Key,
  type NewRow,
  type Page,
  type Partition,
  type PlainWrite,
  partition,
  type Query,
  type Row,
  type Table,
  type When,
  type Write,
} from './table.ts'

/** A write to a system index (indexes.ts), made together with a tenant's own writes. */
export interface IndexWrite {
  index: Write
}

/**
 * The table as one company sees it. This class puts the company's id before every key, and checks the id of every
 * returned row: a store cannot name another company's row, whatever it passes.
 */
export class TenantTable implements Omit<Table, 'transact'> {
  readonly companyId: string
  readonly #table: Table

  constructor(table: Table, companyId: string) {
    // The delimiter keeps `A1` from being a prefix of `A12`; the indexes belong to no company.
    if (!isOwnerId(companyId)) throw new Error('Not a company id')
    this.companyId = companyId
    this.#table = table.withRightsOf?.(companyId) ?? table
  }

  async get<T extends object>(key: Key<T>, options?: { consistent?: boolean }): Promise<Row<T> | undefined> {
    const row = await this.#table.get(this.#own(key), options)
    return row && this.#shown(row)
  }

  async getMany<T extends object>(
    keys: readonly Key<T>[],
    options?: { consistent?: boolean },
  ): Promise<Row<T>[]> {
    const rows = await this.#table.getMany(
      keys.map((key) => this.#own(key)),
      options,
    )
    return rows.map((row) => this.#shown(row))
  }

  /** Rows of different kinds in one request, each under its requested name. Index rows: only the platform's own. */
  async getNamed<T extends Record<string, object>>(
    keys: {
      [N in keyof T]: Key<T[N]> | { index: Key<T[N]> }
    },
    options?: { consistent?: boolean },
  ): Promise<{ [N in keyof T]?: Row<T[N]> }> {
    const named = Object.entries<Key | { index: Key }>(keys).map(
      ([name, key]) => [name, this.#asked(key)] as const,
    )
    const rows = await this.#table.getMany(
      named.map(([, key]) => key),
      options,
    )
    const found = named.flatMap(([name, { pk, sk }]) => {
      const row = rows.find((one) => one.pk === pk && one.sk === sk)
      return row ? [[name, isIndex(row) ? row : this.#shown(row)]] : []
    })
    return Object.fromEntries(found) as { [N in keyof T]?: Row<T[N]> }
  }

  async put<T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Promise<void> {
    await this.#table.put<T>({ ...row, ...this.#own(row) }, when)
  }

  async update<T extends object>(
    key: Key<T>,
    change: Change<NoInfer<T>>,
    when?: When<NoInfer<T>>,
  ): Promise<Row<T>> {
    return this.#shown(await this.#table.update(this.#own(key), change, when))
  }

  async delete<T extends object>(key: Key<T>, when?: When<NoInfer<T>>): Promise<void> {
    await this.#table.delete(this.#own(key), when)
  }

  async transact(writes: readonly (Write | IndexWrite)[]): Promise<void> {
    await this.#table.transact(this.stored(writes))
  }

  /** These writes for the whole table, to be made in one transaction with other companies' writes (platform.ts). */
  stored(writes: readonly (Write | IndexWrite)[]): Write[] {
    return writes.map((write) => ('index' in write ? this.#indexed(write.index) : this.#ownWrite(write)))
  }

  /** This key for the whole table, to be read together with other companies' keys. */
  storedKey<T extends object>(key: Key<T>): Key<T> {
    return this.#own(key)
  }

  async query<T extends object>(query: Query<T>): Promise<Page<T>> {
    const page = await this.#table.query<T>({ ...query, pk: this.#ownPartition(query.pk) })
    return { ...page, rows: page.rows.map((row) => this.#shown(row)) }
  }

  async putMany<T extends object>(rows: readonly NewRow<T>[]): Promise<void> {
    await this.#table.putMany<T>(rows.map((row) => ({ ...row, ...this.#own(row) })))
  }

  async deleteMany(keys: readonly Key[]): Promise<void> {
    await this.#table.deleteMany(keys.map((key) => this.#own(key)))
  }

  backOff(attempt: number): Promise<void> {
    return this.#table.backOff(attempt)
  }

  get #prefix(): string {
    return `${this.companyId}#`
  }

  #ownPartition<T extends object>(pk: Partition<T>): Partition<T> {
    return partition(this.#prefix + pk)
  }

  #own<T extends object>({ pk, sk }: Key<T>): Key<T> {
    return { pk: this.#ownPartition(pk), sk }
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

  /** An index row names its company in its sort key, an e-mail's row in its attributes: it must be this company. */
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
    return { ...row, pk: partition<T>(row.pk.slice(this.#prefix.length)) }
  }
}

/** Whether a text from outside can be a company's id. */
export const isCompanyId = (text: string): boolean => isOwnerId(text) && text !== PLATFORM

/** The same, or the platform's: it owns rows and files as a company does. */
export const isOwnerId = (text: string): boolean => /^[0-9A-Za-z_-]+$/.test(text) && text !== 'INDEX'

const isIndex = ({ pk }: Key): boolean => pk.startsWith('INDEX#')

/** The company that a row names, or that its condition requires. */
function companyNamedIn(write: PlainWrite): unknown {
  if ('put' in write) return 'companyId' in write.put ? write.put.companyId : undefined
  return write.when && 'companyId' in write.when ? write.when.companyId : undefined
}

const isEmail = (pk: string, named: unknown): boolean =>
  named !== undefined && pk.startsWith(emailIndex.key('').pk)
