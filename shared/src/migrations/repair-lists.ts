import { isDeepStrictEqual } from 'node:util'
import { isSameKey, type Listed, type ListRow, type Lists } from '../table/list-rows.ts'
import { checkRow, committed, deleteRow, type Key, putRow, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { pagesOf } from './pages-of.ts'

/** The counts of a MigrationReport. */
interface Counts {
  rows: number
  old: number
  upgraded: number
  left: number
}

/** The most attempts at an entity that other writers keep changing. */
const ATTEMPTS = 5

/**
 * Brings a company's list rows in line with its entities. Code from before the lists writes entities without rows until
 * its deployment has ended. A second run changes nothing.
 * @param isApplied whether rows are written; otherwise they are only counted
 * @param counts raised by this call: `rows` entities and list rows, `old` rows that are missing, differ, or lost their
 * entity
 */
export async function repairLists(
  table: TenantTable,
  lists: Lists<Listed>,
  isApplied: boolean,
  counts: Counts,
): Promise<void> {
  for await (const entities of pagesOf(table, lists.entities)) {
    counts.rows += entities.length
    const stored = await table.getMany(entities.flatMap((entity) => lists.rowsOf(entity)))
    for (const entity of entities) {
      const missing = missingAmong(stored, lists.rowsOf(entity)).length
      counts.old += missing
      if (!isApplied || missing === 0) continue
      if (await writeRowsOf(table, lists, entity)) counts.upgraded += missing
      else counts.left += missing
    }
  }
  for (const pk of await lists.partitions(table))
    for await (const rows of pagesOf(table, pk)) {
      counts.rows += rows.length
      for (const { row, entity } of await strayAmong(table, lists, rows)) {
        counts.old++
        if (!isApplied) continue
        if (await deleteStray(table, lists, row, entity)) counts.upgraded++
        else counts.left++
      }
    }
}

const missingAmong = (stored: readonly ListRow[], wanted: readonly ListRow[]): ListRow[] =>
  wanted.filter((row) => !stored.some((each) => isDeepStrictEqual({ ...each }, { ...row })))

const keyOf = ({ entities }: Lists<Listed>, id: string): Key<Listed> => ({ pk: entities, sk: id })

/** @returns false if another writer changed the entity at every attempt */
async function writeRowsOf(table: TenantTable, lists: Lists<Listed>, found: Row<Listed>): Promise<boolean> {
  const key = keyOf(lists, found.id)
  let entity: Row<Listed> | undefined = found
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // The entity was deleted together with its rows.
    if (!entity) return true
    const wanted = lists.rowsOf(entity)
    const missing = missingAmong(await table.getMany(wanted), wanted)
    if (missing.length === 0) return true
    const writes = [checkRow(key, lists.asRead(entity)), ...missing.map((row) => putRow(row))]
    if (await committed(table.transact(writes))) return true
    entity = await table.get(key)
  }
  return false
}

/** List rows whose entity is deleted or no longer has this row. */
async function strayAmong(
  table: TenantTable,
  lists: Lists<Listed>,
  rows: readonly Row<Listed>[],
): Promise<{ row: Row<Listed>; entity: Row<Listed> | undefined }[]> {
  const entities = await table.getMany(rows.map(({ id }) => keyOf(lists, id)))
  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  return rows
    .map((row) => ({ row, entity: byId.get(row.id) }))
    .filter(({ row, entity }) => !entity || !lists.rowsOf(entity).some((each) => isSameKey(each, row)))
}

/** @returns false if the entity has changed meanwhile, so that the row may be right now */
const deleteStray = (
  table: TenantTable,
  lists: Lists<Listed>,
  row: Row<Listed>,
  entity: Row<Listed> | undefined,
): Promise<boolean> =>
  committed(
    table.transact([
      checkRow(keyOf(lists, row.id), entity ? lists.asRead(entity) : { pk: { exists: false } }),
      deleteRow(row),
    ]),
  )
