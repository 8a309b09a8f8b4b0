import type {
  Campaign,
  CampaignChange,
  CampaignInput,
  CampaignReport,
  CampaignType,
} from '@recado/shared/campaigns/campaign'
import { requireMessage } from '@recado/shared/campaigns/engine/actions'
import { getChain } from '@recado/shared/campaigns/engine/chain'
import type { Ports } from '@recado/shared/campaigns/engine/ports'
import { recipientsFrom, shippingOf } from '@recado/shared/campaigns/ledger'
import { can, statusOfDraft } from '@recado/shared/campaigns/machine'
import {
  changeCampaign,
  deleteCampaign,
  getCampaign,
  pageOfCampaigns,
  putCampaign,
  type StoredCampaign,
} from '@recado/shared/campaigns/store'
import { campaignOf } from '@recado/shared/campaigns/view'
import { getConnection } from '@recado/shared/connections/store'
import { getList } from '@recado/shared/contact-lists/store'
import { DomainError, notFound } from '@recado/shared/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'

/** The report carries so many recipients (part 3 §1). */
const SHIPPINGS_IN_REPORT = 1000
const CLEANUP_DELAY_SECONDS = 5

export async function page({ companyId }: Actor, { type, ...query }: PageQuery & { type: CampaignType }) {
  const search = query.searchParam ?? ''
  const { rows, ...end } = await pageOf([companyId, 'campaigns', type, search], query, (before, limit) =>
    pageOfCampaigns(tableOf(companyId), { type, search, before, limit }),
  )
  return { records: await Promise.all(rows.map((row) => shown(companyId, row))), ...end }
}

export async function create({ companyId }: Actor, input: CampaignInput): Promise<Campaign> {
  const scheduledAt = input.scheduledAt ?? null
  requireMessage(input)
  requireFuture(scheduledAt)
  await requireParts(companyId, input)
  const now = new Date(ports.now()).toISOString()
  const campaign: StoredCampaign = {
    ...input,
    id: newId(),
    companyId,
    scheduledAt,
    dueAt: scheduledAt,
    status: statusOfDraft(scheduledAt),
    startedAt: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    ...UNPREPARED,
    version: 1,
    validContacts: await expectedContacts(companyId, input.contactListId),
  }
  await putCampaign(tableOf(companyId), campaign)
  return tell(companyId, 'create', campaign.id)
}

const UNPREPARED = {
  ...{ ledger: null, preparedAt: null, preparations: 0, preparingUntil: 0, recipients: 0 },
  ...{ open: 0, sent: 0, failed: 0, blocked: 0, received: 0, read: 0 },
}

export async function report({ companyId }: Actor, campaignId: string): Promise<CampaignReport> {
  const campaign = await stored(companyId, campaignId)
  const table = tableOf(companyId)
  const [connection, list, recipients] = await Promise.all([
    getConnection(table, campaign.whatsappId),
    getList(table, campaign.contactListId),
    campaign.ledger ? recipientsFrom(table, campaign.ledger, { limit: SHIPPINGS_IN_REPORT }) : { rows: [] },
  ])
  return {
    ...(await shown(companyId, campaign)),
    whatsapp: connection ? { id: connection.id, name: connection.name } : null,
    contactList: list ? { id: list.id, name: list.name, contactsCount: list.contactsCount } : null,
    shipping: recipients.rows.map(shippingOf),
  }
}

