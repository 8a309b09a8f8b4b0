import type { Company } from '../../companies/company.ts'
import { overdueFromOf } from '../../companies/overdue.ts'
import { companyKey, getCompany } from '../../companies/store.ts'
import { settingsKey } from '../../companies/time-zone.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { committed, keyIn, putRow, updateRow, type Write } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { type CampaignSettings, campaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from '../contract/settings.ts'

const KEY = keyIn<CampaignSettings>(settingsKey.pk, settingsKey.sk)

/** The company's settings; the defaults if it never saved any. Strongly consistent by default. */
export async function getSettings(
  table: TenantTable,
  options?: { consistent?: boolean },
): Promise<CampaignSettings> {
  const stored = await table.get(KEY, options)
  return stored ? campaignSettings.parse(stored) : DEFAULT_CAMPAIGN_SETTINGS
}

/**
 * Saves some of the settings; the others stay. With a time zone it also updates when the company becomes overdue.
 */
export const putSettings = (table: TenantTable, settings: Partial<CampaignSettings>): Promise<void> =>
  retrying<SettingsAndCompany, void>(
    table,
    () => settingsAndCompany(table),
    async ({ stored, company }) => {
      // The first row is complete, because `getSettings` reads no partial one.
      const saved = stored
        ? updateRow(KEY, { set: settings }, { pk: { exists: true } })
        : putRow({ ...DEFAULT_CAMPAIGN_SETTINGS, ...settings, ...KEY }, { pk: { exists: false } })
      const { timezone } = settings
      const overdue = company && timezone ? overdueWrites(company, timezone) : []
      // Another call may have saved the first settings meanwhile, or an operator may have changed the company.
      if (!(await committed(table.transact([saved, ...overdue])))) return AGAIN
    },
  )

type SettingsAndCompany = Awaited<ReturnType<typeof settingsAndCompany>>

async function settingsAndCompany(table: TenantTable) {
  const [stored, company] = await Promise.all([table.get(KEY), getCompany(table)])
  return { stored, company }
}

/** Always in the transaction of the time zone, changed or not, so that both are of the same call. */
function overdueWrites({ dueDate, version }: Company, timezone: string): Write[] {
  const overdueFrom = overdueFromOf(dueDate, timezone)
  return overdueFrom === null ? [] : [updateRow(companyKey, { set: { overdueFrom } }, { version })]
}
