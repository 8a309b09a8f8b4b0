import type { Campaign } from '@recado/shared/campaigns/campaign'
import { type CampaignAction, can, restartsAsPlanned } from '@recado/shared/campaigns/machine'
import { changeCampaign, type StoredCampaign } from '@recado/shared/campaigns/store'
import { getList } from '@recado/shared/contact-lists/store'
import { DomainError } from '@recado/shared/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'
import { requireMessage, stored, tell } from './campaigns.ts'

/** Sets a campaign going now. A running one is left as it is. */
export async function start({ companyId }: Actor, campaignId: string): Promise<Campaign> {
  const campaign = await stored(companyId, campaignId)
  if (campaign.status === 'EM_ANDAMENTO') return tell(companyId, 'update', campaignId)
  requireAllowed(campaign, 'start')
  requireMessage(campaign)
  await requireContacts(companyId, campaign)
  return setGoing(companyId, campaign)
}

/** Stops a campaign; what has been handed over already still leaves. */
export async function cancel({ companyId }: Actor, campaignId: string): Promise<Campaign> {
  const campaign = await stored(companyId, campaignId)
  requireAllowed(campaign, 'cancel')
  return change(companyId, campaign, { status: 'CANCELADA', dueAt: null })
}

/** Goes on with those not yet sent, or waits for its time again where that is still to come. */
export async function restart({ companyId }: Actor, campaignId: string): Promise<Campaign> {
  const campaign = await stored(companyId, campaignId)
  requireAllowed(campaign, 'restart')
  requireMessage(campaign)
  if (restartsAsPlanned(campaign, ports.now())) {
    return change(companyId, campaign, { status: 'PROGRAMADA', dueAt: campaign.scheduledAt })
  }
  return setGoing(companyId, campaign)
}

/** The due index keeps the campaign until it really runs, so a lost job is made good by the sweeper. */
async function setGoing(companyId: string, campaign: StoredCampaign): Promise<Campaign> {
  const now = new Date(ports.now()).toISOString()
  const startedAt = campaign.startedAt ?? now
  const going = await change(companyId, campaign, { status: 'EM_ANDAMENTO', startedAt, dueAt: now })
  await ports.queues.send('start', { companyId, campaignId: campaign.id })
  return going
}

async function change(companyId: string, campaign: StoredCampaign, change: Partial<StoredCampaign>): Promise<Campaign> {
  const updatedAt = new Date(ports.now()).toISOString()
  if (!(await changeCampaign(tableOf(companyId), campaign, { ...change, updatedAt }))) throw otherState()
  return tell(companyId, 'update', campaign.id)
}

const otherState = () => new DomainError('conflict', 'ERR_CAMPAIGN_STATE', 'The campaign is not in a state for this')

function requireAllowed(campaign: StoredCampaign, action: CampaignAction): void {
  if (!can(campaign, action)) throw otherState()
}

async function requireContacts(companyId: string, { contactListId }: StoredCampaign): Promise<void> {
  const list = await getList(tableOf(companyId), contactListId)
  if (list && list.contactsCount - list.invalids > 0) return
  throw new DomainError('unprocessable', 'ERR_CAMPAIGN_NO_CONTACTS', 'The list has no valid contacts')
}
