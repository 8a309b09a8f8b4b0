import { DEFAULT_TIME_ZONE } from '../calendar/time-zones.ts'
import { keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** The row of the company's settings. It belongs to campaigns, except the time zone, which the whole company uses. */
export const settingsKey = keyIn<{ timezone: string }>('COMPANY', 'CAMPAIGN-SETTINGS')

/** The company's time zone, an IANA name; the default if it never saved one. */
export async function timeZoneOf(table: TenantTable): Promise<string> {
  const stored = await table.get(settingsKey)
  return stored?.timezone ?? DEFAULT_TIME_ZONE
}