/** @throws DomainError ERR_CAMPAIGN_NOT_EDITABLE for what its status does not let change */
export async function update(
  { companyId }: Actor,
  campaignId: string,
  change: CampaignChange,
): Promise<Campaign> {
  const campaign = await stored(companyId, campaignId)
  if (!can(campaign, 'editMessages') || (!can(campaign, 'edit') && !isOnlyMessages(change))) {
    throw new DomainError('conflict', 'ERR_CAMPAIGN_NOT_EDITABLE', 'This campaign cannot be changed any more')
  }
  const { scheduledAt: given, ...rest } = change
  const scheduledAt = given === undefined ? campaign.scheduledAt : given
  const next = { ...campaign, ...definedOf(rest), scheduledAt }
  requireMessage(next)
  if (scheduledAt !== campaign.scheduledAt) requireFuture(scheduledAt)
  await requireParts(companyId, next)
  const planned = can(campaign, 'edit')
    ? { scheduledAt, dueAt: scheduledAt, status: statusOfDraft(scheduledAt) }
    : {}
  const validContacts = campaign.preparedAt
    ? campaign.validContacts
    : await expectedContacts(companyId, next.contactListId)
  const updatedAt = new Date(ports.now()).toISOString()
  if (
    !(await changeCampaign(tableOf(companyId), campaign, {
      ...definedOf(rest),
      ...planned,
      validContacts,
      updatedAt,
    }))
  ) {
    throw new DomainError(
      'conflict',
      'ERR_CAMPAIGN_NOT_EDITABLE',
      'This campaign was changed by somebody else',
    )
  }
  return tell(companyId, 'update', campaignId)
}

/** @throws DomainError ERR_CAMPAIGN_RUNNING while it sends */
export async function remove({ companyId }: Actor, campaignId: string): Promise<undefined> {
  const campaign = await stored(companyId, campaignId)
  // Queued first: a clean-up of a campaign that is still there does nothing.
  await ports.queues.send('cleanup', { companyId, kind: 'campaign', id: campaignId }, CLEANUP_DELAY_SECONDS)
  if (!can(campaign, 'delete') || !(await deleteCampaign(tableOf(companyId), campaign))) {
    throw new DomainError('conflict', 'ERR_CAMPAIGN_RUNNING', 'Cancel the campaign before you delete it')
  }
  await publish({ companyId, topic: 'campaign', action: 'delete', body: { id: campaignId } })
}

/** What a campaign is once something was done with it. */
export async function after(
  action: (ports: Ports, companyId: string, campaignId: string) => Promise<void>,
  { companyId }: Actor,
  campaignId: string,
): Promise<Campaign> {
  await action(ports, companyId, campaignId)
  return tell(companyId, 'update', campaignId)
}

export async function stored(companyId: string, campaignId: string): Promise<StoredCampaign> {
  const campaign = await getCampaign(tableOf(companyId), campaignId)
  if (!campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  return campaign
}

/** Tells the company's browsers what a campaign is now, and answers it. */
async function tell(companyId: string, action: 'create' | 'update', campaignId: string): Promise<Campaign> {
  const record = await shown(companyId, await stored(companyId, campaignId))
  await publish({ companyId, topic: 'campaign', action, body: { record } })
  return record
}

const shown = async (companyId: string, campaign: StoredCampaign): Promise<Campaign> =>
  campaignOf(
    campaign,
    campaign.status === 'EM_ANDAMENTO' ? await getChain(tableOf(companyId), campaign.whatsappId) : undefined,
  )

function requireFuture(scheduledAt: string | null): void {
  if (scheduledAt === null || Date.parse(scheduledAt) > ports.now()) return
  throw new DomainError('invalid', 'ERR_CAMPAIGN_SCHEDULE_PAST', 'The scheduled time has passed')
}

/** Connection and list must be the company's own. */
async function requireParts(
  companyId: string,
  { whatsappId, contactListId }: { whatsappId: string; contactListId: string },
) {
  const table = tableOf(companyId)
  if (!(await getConnection(table, whatsappId))) throw notFound('ERR_NO_WAPP_FOUND')
  if (!(await getList(table, contactListId))) throw notFound('ERR_NO_CONTACT_LIST_FOUND')
}

/** What the list promises before the ledger says it exactly. */
async function expectedContacts(companyId: string, contactListId: string): Promise<number> {
  const list = await getList(tableOf(companyId), contactListId)
  return (list?.contactsCount ?? 0) - (list?.invalids ?? 0)
}

const isOnlyMessages = ({ name, contactListId, scheduledAt }: CampaignChange): boolean =>
  name === undefined && contactListId === undefined && scheduledAt === undefined

const definedOf = <T extends object>(record: T): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>
