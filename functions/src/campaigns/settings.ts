import type { CampaignSettings } from '@recado/shared/campaigns/settings'
import { getSettings, putSettings } from '@recado/shared/campaigns/settings-store'
import type { Actor } from '@recado/shared/sessions/session'
import { tableOf } from '../context.ts'

export async function get({ companyId }: Actor): Promise<{ settings: CampaignSettings }> {
  return { settings: await getSettings(tableOf(companyId)) }
}

/** Running campaigns follow from their next message on. */
export async function save({ companyId }: Actor, { settings }: { settings: CampaignSettings }) {
  await putSettings(tableOf(companyId), settings)
  return { settings }
}
