import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { log, ports, tableOf } from '../context.ts'

/**
 * Copies WhatsApp's answers about a campaign's numbers to its lists. The campaign asked for them before it sent. The
 * change of the campaign is made already: a failure here is logged only.
 */
export async function learnFromCampaign(companyId: string, campaignId: string): Promise<void> {
  const campaign = await getCampaign(tableOf(companyId), campaignId)
  // Before it is prepared, a campaign asks about no number.
  if (campaign?.type !== 'PRIVATE' || !campaign.preparedAt) return
  for (const contactListId of campaign.contactListIds)
    await ports.queues
      .send('validity', { companyId, contactListId, checkId: null })
      .catch((error: unknown) => log.warn('list does not learn', { error: String(error) }))
}
