import { erasedBlockKey, erasedLidKey } from '../contact-blocks/store.ts'
import { pageNewestFirst } from '../table/pages.ts'
import { allRows, committed, type Key, partition, putRow, updateRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Erased, type Erasure, NOTHING_ERASED } from './erasure.ts'

/** A stored erasure. Erasures of earlier versions have no number of blocks. */
export interface StoredErasure extends Omit<Erased, 'blocks'>, Partial<Pick<Erased, 'blocks'>> {
  id: string
  /** Canonical; '' while only the LID is known. Removed once the erasure is complete, as the LID is. */
  number?: string
  lid?: string
  lastDigits: string
  /** The sort key of the row that blocks the person. */
  mark: string
  by: string
  createdAt: string
  finishedAt: string | null
  /** When messages to the person were last allowed again, ISO 8601. A later erasure of the person blocks them anew. */
  liftedAt?: string
  liftedBy?: string
  /** Its last progress, in milliseconds since 1970. */
  aliveAt: number
  /** Campaigns up to this one are processed. */
  campaignId?: string
  /** Whether one of those must be looked at again. */
  isOpen?: boolean
}

const PARTITION = partition<StoredErasure>('ERASURES')
const erasureKey = (id: string): Key<StoredErasure> => ({ pk: PARTITION, sk: id })
const LAST_DIGITS = 4
/** An erasure without progress for this many milliseconds must be started again. */
const STALLED_MS = 30 * 60_000

export const getErasure = (table: TenantTable, id: string) => table.get(erasureKey(id))

/**
 * Begins an erasure: automatic messages to the person stop now.
 * @param person the canonical number; the LID while no number is known
 * @param now milliseconds since 1970
 */
export async function putErasure(
  table: TenantTable,
  { id, number, lid, by }: { id: string; number: string; lid?: string | undefined; by: string },
  now: number,
): Promise<StoredErasure> {
  const { companyId } = table
  const mark = number ? erasedBlockKey(companyId, number) : erasedLidKey(companyId, lid ?? '')
  const begun: StoredErasure = {
    id,
    number,
    by,
    mark: mark.sk,
    lastDigits: (number || (lid ?? '')).slice(-LAST_DIGITS),
    createdAt: new Date(now).toISOString(),
    finishedAt: null,
    aliveAt: now,
    ...NOTHING_ERASED,
    ...(lid !== undefined && { lid }),
  }
  await table.transact([putRow({ ...begun, ...erasureKey(id) }), putRow({ ...mark })])
  return begun
}

/** Stores the progress of an erasure. @returns the erasure; undefined if it has ended */
export async function erasureWentOn(
  table: TenantTable,
  id: string,
  { erased = {}, at = {} }: { erased?: Partial<Erased>; at?: Pick<StoredErasure, 'campaignId' | 'isOpen'> },
  now: number,
): Promise<StoredErasure | undefined> {
  const change = { set: { ...at, aliveAt: now }, add: erased }
  const written = table.transact([updateRow(erasureKey(id), change, { number: { exists: true } })])
  return (await committed(written)) ? getErasure(table, id) : undefined
}

/** Ends an erasure, and removes number and LID from all erasures of the person. */
export async function endErasure(
  table: TenantTable,
  { id, mark }: StoredErasure,
  finishedAt: string,
): Promise<void> {
  const change = { set: { finishedAt }, remove: ['number', 'lid', 'campaignId', 'isOpen'] } as const
  for await (const row of erasuresOf(table, mark))
    if (row.id === id || row.number !== undefined) await table.update(erasureKey(row.id), change)
}

/** Allows messages to the person again, and records it in all erasures of the person. @returns the erasure as recorded */
export async function liftErasure(
  table: TenantTable,
  erasure: StoredErasure,
  { at, by }: { at: string; by: string },
): Promise<StoredErasure> {
  const note = { liftedAt: at, liftedBy: by }
  // The notes show only without the mark. An interrupted call is repeated.
  for await (const { id } of erasuresOf(table, erasure.mark))
    await table.update(erasureKey(id), { set: note }, { pk: { exists: true } })
  await table.delete({ ...erasedBlockKey(table.companyId, ''), sk: erasure.mark })
  return { ...erasure, ...note }
}

/** All erasures of one person. */
const erasuresOf = (table: TenantTable, mark: string) =>
  allRows(table, { pk: PARTITION, filter: { mark }, consistent: true })

/** Newest first. */
export const pageOfErasures = (table: TenantTable, query: { before?: string | undefined; limit: number }) =>
  pageNewestFirst(table, { pk: PARTITION, ...query })

/** Erasures as the API shows them. @param now milliseconds since 1970 */
export async function shownErasures(
  table: TenantTable,
  rows: readonly StoredErasure[],
  now: number,
): Promise<Erasure[]> {
  const { pk } = erasedBlockKey(table.companyId, '')
  const marks = await table.getMany(rows.map(({ mark }) => ({ pk, sk: mark })))
  const blocked = new Set(marks.map(({ sk }) => sk))
  return rows.map((row) => {
    const { id, lastDigits, by, createdAt, finishedAt } = row
    const { contacts, groups, recipients, messages, files, tickets, blocks = 0 } = row
    const { liftedAt, liftedBy } = row
    const isBlocked = blocked.has(row.mark)
    return {
      id,
      lastDigits,
      by,
      createdAt,
      finishedAt,
      blocked: isBlocked,
      lifted: !isBlocked && liftedAt && liftedBy ? { at: liftedAt, by: liftedBy } : null,
      erased: { contacts, groups, recipients, messages, files, tickets, blocks },
      status: finishedAt ? 'DONE' : now - row.aliveAt > STALLED_MS ? 'STALLED' : 'RUNNING',
    }
  })
}
