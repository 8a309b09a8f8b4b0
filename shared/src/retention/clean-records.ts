import { allLists } from '../contact-lists/store.ts'
import { firstIdOf } from '../ids.ts'
import { importKey, importsOf } from '../imports/store.ts'
import { clearPartition } from '../table/clear-partition.ts'
import type { CleanUp } from './clean-up.ts'
import { isImportDue } from './due.ts'

/** Entries of the trail that are older. @returns whether it came to its end */
export async function cleanAudit({ table, count }: CleanUp, cutoff: number | null): Promise<boolean> {
  if (cutoff !== null) count('audit', await clearPartition(table, 'AUDIT', { upTo: firstIdOf(cutoff) }))
  return true
}

/** What is known of imports that ended earlier, and their files where they still lie there. @returns whether it came to its end */
export async function cleanImports(work: CleanUp, cutoff: number | null): Promise<boolean> {
  if (cutoff === null) return true
  const { table } = work
  const lists = await allLists(table, 'PRIVATE')
  for (const listId of [null, ...lists.map(({ id }) => id)]) {
    if (work.isOver()) return false
    for (const found of await importsOf(table, listId)) {
      if (!isImportDue(found, cutoff)) continue
      await work.forgetFile(found.source)
      await table.delete(importKey(found))
      work.count('imports', 1)
    }
  }
  return true
}
