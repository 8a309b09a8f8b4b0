import type {
  Campaign,
  CampaignReport,
  CampaignStatus,
  CampaignType,
  CreatedCampaign,
} from '@recado/shared/campaigns/contract/campaign'
import { can } from '@recado/shared/campaigns/contract/machine'
import { byTurn } from '@recado/shared/campaigns/contract/unfinished'
import * as engine from '@recado/shared/campaigns/engine/actions'
import { getChain } from '@recado/shared/campaigns/engine/chain'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { type CampaignCounts, countsOf, getCounts, variantsIn } from '@recado/shared/campaigns/ledger/counts'
import { recipientsFrom } from '@recado/shared/campaigns/ledger/ledger'
import { shippingOf } from '@recado/shared/campaigns/ledger/recipient'
import { expectedEndOf } from '@recado/shared/campaigns/report/outlook'
import { readTimeline } from '@recado/shared/campaigns/report/timeline'
import { campaignOf } from '@recado/shared/campaigns/report/view'
import { latestUnfinished, pageOfCampaignIds } from '@recado/shared/campaigns/store/campaign-lists'
import {
  campaignsOfPage,
  deleteCampaign,
  getCampaign,
  type StoredCampaign,
} from '@recado/shared/campaigns/store/campaigns'
import { getConnection } from '@recado/shared/connections/store'
import { getList, type StoredList } from '@recado/shared/contact-lists/store'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { queueCleanups } from '@recado/shared/queues/after-calls'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { ports, publish, tableOf } from '../context.ts'
import { filesOf } from '../files/open.ts'
import { pageOf } from '../http/pages.ts'
import { learnFromCampaign } from './learning.ts'

/** Recipients in the report (part 3 §1). */
const SHIPPINGS_IN_REPORT = 1000

export async function page(
  { companyId }: Actor,
  { type, status, ...query }: PageQuery & { type: CampaignType; status?: CampaignStatus | undefined },
) {
  const table = tableOf(companyId)
  const search = query.searchParam ?? ''
  const scope = [companyId, 'campaigns', type, status ?? '', search]
  const { rows, ...end } = await pageOf(scope, query, (before, limit) =>
    pageOfCampaignIds(table, { type, search, status, before, limit }),
  )
  return { records: await shownOf(table, rows), ...end }
}

/** Unfinished campaigns that are shown: more than a person runs at once. */
const UNFINISHED_SHOWN = 200

/** Running and scheduled campaigns, the running ones first, then by their time. */
export async function unfinished({ companyId }: Actor): Promise<Campaign[]> {
  const table = tableOf(companyId)
  const found = await shownOf(table, await latestUnfinished(table, UNFINISHED_SHOWN))
  return found.sort(byTurn)
}

async function shownOf(table: TenantTable, rows: readonly { id: string }[]): Promise<Campaign[]> {
  const ids = rows.map(({ id }) => id)
  const [campaigns, counts] = await Promise.all([campaignsOfPage(table, rows), countsOf(table, ids)])
  const records = campaigns.map(async (row) =>
    campaignWithChain(row, counts.get(row.id) ?? (await getCounts(table, row.id))),
  )
  return Promise.all(records)
}

export async function report({ companyId }: Actor, campaignId: string): Promise<CampaignReport> {
  const table = tableOf(companyId)
  const campaign = await requireCampaign(companyId, campaignId)
  const { mediaKey, whatsappId, contactListIds, type } = campaign
  const ledger = campaign.detailsErasedAt ? null : campaign.ledger
  const [counts, chain, connection, lists, recipients, timeline] = await Promise.all([
    getCounts(table, campaignId),
    getChain(table, whatsappId),
    getConnection(table, whatsappId),
    Promise.all(contactListIds.map((listId) => getList(table, listId))),
    ledger ? recipientsFrom(table, ledger, { limit: SHIPPINGS_IN_REPORT }) : { rows: [] },
    readTimeline(table, campaignId),
  ])
  const contactLists = lists.flatMap((list) => (list ? [listInReport(list)] : []))
  const nameOf = (id: string, found: { name: string } | undefined) => found?.name ?? campaign.usedNames?.[id]
  const whatsappName = nameOf(whatsappId, connection)
  const [contactList = null] = type === 'PRIVATE' ? contactLists : []
  return {
    ...campaignOf(campaign, counts, chain),
    whatsapp: whatsappName === undefined ? null : { id: whatsappId, name: whatsappName },
    contactList,
    contactLists,
    listNames: contactListIds.flatMap((listId, at) => nameOf(listId, lists[at]) ?? []),
    mediaUrl: mediaKey ? await filesOf(companyId).presignDownload(mediaKey) : null,
    variants: variantsIn(counts),
    expectedEndAt: await expectedEndOf(table, campaign, counts, chain, ports.now()),
    timeline,
    shipping: recipients.rows.map(shippingOf),
  }
}

