import { listKey } from '../contact-lists/store.ts'
import { type All, allRows, committed, type Key, keyIn, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { IMPORTS_EXPIRE_DAYS } from './expiry.ts'
import type { ContactImport, Handover, SheetLayout } from './import.ts'
import type { PeopleSearch } from './people-search.ts'

/** A stored import: the shown fields, and its position in the file. */
export interface StoredImport extends ContactImport {
  /** Without a list: into the contacts, and not into the blocked contacts. */
  into?: 'contacts'
  /** The S3 key of the spreadsheet; '' if the contacts come from a list, or while the people are searched. */
  source: string
  /** The people to find first. Removed when their spreadsheet is recorded as `source`, or when the import ends. */
  search?: PeopleSearch
  /** The S3 key of the people found so far. Each part of a search stores them under another key. */
  foundSoFar?: string
  /** Who started it; missing in imports from before notices. */
  userId?: string
  /** The list that the contacts come from, if they do not come from a spreadsheet. */
  fromListId?: string
  removeDuplicates: boolean
  /** The position of the contacts, if a user chose it. */
  layout: SheetLayout | null
  /** Every row up to this line of the spreadsheet is processed. */
  line: number
  /** Its last progress, in milliseconds since 1970. */
  aliveAt: number
  /** Contacts up to this place of the list were handed over to the integrated platform, if that was requested. */
  syncedTo?: number
}

/** Identifies an import of a list, of the contacts, or of the blocked contacts. */
export type ImportRef = Pick<StoredImport, 'importId' | 'contactListId' | 'into'>

const KEPT_SECONDS = IMPORTS_EXPIRE_DAYS * 24 * 3600
/** An import without progress for this long counts as lost, in milliseconds. */
export const LOST_AFTER_MS = 10 * 60_000
/** An import is checked this often, in seconds: the longest delay of SQS. */
export const WATCH_SECONDS = 900

const UNDER_WAY = { in: ['WAITING', 'RUNNING'] } as const

export const importKey = ({ contactListId, into, importId }: ImportRef): Key<StoredImport> =>
  keyIn(`IMPORTS#${contactListId ?? (into ? 'CONTACTS' : 'BLOCKS')}`, importId)

export const getImport = (table: TenantTable, ref: ImportRef) => table.get(importKey(ref))

/** All imports of a list, of the contacts (`into`), or of the blocked contacts. */
export async function importsOf(
  table: TenantTable,
  contactListId: string | null,
  into?: 'contacts',
): Promise<StoredImport[]> {
  const { pk } = importKey({ contactListId, importId: '', ...(into && { into }) })
  const imports: StoredImport[] = []
  for await (const row of allRows(table, { pk })) imports.push(row)
  return imports
}

type Start = Pick<
  StoredImport,
  | 'importId'
  | 'contactListId'
  | 'into'
  | 'fromListId'
  | 'userId'
  | 'source'
  | 'search'
  | 'removeDuplicates'
  | 'layout'
  | 'consent'
  | 'createdAt'
> & {
  /** Whether its contacts are also handed over to the integrated platform. */
  syncs?: boolean
}

/** Stores a new import, waiting for its turn. */
export function putImport(table: TenantTable, { syncs, ...start }: Start): Promise<void> {
  const counts = {
    line: 0,
    read: 0,
    imported: 0,
    duplicated: 0,
    refused: 0,
    refusedReasons: {},
    shortened: 0,
  }
  const aliveAt = Date.parse(start.createdAt)
  const state = { total: null, status: 'WAITING', error: null, finishedAt: null, aliveAt } as const
  const sync = syncs ? NOT_HANDED_OVER : null
  const row: StoredImport = { ...start, ...counts, ...state, sync, ...(syncs && { syncedTo: -1 }) }
  const expiresAt = Math.floor(aliveAt / 1000) + KEPT_SECONDS
  return table.put({ ...row, ...importKey(start), expiresAt })
}

const NOT_HANDED_OVER: Handover = { status: 'WAITING', synced: 0, failed: 0, error: null }

/** Stores a handover's progress, on condition that it is unchanged. @returns false if it has changed */
export const changeHandover = (
  table: TenantTable,
  { syncedTo = -1, ...ref }: StoredImport,
  { sync, to }: { sync: Handover; to: number },
): Promise<boolean> =>
  committed(table.update(importKey(ref), { set: { sync: { ...sync }, syncedTo: to } }, { syncedTo }))

/**
 * Takes the turn of an import. Only one import at a time fills a list, so that of equal numbers the earlier file wins.
 * Imports without a list need no turn.
 * @returns false if another import has the turn
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

/** Marks an import as running before it has read a row. @returns false if it has ended */
export const markRunning = (table: TenantTable, ref: ImportRef, aliveAt: number): Promise<boolean> =>
  committed(table.update(importKey(ref), { set: { status: 'RUNNING', aliveAt } }, { status: UNDER_WAY }))

/**
 * Records the file of the people found so far.
 * @returns false if another job went on with the search, or the import ended
 */
export const recordFound = (
  table: TenantTable,
  before: StoredImport,
  after: Required<Pick<StoredImport, 'foundSoFar' | 'aliveAt'>>,
): Promise<boolean> => committed(table.update(importKey(before), { set: after }, stillSearching(before)))

/**
 * Records the spreadsheet of a search, once: it cannot be replaced after a row was read.
 * @returns false if another job went on with the search, or the import ended
 */
export const recordSheet = (
  table: TenantTable,
  before: StoredImport,
  after: Pick<StoredImport, 'source' | 'layout' | 'aliveAt'>,
): Promise<boolean> =>
  committed(
    table.update(importKey(before), { set: after, remove: ['search', 'foundSoFar'] }, stillSearching(before)),
  )

/** The condition that the search is where it was read. */
export const stillSearching = ({ foundSoFar }: StoredImport): All<StoredImport> => ({
  search: { exists: true },
  foundSoFar: foundSoFar ?? { exists: false },
  status: UNDER_WAY,
})

/** The write of an import's progress, on condition that it is unchanged. */
export const progressWrite = (before: StoredImport, after: StoredImport): Write => {
  const { line, status, total, read, imported, duplicated, refused, refusedReasons, shortened, aliveAt } =
    after
  return updateRow(
    importKey(before),
    {
      set: { line, status, total, read, imported, duplicated, refused, refusedReasons, shortened, aliveAt },
    },
    { line: before.line, status: UNDER_WAY },
  )
}

/**
 * Ends an import and frees its list. A search is forgotten, because its text may name a person.
 * @param when a further condition
 * @returns false if it had ended, or the condition did not hold
 */
export async function endImport(
  table: TenantTable,
  ref: ImportRef,
  end: Pick<ContactImport, 'status' | 'error'>,
  finishedAt: string,
  when: All<StoredImport> = {},
): Promise<boolean> {
  const change = { set: { ...end, finishedAt }, remove: ['search', 'foundSoFar'] } as const
  const ending = updateRow(importKey(ref), change, { ...when, status: UNDER_WAY })
  const freeing = ref.contactListId ? turnBack(ref.contactListId, ref.importId) : undefined
  if (freeing && (await committed(table.transact([ending, freeing])))) return true
  // It was waiting for its turn, or has ended.
  return committed(table.transact([ending]))
}

const turnBack = (contactListId: string, importId: string): Write =>
  updateRow(listKey(contactListId), { remove: ['importId', 'importAliveAt'] }, { importId })

/** Releases the turn of an import that a user ended just as it took the turn. */
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
  // Missing in imports of earlier code.
  shortened: stored.shortened ?? 0,
  consent: stored.consent,
  sync: stored.sync ?? null,
  error: stored.error,
  createdAt: stored.createdAt,
  finishedAt: stored.finishedAt,
})
