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
  const { sendWindows, optOutWords, returnWords } = { ...(await getSettings(table)), ...given }
  const settings = {
    ...given,
    ...(sendWindows && { sendWindows }),
    ...(optOutWords && { optOutWords }),
    ...(returnWords && { returnWords }),
  }
  await putSettings(table, settings)
  await wakeChains(ports, companyId)
  return { settings }
}
