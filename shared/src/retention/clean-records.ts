import { allLists } from '../contact-lists/store.ts'
import { firstIdOf } from '../ids.ts'
import { importKey, importsOf } from '../imports/store.ts'
import { forgetSchedule, schedulesBefore } from '../schedules/store.ts'
import { clearPartition } from '../table/clear-partition.ts'
import { partition } from '../table/table.ts'
import type { CleanUp } from './clean-up.ts'
import { isImportDue } from './due.ts'

/** Deletes audit entries before the cutoff. @returns whether it reached the end */
export async function cleanAudit({ table, count }: CleanUp, cutoff: number | null): Promise<boolean> {
  if (cutoff !== null)
    count('audit', await clearPartition(table, partition('AUDIT'), { upTo: firstIdOf(cutoff) }))
  return true
}

/** Deletes imports that ended before the cutoff, with their remaining files. @returns whether it reached the end */
export async function cleanImports(work: CleanUp, cutoff: number | null): Promise<boolean> {
  if (cutoff === null) return true
  const { table } = work
  const lists = await allLists(table, 'PRIVATE')
  const targets = [
    () => importsOf(table, null),
    () => importsOf(table, null, 'contacts'),
    ...lists.map(
      ({ id }) =>
        () =>
          importsOf(table, id),
    ),
  ]
  for (const importsOfTarget of targets) {
    if (work.isOver()) return false
    for (const found of await importsOfTarget()) {
      if (!isImportDue(found, cutoff)) continue
      if (found.source) await work.forgetFile(found.source)
      await table.delete(importKey(found))
      work.count('imports', 1)
    }
  }
  return true
}

/**
 * Deletes scheduled messages that were sent, or failed, before the cutoff of conversations, with their files.
 * @returns whether it reached the end
 */
export async function cleanSchedules(work: CleanUp, cutoff: number | null): Promise<boolean> {
  if (cutoff === null) return true
  const before = new Date(cutoff).toISOString()
  for (const status of ['ENVIADA', 'ERRO'] as const) {
    for await (const schedule of schedulesBefore(work.table, status, before)) {
      if (work.isOver()) return false
      await forgetSchedule(work.table, schedule, work.forgetFile)
    }
  }
  return true
}
