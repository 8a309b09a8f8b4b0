/** What a row's attribute may hold. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value | undefined }
export type Scalar = string | number | boolean

export interface Key {
  pk: string
  sk: string
}

/** A row as it is stored: its key and whatever its owner put there. */
export type Row<T extends object = Record<string, unknown>> = T & Key

/** What an attribute must be like; a bare value stands for equality. */
export type Test =
  | Scalar
  | { exists: boolean }
  | { in: readonly Scalar[] }
  | { below: number | string }
  | { atLeast: number | string }
  /** The text holds this text; for filters. */
  | { contains: string }

/** All of these hold. `{ pk: { exists: false } }` says: there is no such row. */
export type All = { readonly [attribute: string]: Test }

/** A condition: all of one, or any of several. */
export type When = All | readonly All[]

export interface Change {
  set?: { readonly [attribute: string]: Value | undefined }
  /** Numbers added to numeric attributes, which start at 0. */
  add?: { readonly [attribute: string]: number }
  remove?: readonly string[]
}

export type Write =
  | { put: Row; when?: When }
  | { update: Key; change: Change; when?: When }
  | { delete: Key; when?: When }
  | { check: Key; when: When }

export interface Query {
  pk: string
  /** Sort keys that begin with this. One range only: not together with `upTo`. */
  prefix?: string
  /** Sort keys up to and including this. */
  upTo?: string
  /** Goes on behind this sort key. */
  after?: string | undefined
  /** Rows read at most, before the filter. */
  limit?: number
  descending?: boolean
  consistent?: boolean
  filter?: All
}

/** Rows in sort-key order; `after` is where to go on, absent at the end. */
export interface Page<T extends object> {
  rows: Row<T>[]
  after?: string
}

/**
 * One table with a partition key and a sort key. Conditions and changes are data, so that the same stores
 * run against DynamoDB and, under the simulation's clock, against memory.
 */
export interface Table {
  /** Strongly consistent unless told otherwise. */
  get<T extends object>(key: Key, options?: { consistent?: boolean }): Promise<Row<T> | undefined>
  /** In no order; what does not exist is missing, what is named twice comes once. */
  getMany<T extends object>(keys: readonly Key[]): Promise<Row<T>[]>
  /** @throws ConditionFailed */
  put(row: Row, when?: When): Promise<void>
  /** Creates the row where there is none, unless `when` says otherwise. @returns the row after the change. @throws ConditionFailed */
  update<T extends object>(key: Key, change: Change, when?: When): Promise<Row<T>>
  /** @throws ConditionFailed */
  delete(key: Key, when?: When): Promise<void>
  /** All or nothing, 100 writes at most, each to another row. @throws ConditionFailed */
  transact(writes: readonly Write[]): Promise<void>
  query<T extends object>(query: Query): Promise<Page<T>>
  /** Many rows, without conditions, in no order and not as a whole: for rows whose second write is the same as the first. */
  putMany(rows: readonly Row[]): Promise<void>
  deleteMany(keys: readonly Key[]): Promise<void>
  /** The same rows with the rights of this company alone, where this table can have them. */
  withRightsOf?(companyId: string): Table
}

/** A condition did not hold; nothing was written. */
export class ConditionFailed extends Error {
  /** For each write in order: the row that stood in the way, null where there is no row, undefined where the write itself was fine. */
  readonly failures: (Row | null | undefined)[]

  constructor(failures: (Row | null | undefined)[]) {
    super('The condition of a write did not hold')
    this.name = 'ConditionFailed'
    this.failures = failures
  }
}

/** Whether a conditional write was made. Everything but its condition is thrown on. */
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
  query: Query,
): AsyncGenerator<Row<T>> {
  let after = query.after
  do {
    const page: Page<T> = await table.query<T>({ ...query, after })
    yield* page.rows
    after = page.after
  } while (after !== undefined)
}
