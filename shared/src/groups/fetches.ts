import type { ErrorCode } from '../errors/error-codes.ts'
import { allRows, committed, type Key, partition, type When } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { GroupFetch } from './group-fetch.ts'

/** The stored progress of reading an account's groups. */
export type StoredFetch = Omit<GroupFetch, 'whatsappId' | 'whatsappName'> & {
  connectionId: string
  /** Its last progress, in milliseconds since 1970. */
  aliveAt: number
}

/** A reading without progress for this many milliseconds is lost: WhatsApp itself may take a minute. */
const LOST_AFTER_MS = 2 * 60_000

const PARTITION = partition<StoredFetch>('GROUP-FETCHES')
const keyOf = (connectionId: string): Key<StoredFetch> => ({ pk: PARTITION, sk: connectionId })

export const getFetch = (table: TenantTable, connectionId: string) => table.get(keyOf(connectionId))

export async function allFetches(table: TenantTable): Promise<StoredFetch[]> {
  const fetches: StoredFetch[] = []
  for await (const row of allRows(table, { pk: PARTITION, consistent: true })) fetches.push(row)
  return fetches
}

/**
 * Begins a reading, or records that it could not begin.
 * @param now milliseconds since 1970
 * @returns false if a reading is running
 */
export function beginFetch(
  table: TenantTable,
  connectionId: string,
  now: number,
  error: ErrorCode | null = null,
): Promise<boolean> {
  const at = new Date(now).toISOString()
  const begun = { connectionId, stored: 0, total: null, startedAt: at, aliveAt: now }
  const state = error
    ? { status: 'FAILED' as const, error, finishedAt: at }
    : { status: 'FETCHING' as const, error: null, finishedAt: null }
  const mayBegin: When<StoredFetch> = [
    { pk: { exists: false } },
    { status: { in: ['DONE', 'FAILED'] } },
    { aliveAt: { below: now - LOST_AFTER_MS } },
  ]
  return committed(table.put({ ...begun, ...state, ...keyOf(connectionId) }, mayBegin))
}

type Progress = Partial<Pick<StoredFetch, 'stored' | 'total' | 'status' | 'error' | 'finishedAt'>>

/** @param now milliseconds since 1970. @returns the changed reading; undefined if none is running */
export async function continueFetch(
  table: TenantTable,
  connectionId: string,
  progress: Progress,
  now: number,
): Promise<StoredFetch | undefined> {
  const set = { ...progress, aliveAt: now }
  const isGoingOn = await committed(table.update(keyOf(connectionId), { set }, { status: 'FETCHING' }))
  return isGoingOn ? getFetch(table, connectionId) : undefined
}

export const forgetFetch = (table: TenantTable, connectionId: string): Promise<void> =>
  table.delete(keyOf(connectionId))

/** A reading as the API shows it. @param now milliseconds since 1970 */
export function fetchOf(
  { connectionId, aliveAt, status, stored, total, error, startedAt, finishedAt }: StoredFetch,
  whatsappName: string,
  now: number,
): GroupFetch {
  const shown = { whatsappId: connectionId, whatsappName, stored, total, startedAt }
  if (status === 'FETCHING' && aliveAt < now - LOST_AFTER_MS) {
    const lostAt = new Date(aliveAt + LOST_AFTER_MS).toISOString()
    return { ...shown, status: 'FAILED', error: 'ERR_GROUP_FETCH_LOST', finishedAt: lostAt }
  }
  return { ...shown, status, error, finishedAt }
}
