import { allLists } from '../contact-lists/store.ts'
import { forgetExports, type StoredExport } from '../exports/store.ts'
import { importsOf, isUnderWay, type StoredImport } from '../imports/store.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { DataSubject } from './person.ts'

/** Imported spreadsheets lie in the bucket for a week; a day more, since the bucket's rule runs once a day. In ms. */
const FILES_KEPT_MS = 8 * 24 * 3_600_000

/** Every import of the company: of its lists, and of blocked contacts. */
async function* allImports(table: TenantTable): AsyncGenerator<StoredImport> {
  yield* await importsOf(table, null)
  for (const { id } of await allLists(table, 'PRIVATE')) yield* await importsOf(table, id)
}

/** Whether an import that began by a moment (ISO 8601) still brings contacts in. */
export async function importsAreUnderWay(table: TenantTable, before: string): Promise<boolean> {
  for await (const each of allImports(table)) if (each.createdAt <= before && isUnderWay(each)) return true
  return false
}

/**
 * Deletes the spreadsheets that may name the person: the files of finished imports, and every export of people.
 * What is in such a file cannot be taken out of it; an export can be made again.
 * @param now milliseconds since 1970
 * @param forgetFile takes a file out of the bucket, by its key
 */
export async function eraseFromFiles(
  table: TenantTable,
  { number }: DataSubject,
  now: number,
  forgetFile: (key: string) => Promise<void>,
): Promise<void> {
  const since = new Date(now - FILES_KEPT_MS).toISOString()
  for await (const each of allImports(table))
    if (each.createdAt > since && !isUnderWay(each)) await forgetFile(each.source)
  await forgetExports(table, (wanted) => mayName(wanted, number), forgetFile)
}

function mayName(wanted: StoredExport['wanted'], number: string): boolean {
  if (wanted.kind === 'data-subject') return wanted.number === number
  return wanted.kind !== 'audit'
}
