import { wakeChains } from '@recado/shared/campaigns/engine/chain'
import type { CampaignSettings } from '@recado/shared/campaigns/settings'
import { getSettings, putSettings } from '@recado/shared/campaigns/settings-store'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'

export async function get({ companyId }: Actor): Promise<{ settings: CampaignSettings }> {
  return { settings: await getSettings(tableOf(companyId)) }
}

/** Running campaigns follow from their next message on. Send windows and words that are not named stay as they are. */
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
