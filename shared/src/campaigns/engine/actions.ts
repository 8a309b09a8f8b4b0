import { getConnection } from '../../connections/store.ts'
import { getList } from '../../contact-lists/store.ts'
import { DomainError, notFound } from '../../errors/errors.ts'
import { tenantOf } from '../../ports/ports.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { type CampaignAction, can, restartsAsPlanned } from '../contract/machine.ts'
import { recipientsFrom } from '../ledger/ledger.ts'
import { hasRecipients } from '../ledger/recipients.ts'
import { variantsOf } from '../message/message-parts.ts'
import { changeCampaign, getCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { partsVersion, useWrites } from '../store/parts-in-use.ts'
import { logCampaign } from './log-campaign.ts'
import type { EnginePorts } from './ports.ts'
import { reasonsResent } from './resend.ts'

/** Starts a campaign now; a running one is left as it is. @throws DomainError ERR_CAMPAIGN_STATE and others */
export const startNow = (ports: EnginePorts, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    if (campaign.status === 'EM_ANDAMENTO') return undefined
    requireAllowed(campaign, 'start')
    requireMessage(campaign)
    requireMedia(campaign)
    await requireConnection(ports, campaign)
    await requireContacts(ports, campaign)
    return startChange(ports, campaign)
  })

/** Cancels a campaign; at most the one message handed over already leaves. @throws DomainError ERR_CAMPAIGN_STATE */
export const cancel = (ports: EnginePorts, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'cancel')
    return { status: 'CANCELADA', dueAt: null, ...GOING_ON }
  })

const GOING_ON = { pausedAt: null, pauseReason: null, fault: null }

/** Pauses a campaign; at most the one message handed over already leaves. @throws DomainError ERR_CAMPAIGN_STATE */
export const pause = (ports: EnginePorts, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'pause')
    return { pausedAt: new Date(ports.now()).toISOString(), pauseReason: 'person' }
  })

/** Resumes a paused campaign. @throws DomainError ERR_CAMPAIGN_STATE */
export const resume = (ports: EnginePorts, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'resume')
    return startChange(ports, campaign)
  })

/**
 * Sends again to failed recipients. Skipped and blocked recipients are left out, and so are those with an unknown
 * outcome unless `includeUnknown` is set.
 * @throws DomainError ERR_CAMPAIGN_STATE, ERR_CAMPAIGN_NOTHING_TO_RESEND
 */
export const resendFailed = (
  ports: EnginePorts,
  companyId: string,
  campaignId: string,
  { includeUnknown }: { includeUnknown: boolean },
): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'resend')
    await requireConnection(ports, campaign)
    await requireFailedRecipients(ports, campaign, includeUnknown)
    const resends = campaign.resends + 1
    return { ...startChange(ports, campaign), completedAt: null, resends, resendsUnknown: includeUnknown }
  })

async function requireFailedRecipients(
  ports: EnginePorts,
  { companyId, ledger }: StoredCampaign,
  includeUnknown: boolean,
): Promise<void> {
  const filter = { status: 'FAILED', reason: { in: reasonsResent(includeUnknown) } } as const
  const query = { limit: 1, filter, consistent: true }
  const { rows } = await recipientsFrom(tenantOf(ports, companyId), ledger ?? '', query)
  if (rows.length > 0) return
  const text = 'The campaign has no failed recipient to send to again'
  throw new DomainError('unprocessable', 'ERR_CAMPAIGN_NOTHING_TO_RESEND', text)
}

/**
 * Restarts a cancelled campaign: it sends to the remaining recipients, or waits for its time if that is still to come.
 * @throws DomainError ERR_CAMPAIGN_STATE, ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND, ERR_CAMPAIGN_NO_CONTACTS
 */
export const restart = (ports: EnginePorts, companyId: string, campaignId: string): Promise<void> =>
  decide(ports, companyId, campaignId, async (campaign) => {
    requireAllowed(campaign, 'restart')
    requireMessage(campaign)
    requireMedia(campaign)
    await requireConnectionAndLists(ports, campaign)
    if (restartsAsPlanned(campaign, ports.now())) return { status: 'PROGRAMADA', dueAt: campaign.scheduledAt }
    if (!campaign.preparedAt) await requireContacts(ports, campaign)
    return startChange(ports, campaign)
  })

