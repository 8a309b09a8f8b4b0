import { erasedBlockKey } from '../contact-blocks/store.ts'
import { pageNewestFirst } from '../table/newest-first.ts'
import { allRows, ConditionFailed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Erased, type Erasure, NOTHING_ERASED } from './erasure.ts'

/** What is stored of an erasure. */
export interface StoredErasure extends Erased {
  id: string
  /** Canonical; gone once it is done. */
  number?: string
  lastDigits: string
  /** The name of the row that keeps the person from being written to. */
  mark: string
  by: string
  createdAt: string
  finishedAt: string | null
  /** When it last got on, in milliseconds since 1970. */
  aliveAt: number
  /** Campaigns up to this one have been gone through. */
  campaignId?: string
  /** One of those has to be looked at again. */
  isOpen?: boolean
}

const PARTITION = 'ERASURES'
const erasureKey = (id: string): Key => ({ pk: PARTITION, sk: id })
const LAST_DIGITS = 4
/** One that nothing was heard of for so long has to be begun again, in milliseconds. */
const STALLED_MS = 30 * 60_000

export const getErasure = (table: TenantTable, id: string) => table.get<StoredErasure>(erasureKey(id))

/** Begins an erasure: from here on nothing that sends by itself writes to the number. @param now milliseconds since 1970 */
export async function putErasure(
  table: TenantTable,
  { id, number, by }: { id: string; number: string; by: string },
  now: number,
): Promise<StoredErasure> {
  const mark = erasedBlockKey(table.companyId, number)
  const begun: StoredErasure = {
    id,
    number,
    by,
    mark: mark.sk,
    lastDigits: number.slice(-LAST_DIGITS),
    createdAt: new Date(now).toISOString(),
    finishedAt: null,
    aliveAt: now,
    ...NOTHING_ERASED,
  }
  await table.transact([{ put: { ...begun, ...erasureKey(id) } }, { put: { ...mark } }])
  return begun
}

/** Stores how far an erasure has come. @returns it; undefined where it is over */
export async function erasureWentOn(
  table: TenantTable,
  id: string,
  { erased = {}, at = {} }: { erased?: Partial<Erased>; at?: Pick<StoredErasure, 'campaignId' | 'isOpen'> },
  now: number,
): Promise<StoredErasure | undefined> {
  const change = { set: { ...at, aliveAt: now }, add: erased }
  try {
    return await table.update<StoredErasure>(erasureKey(id), change, { number: { exists: true } })
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/** The person is gone: so is the number, in every erasure of theirs that was begun. */
export async function endErasure(
  table: TenantTable,
  { id, mark }: StoredErasure,
  finishedAt: string,
): Promise<void> {
  const change = { set: { finishedAt }, remove: ['number', 'campaignId', 'isOpen'] }
  for await (const row of allRows<StoredErasure>(table, {
    pk: PARTITION,
    filter: { mark },
    consistent: true,
  }))
    if (row.id === id || row.number) await table.update(erasureKey(row.id), change)
}

/** The person may be written to again. */
export const liftErasure = (table: TenantTable, { mark }: StoredErasure): Promise<void> =>
  table.delete({ ...erasedBlockKey(table.companyId, ''), sk: mark })

/** Newest first. */
export const pageOfErasures = (table: TenantTable, query: { before?: string | undefined; limit: number }) =>
  pageNewestFirst<StoredErasure>(table, { pk: PARTITION, ...query })

/** Erasures as they are shown. @param now milliseconds since 1970 */
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
    const { contacts, groups, recipients, messages, files, tickets } = row
    return {
      id,
      lastDigits,
      by,
      createdAt,
      finishedAt,
      blocked: blocked.has(row.mark),
      erased: { contacts, groups, recipients, messages, files, tickets },
      status: finishedAt ? 'DONE' : now - row.aliveAt > STALLED_MS ? 'STALLED' : 'RUNNING',
    }
  })
}
