import { platformTable, transactTogether } from '../../table/platform.ts'
import { ConditionFailed, checkRow, committed, putRow, type Table } from '../../table/table.ts'
import { TenantTable } from '../../table/tenant.ts'
import { companyKey } from '../store.ts'
import { type CompanyDeletion, companyDeletion } from './company-record.ts'
import { deletionKey, type StoredDeletion } from './deletion-key.ts'

export const getDeletion = (platform: TenantTable, companyId: string) => platform.get(deletionKey(companyId))

/** Starts a deletion unless one runs. From then on the company cannot change. @returns false if it is not archived */
export async function beginDeletion({ table }: { table: Table }, deletion: StoredDeletion): Promise<boolean> {
  const platform = platformTable(table)
  const { companyId } = deletion
  const begun = transactTogether(table, [
    {
      of: platform,
      writes: [putRow({ ...deletion, ...deletionKey(companyId) }, { pk: { exists: false } })],
    },
    { of: new TenantTable(table, companyId), writes: [checkRow(companyKey, { archived: true })] },
  ])
  return (await committed(begun)) || (await getDeletion(platform, companyId)) !== undefined
}

/**
 * Takes up a deletion for one job. @param until milliseconds since 1970, as `now`
 * @returns undefined if another job works on it, or it is complete
 */
export async function takeUpDeletion(
  platform: TenantTable,
  companyId: string,
  { now, until }: { now: number; until: number },
): Promise<StoredDeletion | undefined> {
  const isFree = { busyUntil: { below: now } }
  const taken = platform.update(deletionKey(companyId), { set: { busyUntil: until } }, isFree)
  return taken.catch((error: unknown) => {
    if (error instanceof ConditionFailed) return undefined
    throw error
  })
}

/** Stores the progress, unless the deletion is complete. */
export async function changeDeletion(
  platform: TenantTable,
  companyId: string,
  change: Partial<Pick<StoredDeletion, 'status' | 'done' | 'total' | 'rounds' | 'busyUntil'>>,
): Promise<void> {
  await committed(platform.update(deletionKey(companyId), { set: change }, { pk: { exists: true } }))
}

export const endDeletion = (platform: TenantTable, companyId: string) =>
  platform.delete(deletionKey(companyId))

/** A deletion as the API shows it. */
export const deletionOf = (stored: StoredDeletion): CompanyDeletion => companyDeletion.parse(stored)