/** @throws DomainError ERR_CAMPAIGN_EMPTY */
export function requireMessage(campaign: Parameters<typeof variantsOf>[0]): void {
  if (variantsOf(campaign).length > 0 || campaign.mediaName) return
  throw new DomainError('invalid', 'ERR_CAMPAIGN_EMPTY', 'A campaign needs a message or an attachment')
}

/** An announced attachment must be uploaded. @throws DomainError ERR_CAMPAIGN_MEDIA_MISSING */
function requireMedia({ mediaName, mediaKey }: StoredCampaign): void {
  if (!mediaName || mediaKey) return
  throw new DomainError('conflict', 'ERR_CAMPAIGN_MEDIA_MISSING', 'The attachment has not been uploaded yet')
}

/**
 * Reads a campaign, decides, and writes. After a concurrent change it reads and decides again, so that only the
 * campaign's state can refuse an action.
 */
async function decide(
  ports: EnginePorts,
  companyId: string,
  campaignId: string,
  decision: (campaign: StoredCampaign) => Promise<Partial<StoredCampaign> | undefined>,
): Promise<void> {
  const table = tenantOf(ports, companyId)
  const read = async () => {
    const parts = await partsVersion(table)
    return { parts, campaign: await requireCampaign(ports, companyId, campaignId) }
  }
  await retrying<Awaited<ReturnType<typeof read>>, undefined>(table, read, async ({ parts, campaign }) => {
    const change = await decision(campaign)
    if (!change) return
    const updatedAt = new Date(ports.now()).toISOString()
    const uses = useWrites(change.status, parts)
    if (!(await changeCampaign(table, campaign, { ...change, updatedAt }, uses))) return AGAIN
    logCampaign(ports, campaign, change)
    if (change.status === 'EM_ANDAMENTO') await ports.queues.send('start', { companyId, campaignId })
  })
}

/** The campaign stays in the due index until it really runs, so the sweep replaces a lost start job. */
function startChange(ports: EnginePorts, campaign: StoredCampaign): Partial<StoredCampaign> {
  const now = new Date(ports.now()).toISOString()
  // After a cancel, a new preparation does not wait for the end of the interrupted one.
  const startedAt = campaign.startedAt ?? now
  return { ...GOING_ON, status: 'EM_ANDAMENTO', startedAt, dueAt: now, preparingUntil: 0 }
}

async function requireCampaign(
  ports: EnginePorts,
  companyId: string,
  campaignId: string,
): Promise<StoredCampaign> {
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

/** The action needs the recipients, and they were deleted. */
export const detailsErased = () =>
  new DomainError('conflict', 'ERR_CAMPAIGN_DETAILS_ERASED', 'The recipients of this campaign were deleted')

/**
 * Requires what a campaign that starts by itself will send with. Lists that are empty may be filled until then. A campaign
 * with a ledger needs its lists no more.
 * @throws DomainError ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND
 */
export async function requireConnectionAndLists(ports: EnginePorts, campaign: StoredCampaign): Promise<void> {
  await requireConnection(ports, campaign)
  if (campaign.preparedAt) return
  const table = tenantOf(ports, campaign.companyId)
  const lists = await Promise.all(campaign.contactListIds.map((listId) => getList(table, listId)))
  if (lists.every((list) => !list)) throw notFound('ERR_NO_CONTACT_LIST_FOUND')
}

/** A connection may be deleted that only drafts and ended campaigns use. @throws DomainError ERR_NO_WAPP_FOUND */
async function requireConnection(
  ports: EnginePorts,
  { companyId, whatsappId }: StoredCampaign,
): Promise<void> {
  if (!(await getConnection(tenantOf(ports, companyId), whatsappId))) throw notFound('ERR_NO_WAPP_FOUND')
}

async function requireContacts(ports: EnginePorts, campaign: StoredCampaign): Promise<void> {
  if (await hasRecipients(tenantOf(ports, campaign.companyId), campaign)) return
  throw new DomainError('unprocessable', 'ERR_CAMPAIGN_NO_CONTACTS', 'The lists have no recipient to send to')
}
