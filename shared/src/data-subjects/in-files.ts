import { allLists } from '../contact-lists/store.ts'
import { forgetExports, type StoredExport } from '../exports/store.ts'
import { importsOf, isUnderWay, LOST_AFTER_MS, type StoredImport } from '../imports/store.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type DataSubject, isTheirs } from './person.ts'

/** The bucket keeps imported spreadsheets for a week, plus a day because its rule runs once a day. In milliseconds. */
const FILES_KEPT_MS = 8 * 24 * 3_600_000

/** All imports of the company: into its lists, its contacts and the blocked contacts. */
async function* allImports(table: TenantTable): AsyncGenerator<StoredImport> {
  yield* await importsOf(table, null)
  yield* await importsOf(table, null, 'contacts')
  for (const { id } of await allLists(table, 'PRIVATE')) yield* await importsOf(table, id)
}

/**
 * Whether an import that began by `before` (ISO 8601) is still running. Imports that have shown no progress for too long are
 * ended: both their job and their watch may have failed for good.
 * @param now milliseconds since 1970
 * @param endLost ends an import as lost
 */
export async function importsAreUnderWay(
  table: TenantTable,
  before: string,
  now: number,
  endLost: (lost: StoredImport) => Promise<unknown>,
): Promise<boolean> {
  let isAnyAlive = false
  for await (const each of allImports(table)) {
    if (each.createdAt > before || !isUnderWay(each)) continue
    if (now - each.aliveAt < LOST_AFTER_MS) isAnyAlive = true
    else await endLost(each)
  }
  return isAnyAlive
}

/**
 * Deletes the spreadsheets that may contain the person: the files of finished imports, and every export of people. A
 * person cannot be removed from such a file; an export can be made again.
 * @param now milliseconds since 1970
 * @param forgetFile deletes a file from the bucket by its key
 */
export async function eraseFromFiles(
  table: TenantTable,
  subject: DataSubject,
  now: number,
  forgetFile: (key: string) => Promise<void>,
): Promise<void> {
  const since = new Date(now - FILES_KEPT_MS).toISOString()
  for await (const each of allImports(table))
    if (each.createdAt > since && !isUnderWay(each) && each.source) await forgetFile(each.source)
  await forgetExports(table, (wanted) => mayName(wanted, subject), forgetFile)
}

function mayName(wanted: StoredExport['wanted'], subject: DataSubject): boolean {
  if (wanted.kind === 'data-subject') return isTheirs(subject, wanted)
  return wanted.kind !== 'audit'
}
