import { overdueFromOf } from '../../companies/overdue.ts'
import { companyKey, getCompany } from '../../companies/store.ts'
import { settingsKey } from '../../companies/time-zone.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { committed, keyIn, putRow, updateRow } from '../../table/table.ts'
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

/** Saves the settings. With another time zone it also updates when the company becomes overdue. */
export const putSettings = (table: TenantTable, settings: CampaignSettings): Promise<void> =>
  retrying(
    table,
    () => getCompany(table),
    async (company) => {
      const row = { ...settings, ...KEY }
      const overdueFrom = overdueFromOf(company?.dueDate ?? null, settings.timezone)
      if (!company || company.overdueFrom === overdueFrom) return table.put(row)
      const { version } = company
      const saved = table.transact([
        putRow(row),
        updateRow(companyKey, { set: { overdueFrom } }, { version }),
      ])
      // The operator may have changed the company meanwhile.
      if (!(await committed(saved))) return AGAIN
    },
  )
