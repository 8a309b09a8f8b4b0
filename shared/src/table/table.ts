/** The value of a row's attribute. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value | undefined }
export type Scalar = string | number | boolean

/** Marks a key with the type of its rows. Only for the compiler. */
declare const rowType: unique symbol

/** A partition key. `T` is the type of the partition's rows. */
export type Partition<T extends object> = string & { readonly [rowType]: T }

/** The key of one row. `T` is the type of the row: reads, changes and conditions are checked against it. */
export interface Key<T extends object = object> {
  readonly pk: Partition<T>
  readonly sk: string
}

/** Expiry in seconds since 1970, optional in any row. DynamoDB deletes the row some hours later. */
interface Expiring {
  expiresAt?: number
}

/** A stored row: its attributes and its key. */
export type Row<T extends object = object> = T & Key<T> & Expiring

/** A row to be written. Its key determines its type. */
export type NewRow<T extends object> = Key<T> & NoInfer<T> & Expiring

/** Names a partition and types its rows. */
export const partition = <T extends object>(name: string): Partition<T> => name as Partition<T>

/** The typed key of a row. */
export const keyIn = <T extends object>(name: string, sk: string): Key<T> => ({ pk: partition<T>(name), sk })

type Wide<V> = V extends number ? number : V extends string ? string : V extends boolean ? boolean : never

/** A condition on an attribute of this type; a bare value stands for equality. */
export type Test<V = Scalar> =
  | Extract<V, Scalar>
  | { exists: boolean }
  | { in: readonly Extract<V, Scalar>[] }
  | { below: Wide<Extract<V, number | string>> }
  | { atLeast: Wide<Extract<V, number | string>> }
  /** The text or list contains this text; for filters. */
  | { contains: string }

/** All of these must hold. `{ pk: { exists: false } }` means that the row does not exist. */
export type All<T extends object> = {
  readonly [A in keyof T | keyof Key | 'expiresAt']?: Test<
    A extends keyof T ? T[A] : A extends 'expiresAt' ? number : string
  >
}

/** A condition: one set, or several alternative sets. */
export type When<T extends object> = All<T> | readonly All<T>[]

/** The numeric attributes, which `add` takes. */
type Numeric<T extends object> = {
  [A in keyof T]-?: number extends T[A] ? A : NonNullable<T[A]> extends number ? A : never
}[keyof T]

export interface Change<T extends object> {
  set?: { readonly [A in keyof T]?: T[A] | undefined } & Expiring
  /** Numbers to add to numeric attributes. A missing attribute counts as 0. */
  add?: { readonly [A in Numeric<T>]?: number }
  remove?: readonly ((keyof T & string) | 'expiresAt')[]
}

/** A write as data with unchecked attributes. {@link Write} is a checked one. */
export type PlainWrite =
  | { put: Key; when?: PlainWhen }
  | { update: Key; change: PlainChange; when?: PlainWhen }
  | { delete: Key; when?: PlainWhen }
  | { check: Key; when: PlainWhen }
export type PlainAll = { readonly [attribute: string]: Test }
export type PlainWhen = PlainAll | readonly PlainAll[]
export interface PlainChange {
  set?: { readonly [attribute: string]: Value | undefined }
  add?: { readonly [attribute: string]: number }
  remove?: readonly string[]
}

declare const isChecked: unique symbol

/** A write of a transaction, made by one of the four functions below. */
export type Write = PlainWrite & { readonly [isChecked]: true }

/** The only place that drops a row's type: rows of different types go into one transaction. */
const checked = (write: object): Write => write as Write

/** Writes the whole row. */
export const putRow = <T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Write =>
  checked({ put: row, ...(when && { when }) })

/** Changes a row, or creates it if it does not exist, unless `when` forbids that. */
export const updateRow = <T extends object>(
  key: Key<T>,
  change: Change<NoInfer<T>>,
  when?: When<NoInfer<T>>,
): Write => checked({ update: key, change, ...(when && { when }) })

export const deleteRow = <T extends object>(key: Key<T>, when?: When<NoInfer<T>>): Write =>
  checked({ delete: key, ...(when && { when }) })

/** Writes nothing: the transaction succeeds only if this holds. */
export const checkRow = <T extends object>(key: Key<T>, when: When<NoInfer<T>>): Write =>
  checked({ check: key, when })

export interface Query<T extends object> {
  pk: Partition<T>
  /** Sort keys that begin with this. Excludes `upTo`: a query has one range. */
  prefix?: string
  /** Sort keys up to and including this. */
  upTo?: string
  /** Starts behind this sort key, which may lie outside the range. */
  after?: string | undefined
  /** The most rows read, before the filter. */
  limit?: number
  descending?: boolean
  consistent?: boolean
  filter?: All<NoInfer<T>>
}

/** Rows in sort-key order; `after` is where the next page starts, absent at the end. */
export interface Page<T extends object> {
  rows: Row<T>[]
  after?: string
}

/**
 * One table with a partition key and a sort key. Conditions and changes are data, so that the same stores run against
 * DynamoDB and, under the simulation's clock, against memory. Each key has the type of its row, so a misspelt attribute
 * or a value of another type does not compile.
 */
export interface Table {
  /** Strongly consistent by default. */
  get<T extends object>(key: Key<T>, options?: { consistent?: boolean }): Promise<Row<T> | undefined>
  /** In no order. Missing rows are left out, and a row named twice comes once. Strongly consistent by default. */
  getMany<T extends object>(keys: readonly Key<T>[], options?: { consistent?: boolean }): Promise<Row<T>[]>
  /** @throws ConditionFailed */
  put<T extends object>(row: NewRow<T>, when?: When<NoInfer<T>>): Promise<void>
  /** Creates a missing row, unless `when` forbids that. @returns the row after the change. @throws ConditionFailed */
  update<T extends object>(key: Key<T>, change: Change<NoInfer<T>>, when?: When<NoInfer<T>>): Promise<Row<T>>
  /** @throws ConditionFailed */
  delete<T extends object>(key: Key<T>, when?: When<NoInfer<T>>): Promise<void>
  /** All or nothing, 100 writes at most, each to another row. @throws ConditionFailed */
  transact(writes: readonly Write[]): Promise<void>
  query<T extends object>(query: Query<T>): Promise<Page<T>>
  /** Puts many rows without conditions, in no order and not atomically: only for rows that may be written twice. */
  putMany<T extends object>(rows: readonly NewRow<T>[]): Promise<void>
  deleteMany(keys: readonly Key[]): Promise<void>
  /** Pauses before the retry of a write that another writer prevented. In memory there is no pause. */
  backOff(attempt: number): Promise<void>
  /** The same table with the rights of this company only, if this table supports that. */
  withRightsOf?(companyId: string): Table
}

/** A condition did not hold; nothing was written. */
export class ConditionFailed extends Error {
  /** For each write in order: the row that failed the condition, null for a missing row, undefined for no failure. */
  readonly failures: (Row | null | undefined)[]

  constructor(failures: (Row | null | undefined)[]) {
    super('The condition of a write did not hold')
    this.name = 'ConditionFailed'
    this.failures = failures
  }
}

/** Whether a conditional write was made. Errors other than its condition are thrown. */
export async function committed(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** All rows of a query, page by page. */
export async function* allRows<T extends object>(
  table: Pick<Table, 'query'>,
  query: Query<T>,
): AsyncGenerator<Row<T>> {
  let after = query.after
  do {
    const page: Page<T> = await table.query({ ...query, after })
    yield* page.rows
    after = page.after
  } while (after !== undefined)
}
