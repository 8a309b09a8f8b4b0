import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { paceTick } from '@recado/shared/queues/jobs'
import { log, ports, tableOf } from '../context.ts'
import { work } from '../http/worker.ts'

const watchers: EnginePorts['watchers'] = { ...ports.watchers, campaignEnded: learnFromCampaign }

/** One tick of a connection's chain, which paces its campaigns. */
export const handler = work('pace', paceTick, (tick) => advanceChain({ ...ports, watchers }, tick))

/** Copies WhatsApp's answers about a campaign's numbers to its list. The campaign asked for them before it sent. */
async function learnFromCampaign(companyId: string, campaignId: string): Promise<void> {
  const campaign = await getCampaign(tableOf(companyId), campaignId)
  if (!campaign) return
  for (const contactListId of campaign.type === 'PRIVATE' ? campaign.contactListIds : []) {
    await ports.queues
      .send('validity', { companyId, contactListId, checkId: null })
      .catch((error: unknown) => log.warn('list does not learn', { error: String(error) }))
  }
}
