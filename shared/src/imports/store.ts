import { listKey } from '../contact-lists/store.ts'
import { allRows, committed, type Key, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { ContactImport, Handover, SheetLayout } from './import.ts'

/** What is stored of an import: what it shows, and how far it has read. */
export interface StoredImport extends ContactImport {
  /** The S3 key of the spreadsheet. */
  source: string
  removeDuplicates: boolean
  /** Where the contacts are, where somebody said so. */
  layout: SheetLayout | null
  /** Every row up to this line of the spreadsheet has been dealt with. */
  line: number
  /** When it last got on, in milliseconds since 1970. */
  aliveAt: number
  /** Contacts up to this place of the list have been handed to the integrated platform, where they are to be. */
  syncedTo?: number
}

/** Which import: of a list, or of the blocked contacts. */
export type ImportRef = Pick<StoredImport, 'importId' | 'contactListId'>

/** Imports are kept for 90 days, in seconds. */
const KEPT_SECONDS = 90 * 24 * 3600
/** An import that was not heard of for this long has died for good, in milliseconds. */
export const LOST_AFTER_MS = 10 * 60_000
/** An import is looked after this often, in seconds: SQS delays no longer. */
export const WATCH_SECONDS = 900

const UNDER_WAY = { in: ['WAITING', 'RUNNING'] } as const

export const importKey = ({ contactListId, importId }: ImportRef): Key => ({
  pk: `IMPORTS#${contactListId ?? 'BLOCKS'}`,
  sk: importId,
})

export const getImport = (table: TenantTable, ref: ImportRef) => table.get<StoredImport>(importKey(ref))

/** All imports of a list, or (null) of the blocked contacts. */
export async function importsOf(table: TenantTable, contactListId: string | null): Promise<StoredImport[]> {
  const { pk } = importKey({ contactListId, importId: '' })
  const imports: StoredImport[] = []
  for await (const row of allRows<StoredImport>(table, { pk })) imports.push(row)
  return imports
}

type Start = Pick<
  StoredImport,
  'importId' | 'contactListId' | 'source' | 'removeDuplicates' | 'layout' | 'consent' | 'createdAt'
> & {
  /** Its contacts go to the integrated platform too. */
  syncs?: boolean
}

/** Stores a new import, which waits for its turn. */
export function putImport(table: TenantTable, { syncs, ...start }: Start): Promise<void> {
  const counts = { line: 0, read: 0, imported: 0, duplicated: 0, refused: 0, refusedReasons: {} }
  const aliveAt = Date.parse(start.createdAt)
  const state = { total: null, status: 'WAITING', error: null, finishedAt: null, aliveAt } as const
  const sync = syncs ? NOT_HANDED_OVER : null
  const row: StoredImport = { ...start, ...counts, ...state, sync, ...(syncs && { syncedTo: -1 }) }
  const expiresAt = Math.floor(aliveAt / 1000) + KEPT_SECONDS
  return table.put({ ...row, ...importKey(start), expiresAt })
}

const NOT_HANDED_OVER: Handover = { status: 'WAITING', synced: 0, failed: 0, error: null }

/** How a handover gets on, on condition that it is as far as it was read. @returns false where it is not */
export const changeHandover = (
  table: TenantTable,
  { syncedTo = -1, ...ref }: StoredImport,
  { sync, to }: { sync: Handover; to: number },
): Promise<boolean> =>
  committed(table.update(importKey(ref), { set: { sync: { ...sync }, syncedTo: to } }, { syncedTo }))

/**
 * Takes the turn of an import: one at a time fills a list, so that of equal numbers the file that came first has
 * its way. Imports of blocked contacts need no turn.
 * @returns false where another one has it
 */
export async function takeTurn(
  table: TenantTable,
  { contactListId, importId }: ImportRef,
  now: number,
): Promise<boolean> {
  if (!contactListId) return true
  const change = { set: { importId, importAliveAt: now } }
  return committed(
    table.update(listKey(contactListId), change, [
      { pk: { exists: true }, importId: { exists: false } },
      { importId },
      { pk: { exists: true }, importAliveAt: { below: now - LOST_AFTER_MS } },
    ]),
  )
}

/** How an import gets on, on condition that it is as far as it was read. */
export const progressWrite = (before: StoredImport, after: StoredImport): Write => {
  const { line, status, total, read, imported, duplicated, refused, refusedReasons, aliveAt } = after
  return {
    update: importKey(before),
    change: {
      set: { line, status, total, read, imported, duplicated, refused, refusedReasons, aliveAt },
    },
    when: { line: before.line, status: UNDER_WAY },
  }
}

/** Ends an import and frees its list with it. @returns false where it had ended */
export async function endImport(
  table: TenantTable,
  ref: ImportRef,
  end: Pick<ContactImport, 'status' | 'error'>,
  finishedAt: string,
): Promise<boolean> {
  const ending = {
    update: importKey(ref),
    change: { set: { ...end, finishedAt } },
    when: { status: UNDER_WAY },
  }
  const freeing = ref.contactListId ? turnBack(ref.contactListId, ref.importId) : undefined
  if (freeing && (await committed(table.transact([ending, freeing])))) return true
  // It waited for its turn, or has ended.
  return committed(table.transact([ending]))
}

const turnBack = (contactListId: string, importId: string): Write => ({
  update: listKey(contactListId),
  change: { remove: ['importId', 'importAliveAt'] },
  when: { importId },
})

/** Gives the turn back, where an import has it that somebody ended just as it took it. */
export async function leaveTurn(table: TenantTable, { contactListId, importId }: ImportRef): Promise<void> {
  if (contactListId) await committed(table.transact([turnBack(contactListId, importId)]))
}

export const isUnderWay = ({ status }: Pick<ContactImport, 'status'>): boolean =>
  status === 'WAITING' || status === 'RUNNING'

export const importOf = (stored: StoredImport): ContactImport => ({
  importId: stored.importId,
  contactListId: stored.contactListId,
  status: stored.status,
  total: stored.total,
  read: stored.read,
  imported: stored.imported,
  duplicated: stored.duplicated,
  refused: stored.refused,
  refusedReasons: stored.refusedReasons,
  consent: stored.consent,
  sync: stored.sync ?? null,
  error: stored.error,
  createdAt: stored.createdAt,
  finishedAt: stored.finishedAt,
})
