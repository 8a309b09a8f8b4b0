import type { CampaignSettings } from '@recado/shared/campaigns/contract/settings'
import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import { getSettings, putSettings } from '@recado/shared/campaigns/store/settings'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'

export async function get({ companyId }: Actor): Promise<{ settings: CampaignSettings }> {
  return { settings: await getSettings(tableOf(companyId)) }
}

/**
 * Running campaigns use the new settings from their next message on. Omitted send windows and words stay unchanged.
 */
export async function save({ companyId }: Actor, { settings: given }: { settings: CampaignSettings }) {
  const table = tableOf(companyId)
  await putSettings(table, given)
  await wakeChains(ports, companyId)
  return { settings: await getSettings(table) }
}
