import { overdueFromOf } from '../companies/overdue.ts'
import { companyKey, getCompany } from '../companies/store.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type CampaignSettings, campaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from './settings.ts'

const KEY = { pk: 'COMPANY', sk: 'CAMPAIGN-SETTINGS' }

/** The company's settings, the defaults where it never saved any. */
export async function getSettings(table: TenantTable): Promise<CampaignSettings> {
  const stored = await table.get<CampaignSettings>(KEY)
  return stored ? campaignSettings.parse(stored) : DEFAULT_CAMPAIGN_SETTINGS
}

/** Saves them, and with another zone also the moment from which the company would be overdue. */
export async function putSettings(table: TenantTable, settings: CampaignSettings): Promise<void> {
  const row = { ...settings, ...KEY }
  const company = await getCompany(table)
  const overdueFrom = overdueFromOf(company?.dueDate ?? null, settings.timezone)
  if (!company || company.overdueFrom === overdueFrom) return table.put(row)
  const { version } = company
  const isSaved = await committed(
    table.transact([
      { put: row },
      { update: companyKey, change: { set: { overdueFrom } }, when: { version } },
    ]),
  )
  // The operator changed the company meanwhile.
  if (!isSaved) return putSettings(table, settings)
}
