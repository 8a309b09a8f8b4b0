import { platformTable, transactTogether } from '../../table/platform.ts'
import { ConditionFailed, committed, type Table } from '../../table/table.ts'
import { TenantTable } from '../../table/tenant.ts'
import { type CompanyDeletion, companyDeletion } from '../company-record.ts'
import { companyKey } from '../store.ts'
import { deletionKey } from './deletion-key.ts'

/** A deletion that is under way. */
export type StoredDeletion = CompanyDeletion & {
  /** Who began it: whose browser is told how far it has come. */
  by: { companyId: string; userId: string }
  /** How often everything was gone through: what was on its way the first time has come by the second. */
  rounds: number
  /** A job is at work on it until then, in milliseconds since 1970, unless it says more. */
  busyUntil: number
}

export const getDeletion = (platform: TenantTable, companyId: string) =>
  platform.get<StoredDeletion>(deletionKey(companyId))

/** Begins a deletion, unless there is one; from then on the company can be changed no more. @returns false where it is not archived */
export async function beginDeletion({ table }: { table: Table }, deletion: StoredDeletion): Promise<boolean> {
  const platform = platformTable(table)
  const { companyId } = deletion
  const begun = transactTogether(table, [
    {
      of: platform,
      writes: [{ put: { ...deletion, ...deletionKey(companyId) }, when: { pk: { exists: false } } }],
    },
    { of: new TenantTable(table, companyId), writes: [{ check: companyKey, when: { archived: true } }] },
  ])
  return (await committed(begun)) || (await getDeletion(platform, companyId)) !== undefined
}

/**
 * Takes a deletion up, for one job alone. @param until milliseconds since 1970, as `now`
 * @returns undefined where another job is at work on it, or it has come to its end
 */
export async function takeUpDeletion(
  platform: TenantTable,
  companyId: string,
  { now, until }: { now: number; until: number },
): Promise<StoredDeletion | undefined> {
  const isFree = { busyUntil: { below: now } }
  const taken = platform.update<StoredDeletion>(deletionKey(companyId), { set: { busyUntil: until } }, isFree)
  return taken.catch((error: unknown) => {
    if (error instanceof ConditionFailed) return undefined
    throw error
  })
}

/** Notes how far it has come, unless it has come to its end. */
export async function changeDeletion(
  platform: TenantTable,
  companyId: string,
  change: Partial<Pick<StoredDeletion, 'status' | 'done' | 'total' | 'rounds' | 'busyUntil'>>,
): Promise<void> {
  await committed(platform.update(deletionKey(companyId), { set: change }, { pk: { exists: true } }))
}

export const endDeletion = (platform: TenantTable, companyId: string) =>
  platform.delete(deletionKey(companyId))

/** A deletion as it is shown. */
export const deletionOf = (stored: StoredDeletion): CompanyDeletion => companyDeletion.parse(stored)
