import { LISTS } from '@recado/shared/migrations/entities'
import { migrateLists } from '@recado/shared/migrations/migrate'
import type { Table } from '@recado/shared/table/table'

/** Differences between lists and their entities, in words; empty if there are none. */
export async function listDrift(table: Table, companyIds: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const lists of LISTS) {
    const { old } = await migrateLists(table, lists, companyIds, { isApplied: false, now: () => 0 })
    if (old > 0) found.push(`${old} rows of ${lists.name} are missing, differ, or have no entity`)
  }
  return found
}
