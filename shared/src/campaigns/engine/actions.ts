import { DomainError, notFound } from '../../errors.ts'
import { recipientsFrom } from '../ledger.ts'
import { type CampaignAction, can, restartsAsPlanned } from '../machine.ts'
import { variantsOf } from '../message-parts.ts'
import { expectedRecipients } from '../recipients.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store.ts'
import { type Ports, tenantOf } from './ports.ts'
import { reasonsResent } from './resend.ts'

/** Sets a campaign going now; a running one is left as it is. @throws DomainError ERR_CAMPAIGN_STATE and others */
export const startNow = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    if (campaign.status === 'EM_ANDAMENTO') return undefined
    requireAllowed(campaign, 'start')
    requireMessage(campaign)
    requireMedia(campaign)
    await requireContacts(ports, campaign)
    return going(ports, campaign)
  })

/** Stops a campaign; at most the one message handed over already still leaves. @throws DomainError ERR_CAMPAIGN_STATE */
export const cancel = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'cancel')
    return { status: 'CANCELADA', dueAt: null, ...GOING_ON }
  })

const GOING_ON = { pausedAt: null, pauseReason: null }

/** Stops for a while; at most the one message handed over already still leaves. @throws DomainError ERR_CAMPAIGN_STATE */
export const pause = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'pause')
    return { pausedAt: new Date(ports.now()).toISOString(), pauseReason: 'person' }
  })

/** Goes on after a pause. @throws DomainError ERR_CAMPAIGN_STATE */
export const resume = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'resume')
    return going(ports, campaign)
  })

/**
 * Sends once more to those who failed; skips and blocks are left out, and unless they are asked for, those of
 * whom nothing is known.
 * @throws DomainError ERR_CAMPAIGN_STATE, ERR_CAMPAIGN_NOTHING_TO_RESEND
 */
export const resendFailed = (
  ports: Ports,
  companyId: string,
  campaignId: string,
  { includeUnknown }: { includeUnknown: boolean },
): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'resend')
    await requireSomebody(ports, campaign, includeUnknown)
    const resends = campaign.resends + 1
    return { ...going(ports, campaign), completedAt: null, resends, resendsUnknown: includeUnknown }
  })

async function requireSomebody(
  ports: Ports,
  { companyId, ledger }: StoredCampaign,
  includeUnknown: boolean,
): Promise<void> {
  const filter = { status: 'FAILED', reason: { in: reasonsResent(includeUnknown) } }
  const query = { limit: 1, filter, consistent: true }
  const { rows } = await recipientsFrom(tenantOf(ports, companyId), ledger ?? '', query)
  if (rows.length > 0) return
  const text = 'Nobody failed who may get the message again'
  throw new DomainError('unprocessable', 'ERR_CAMPAIGN_NOTHING_TO_RESEND', text)
}

/** Goes on with those not yet sent, or waits for its time again where that is still to come. @throws DomainError ERR_CAMPAIGN_STATE */
export const restart = (ports: Ports, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'restart')
    requireMessage(campaign)
    requireMedia(campaign)
    if (!restartsAsPlanned(campaign, ports.now())) return going(ports, campaign)
    return { status: 'PROGRAMADA', dueAt: campaign.scheduledAt }
  })

/** @throws DomainError ERR_CAMPAIGN_EMPTY */
export function requireMessage(campaign: Parameters<typeof variantsOf>[0]): void {
  if (variantsOf(campaign).length > 0 || campaign.mediaName) return
  throw new DomainError('invalid', 'ERR_CAMPAIGN_EMPTY', 'A campaign needs a message or an attachment')
}

/** An attachment that was announced must have come. @throws DomainError ERR_CAMPAIGN_MEDIA_MISSING */
function requireMedia({ mediaName, mediaKey }: StoredCampaign): void {
  if (!mediaName || mediaKey) return
  throw new DomainError('conflict', 'ERR_CAMPAIGN_MEDIA_MISSING', 'The attachment has not been uploaded yet')
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
  const startedAt = campaign.startedAt ?? now
  return { ...GOING_ON, status: 'EM_ANDAMENTO', startedAt, dueAt: now, preparingUntil: 0 }
}

async function existing(ports: Ports, companyId: string, campaignId: string): Promise<StoredCampaign> {
  const campaign = await getCampaign(tenantOf(ports, companyId), campaignId)
  if (!campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  return campaign
}

const otherState = () =>
  new DomainError('conflict', 'ERR_CAMPAIGN_STATE', 'The campaign is not in a state for this')

function requireAllowed(campaign: StoredCampaign, action: CampaignAction): void {
  if (can(campaign, action)) return
  throw can({ ...campaign, detailsErasedAt: null }, action) ? detailsErased() : otherState()
}

/** What was to be done needs the recipients, who are kept no longer. */
export const detailsErased = () =>
  new DomainError('conflict', 'ERR_CAMPAIGN_DETAILS_ERASED', 'The recipients of this campaign were deleted')

async function requireContacts(ports: Ports, campaign: StoredCampaign): Promise<void> {
  if ((await expectedRecipients(tenantOf(ports, campaign.companyId), campaign)) > 0) return
  throw new DomainError('unprocessable', 'ERR_CAMPAIGN_NO_CONTACTS', 'The list has no valid contacts')
}
