import { committed, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** What cannot be seen from a company's other rows about its first use. */
interface FirstStepsRow {
  /** When a campaign was first tested, ISO 8601. */
  triedAt?: string
}

const FIRST_STEPS = keyIn<FirstStepsRow>('COMPANY', 'FIRST-STEPS')

export const getFirstSteps = async (table: TenantTable): Promise<FirstStepsRow> =>
  (await table.get(FIRST_STEPS)) ?? {}

/** Notes that a campaign was tested. Only the first time is kept. @param at ISO 8601 */
export const noteTrial = (table: TenantTable, at: string): Promise<boolean> =>
  committed(table.update(FIRST_STEPS, { set: { triedAt: at } }, { triedAt: { exists: false } }))
