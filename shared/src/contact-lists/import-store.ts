import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { ContactImport } from './import.ts'
import { listKey } from './store.ts'

/** What is stored of an import: what it shows, and how far it has read. */
export interface StoredImport extends ContactImport {
  /** The S3 key of the spreadsheet. */
  source: string
  removeDuplicates: boolean
  /** Every row up to this line of the spreadsheet has been dealt with. */
  line: number
}

/** Imports are kept for 90 days, in seconds. */
const KEPT_SECONDS = 90 * 24 * 3600

export const importKey = (listId: string, importId: string): Key => ({
  pk: `IMPORTS#${listId}`,
  sk: importId,
})

export const getImport = (table: TenantTable, listId: string, importId: string) =>
  table.get<StoredImport>(importKey(listId, importId))

/** Stores a new import and keeps all others off the list. @returns false where one is under way */
export function beginImport(
  table: TenantTable,
  start: Pick<StoredImport, 'importId' | 'contactListId' | 'source' | 'removeDuplicates' | 'createdAt'>,
): Promise<boolean> {
  const { importId, contactListId } = start
  const counts = { line: 0, read: 0, imported: 0, duplicated: 0, refused: 0, refusedReasons: {} }
  const row: StoredImport = { ...start, ...counts, status: 'WAITING', error: null, finishedAt: null }
  const expiresAt = Math.floor(Date.parse(start.createdAt) / 1000) + KEPT_SECONDS
  return committed(
    table.transact([
      { put: { ...row, ...importKey(contactListId, importId), expiresAt } },
      {
        update: listKey(contactListId),
        change: { set: { importId } },
        when: { pk: { exists: true }, importId: { exists: false } },
      },
    ]),
  )
}

/** Ends an import and frees its list. @returns false where it had ended */
export function endImport(
  table: TenantTable,
  { importId, contactListId }: Pick<StoredImport, 'importId' | 'contactListId'>,
  end: Pick<ContactImport, 'status' | 'error'>,
  finishedAt: string,
): Promise<boolean> {
  return committed(
    table.transact([
      {
        update: importKey(contactListId, importId),
        change: { set: { ...end, finishedAt } },
        when: { status: { in: ['WAITING', 'RUNNING'] } },
      },
      { update: listKey(contactListId), change: { remove: ['importId'] }, when: { importId } },
    ]),
  )
}

export const importOf = (stored: StoredImport): ContactImport => ({
  importId: stored.importId,
  contactListId: stored.contactListId,
  status: stored.status,
  read: stored.read,
  imported: stored.imported,
  duplicated: stored.duplicated,
  refused: stored.refused,
  refusedReasons: stored.refusedReasons,
  error: stored.error,
  createdAt: stored.createdAt,
  finishedAt: stored.finishedAt,
})
