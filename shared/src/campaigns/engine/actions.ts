import { getList } from '../../contact-lists/store.ts'
import { DomainError, notFound } from '../../errors.ts'
import { variantsOf } from '../compose.ts'
import { type CampaignAction, can, restartsAsPlanned } from '../machine.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store.ts'
import { type Ports, tenantOf } from './ports.ts'

/** Sets a campaign going now; a running one is left as it is. @throws DomainError ERR_CAMPAIGN_STATE and others */
export async function startNow(ports: Ports, companyId: string, campaignId: string): Promise<void> {
  const campaign = await existing(ports, companyId, campaignId)
  if (campaign.status === 'EM_ANDAMENTO') return
  requireAllowed(campaign, 'start')
  requireMessage(campaign)
  await requireContacts(ports, campaign)
  await setGoing(ports, campaign)
}

/** Stops a campaign; at most the one message handed over already still leaves. @throws DomainError ERR_CAMPAIGN_STATE */
export async function cancel(ports: Ports, companyId: string, campaignId: string): Promise<void> {
  const campaign = await existing(ports, companyId, campaignId)
  requireAllowed(campaign, 'cancel')
  await change(ports, campaign, { status: 'CANCELADA', dueAt: null })
}

/** Goes on with those not yet sent, or waits for its time again where that is still to come. @throws DomainError ERR_CAMPAIGN_STATE */
export async function restart(ports: Ports, companyId: string, campaignId: string): Promise<void> {
  const campaign = await existing(ports, companyId, campaignId)
  requireAllowed(campaign, 'restart')
  requireMessage(campaign)
  if (restartsAsPlanned(campaign, ports.now())) {
    return change(ports, campaign, { status: 'PROGRAMADA', dueAt: campaign.scheduledAt })
  }
  await setGoing(ports, campaign)
}

/** @throws DomainError ERR_CAMPAIGN_EMPTY */
export function requireMessage(campaign: Parameters<typeof variantsOf>[0]): void {
  if (variantsOf(campaign).length > 0) return
  throw new DomainError('invalid', 'ERR_CAMPAIGN_EMPTY', 'A campaign needs a message or an attachment')
}

/** The due index keeps the campaign until it really runs, so a lost job is made good by the sweeper. */
async function setGoing(ports: Ports, campaign: StoredCampaign): Promise<void> {
  const now = new Date(ports.now()).toISOString()
  await change(ports, campaign, { status: 'EM_ANDAMENTO', startedAt: campaign.startedAt ?? now, dueAt: now })
  await ports.queues.send('start', { companyId: campaign.companyId, campaignId: campaign.id })
}

async function change(
  ports: Ports,
  campaign: StoredCampaign,
  change: Partial<StoredCampaign>,
): Promise<void> {
  const updatedAt = new Date(ports.now()).toISOString()
  if (!(await changeCampaign(tenantOf(ports, campaign.companyId), campaign, { ...change, updatedAt })))
    throw otherState()
}

async function existing(ports: Ports, companyId: string, campaignId: string): Promise<StoredCampaign> {
  const campaign = await getCampaign(tenantOf(ports, companyId), campaignId)
  if (!campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  return campaign
}

const otherState = () =>
  new DomainError('conflict', 'ERR_CAMPAIGN_STATE', 'The campaign is not in a state for this')

function requireAllowed(campaign: StoredCampaign, action: CampaignAction): void {
  if (!can(campaign, action)) throw otherState()
}

async function requireContacts(ports: Ports, { companyId, contactListId }: StoredCampaign): Promise<void> {
  const list = await getList(tenantOf(ports, companyId), contactListId)
  if (list && list.contactsCount - list.invalids > 0) return
  throw new DomainError('unprocessable', 'ERR_CAMPAIGN_NO_CONTACTS', 'The list has no valid contacts')
}
