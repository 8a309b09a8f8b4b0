import type { TenantTable } from '../table/tenant.ts'
import { type CampaignSettings, campaignSettings, DEFAULT_CAMPAIGN_SETTINGS } from './settings.ts'

const KEY = { pk: 'COMPANY', sk: 'CAMPAIGN-SETTINGS' }

/** The company's settings, the defaults where it never saved any. */
export async function getSettings(table: TenantTable): Promise<CampaignSettings> {
  const stored = await table.get<CampaignSettings>(KEY)
  return stored ? campaignSettings.parse(stored) : DEFAULT_CAMPAIGN_SETTINGS
}

export const putSettings = (table: TenantTable, settings: CampaignSettings): Promise<void> =>
  table.put({ ...settings, ...KEY })