const listInReport = ({ id, name, type, contactsCount, valids, invalids }: StoredList) => ({
  id,
  name,
  contactsCount,
  contacts: contactsCount,
  valid: type === 'GROUP' ? valids : contactsCount - invalids,
})

/** @throws DomainError ERR_CAMPAIGN_RUNNING while the campaign sends */
export async function remove({ companyId }: Actor, campaignId: string): Promise<undefined> {
  const campaign = await requireCampaign(companyId, campaignId)
  const source = campaign.mediaKey && { source: campaign.mediaKey }
  const { preparations } = campaign
  const job = { companyId, kind: 'campaign' as const, id: campaignId, preparations, ...source }
  // Queued first: the clean-up does nothing while the campaign exists.
  await queueCleanups(ports.queues, job)
  if (!can(campaign, 'delete') || !(await deleteCampaign(tableOf(companyId), campaign))) {
    throw new DomainError('conflict', 'ERR_CAMPAIGN_RUNNING', 'Cancel the campaign before you delete it')
  }
  await publish({ companyId, topic: 'campaign', action: 'delete', body: { id: campaignId } })
}

/** Carries out an action and returns the changed campaign. */
export async function after(
  action: (ports: EnginePorts, companyId: string, campaignId: string) => Promise<void>,
  { companyId }: Actor,
  campaignId: string,
): Promise<Campaign> {
  await action(ports, companyId, campaignId)
  return publishCampaign(companyId, 'update', campaignId)
}

/** Cancels a campaign. Its lists keep what it asked about their numbers. */
export async function cancel(actor: Actor, campaignId: string): Promise<Campaign> {
  const campaign = await after(engine.cancel, actor, campaignId)
  await learnFromCampaign(actor.companyId, campaignId)
  return campaign
}

export async function resend(
  { companyId }: Actor,
  campaignId: string,
  { includeUnknown }: { includeUnknown: boolean },
) {
  await engine.resendFailed(ports, companyId, campaignId, { includeUnknown })
  await publishCampaign(companyId, 'update', campaignId)
  return { message: 'Reenvio iniciado' }
}

export async function requireCampaign(companyId: string, campaignId: string): Promise<StoredCampaign> {
  const campaign = await getCampaign(tableOf(companyId), campaignId)
  if (!campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  return campaign
}

/** Sends the campaign's current state to the company's browsers, and returns it. */
export async function publishCampaign(
  companyId: string,
  action: 'create' | 'update',
  campaignId: string,
): Promise<Campaign> {
  const counts = await getCounts(tableOf(companyId), campaignId)
  const record = await campaignWithChain(await requireCampaign(companyId, campaignId), counts)
  await publish({ companyId, topic: 'campaign', action, body: { record } })
  return record
}

/** Sends new campaigns to browsers, the last one first, so that the first one is on top. @returns the first one */
export async function announced(companyId: string, partIds: string[]): Promise<CreatedCampaign> {
  const told: Campaign[] = []
  for (const id of partIds.toReversed()) told.push(await publishCampaign(companyId, 'create', id))
  const first = told.at(-1)
  if (!first) throw new Error('A new campaign has no parts')
  return { ...first, partIds }
}

const campaignWithChain = async (campaign: StoredCampaign, counts: CampaignCounts): Promise<Campaign> =>
  campaignOf(
    campaign,
    counts,
    campaign.status === 'EM_ANDAMENTO'
      ? await getChain(tableOf(campaign.companyId), campaign.whatsappId)
      : undefined,
  )

export const notEditable = (message = 'This campaign cannot be changed any more') =>
  new DomainError('conflict', 'ERR_CAMPAIGN_NOT_EDITABLE', message)
