import { getList } from '../../contact-lists/store.ts'
import { DomainError, notFound } from '../../errors.ts'
import { variantsOf } from '../compose.ts'
import { type CampaignAction, can, restartsAsPlanned } from '../machine.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store.ts'
import { type Ports, tenantOf } from './ports.ts'

/** Sets a campaign going now; a running one is left as it is. @throws DomainError ERR_CAMPAIGN_STATE and others */
export const startNow = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    if (campaign.status === 'EM_ANDAMENTO') return undefined
    requireAllowed(campaign, 'start')
    requireMessage(campaign)
    await requireContacts(ports, campaign)
    return going(ports, campaign)
  })

/** Stops a campaign; at most the one message handed over already still leaves. @throws DomainError ERR_CAMPAIGN_STATE */
export const cancel = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'cancel')
    return { status: 'CANCELADA', dueAt: null }
  })

/** Goes on with those not yet sent, or waits for its time again where that is still to come. @throws DomainError ERR_CAMPAIGN_STATE */
export const restart = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'restart')
    requireMessage(campaign)
    if (!restartsAsPlanned(campaign, ports.now())) return going(ports, campaign)
    return { status: 'PROGRAMADA', dueAt: campaign.scheduledAt }
  })

/** @throws DomainError ERR_CAMPAIGN_EMPTY */
export function requireMessage(campaign: Parameters<typeof variantsOf>[0]): void {
  if (variantsOf(campaign).length > 0) return
  throw new DomainError('invalid', 'ERR_CAMPAIGN_EMPTY', 'A campaign needs a message or an attachment')
}

/**
 * Reads a campaign, decides, and writes unless somebody else wrote meanwhile: then it is read and decided
 * again, so that only the state itself can refuse.
 */
async function decide(
  ports: Ports,
  companyId: string,
  campaignId: string,
  decision: (campaign: StoredCampaign) => Promise<Partial<StoredCampaign> | undefined>,
): Promise<void> {
  for (;;) {
    const campaign = await existing(ports, companyId, campaignId)
    const change = await decision(campaign)
    if (!change) return
    const updatedAt = new Date(ports.now()).toISOString()
    if (!(await changeCampaign(tenantOf(ports, companyId), campaign, { ...change, updatedAt }))) continue
    if (change.status === 'EM_ANDAMENTO') await ports.queues.send('start', { companyId, campaignId })
    return
  }
}

/** The due index keeps the campaign until it really runs, so a lost job is made good by the sweeper. */
function going(ports: Ports, campaign: StoredCampaign): Partial<StoredCampaign> {
  const now = new Date(ports.now()).toISOString()
  // A preparation that a cancel cut short need not run out first.
  return { status: 'EM_ANDAMENTO', startedAt: campaign.startedAt ?? now, dueAt: now, preparingUntil: 0 }
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
