import { isDeepStrictEqual } from 'node:util'
import { type All, deleteRow, type Key, type Partition, putRow, type Row, type Write } from './table.ts'
import type { TenantTable } from './tenant.ts'

/** A list row's minimum: the id of its entity. */
export interface Listed {
  id: string
}

/** A row of any list. */
export type ListRow = Key<Listed> & Listed

/**
 * The lists of one kind of entity. A list is a partition of small rows, sorted as it is shown. An entity's rows are
 * written in the entity's own transactions, so a list is always up to date. A page reads only the rows that it shows,
 * however many entities the company has (docs/adr/0031).
 *
 * Rows may move: with the time of the last message in the sort key, a new message moves a ticket to the top. A new
 * status, queue or user moves it to another partition.
 */
export interface Lists<E extends Listed> {
  /** Name in reports, and in the row of a migration's progress. */
  readonly name: string
  /** Partition of the entities. Their sort key is the id. */
  readonly entities: Partition<E>
  /** All list rows of an entity. Pure: the same entity always has the same rows. */
  rowsOf(entity: E): readonly ListRow[]
  /** The partitions of all lists of a company. */
  partitions(table: TenantTable): Promise<readonly Partition<Listed>[]>
  /** Condition that fails if `rowsOf` may have changed since the entity was read. */
  asRead(entity: E): All<E>
}

/** Makes a row of a list. The list determines the row's type. */
export const listRow = <R extends Listed>(list: Partition<R>, sk: string, row: R): Row<R> => ({
  ...row,
  pk: list,
  sk,
})

/**
 * The writes of an entity's list rows, for the transaction that writes the entity. Unchanged rows are not written.
 * @param before the stored entity, undefined if it is new; the transaction must check that it is unchanged
 * @param after the entity after the change, undefined if it is deleted
 */
export function listWrites<E extends Listed>(
  { rowsOf }: Pick<Lists<E>, 'rowsOf'>,
  before: E | undefined,
  after: E | undefined,
): Write[] {
  const old = before ? rowsOf(before) : []
  const now = after ? rowsOf(after) : []
  return [
    ...now.filter((row) => !old.some((each) => isDeepStrictEqual(each, row))).map((row) => putRow(row)),
    ...old.filter((row) => !now.some((each) => isSameKey(each, row))).map((row) => deleteRow(row)),
  ]
}

export const isSameKey = (one: Key, other: Key): boolean => one.pk === other.pk && one.sk === other.sk

/**
 * Reads the entities of list rows, in the order of the rows. Entities that were deleted meanwhile are missing.
 * @param keyOf the key of an entity
 */
export async function entitiesOf<E extends Listed>(
  table: TenantTable,
  rows: readonly Listed[],
  keyOf: (id: string) => Key<E>,
): Promise<Row<E>[]> {
  const entities = await table.getMany(rows.map(({ id }) => keyOf(id)))
  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  return rows.flatMap(({ id }) => byId.get(id) ?? [])
}
