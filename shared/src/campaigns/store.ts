import { dueIndex } from '../table/indexes.ts'
import { pageNewestFirst } from '../table/newest-first.ts'
import { allRows, type Change, committed, type Key, type When, type Write } from '../table/table.ts'
import type { IndexWrite, TenantTable } from '../table/tenant.ts'
import type { Campaign, CampaignStatus } from './campaign.ts'

/** What is stored of a campaign; its counters are attributes of their own, to be added to. */
export type StoredCampaign = Omit<
  Campaign,
  'counters' | 'waitingFor' | 'waitingUntil' | 'validContacts' | 'errors'
> & {
  /** Recipients in the ledger; 0 until the ledger is written. */
  recipients: number
  /** When the ledger was complete, and which it is. */
  preparedAt: string | null
  ledger: string | null
  /** Preparations begun: each has a ledger of its own, and only the latest may complete it. */
  preparations: number
  /** Another preparation may begin after this moment, in milliseconds since 1970. */
  preparingUntil: number
  /** The time under which the campaign stands in the due index. */
  dueAt: string | null
  /** Raised by every change a person or a start makes; counters do not count as one. */
  version: number
  validContacts: number
  open: number
  sent: number
  failed: number
  blocked: number
  received: number
  read: number
}

const PARTITION = 'CAMPAIGNS'

export const campaignKey = (campaignId: string): Key => ({ pk: PARTITION, sk: campaignId })

export async function getCampaign(
  table: TenantTable,
  campaignId: string,
): Promise<StoredCampaign | undefined> {
  return table.get<StoredCampaign>(campaignKey(campaignId))
}

/** Newest first, by the part of the name that was searched for. */
export const pageOfCampaigns = (
  table: TenantTable,
  {
    type,
    search,
    before,
    limit,
  }: { type: string; search: string; before?: string | undefined; limit: number },
) =>
  pageNewestFirst<StoredCampaign>(table, {
    pk: PARTITION,
    filter: { type, ...(search && { searchName: { contains: search } }) },
    before,
    limit,
  })

/** Campaigns that are sending or still to send, of any type. */
export async function unfinishedCampaigns(table: TenantTable): Promise<StoredCampaign[]> {
  const unfinished: CampaignStatus[] = ['PROGRAMADA', 'EM_ANDAMENTO']
  const rows: StoredCampaign[] = []
  for await (const row of allRows<StoredCampaign>(table, {
    pk: PARTITION,
    consistent: true,
    filter: { status: { in: unfinished } },
  })) {
    rows.push(row)
  }
  return rows
}

/** Writes a new campaign, and its place in the due index when it has a time. */
export async function putCampaign(table: TenantTable, campaign: StoredCampaign): Promise<void> {
  await table.transact([
    {
      put: { ...campaign, ...campaignKey(campaign.id), searchName: campaign.name.toLowerCase() },
      when: { pk: { exists: false } },
    },
    ...dueWrites(campaign, null, campaign.dueAt),
  ])
}

/**
 * Changes a campaign as it was read, together with its place in the due index.
 * @returns false where somebody else changed it meanwhile
 */
export async function changeCampaign(
  table: TenantTable,
  campaign: StoredCampaign,
  change: Partial<StoredCampaign>,
): Promise<boolean> {
  const dueAt = change.dueAt === undefined ? campaign.dueAt : change.dueAt
  const set: Change['set'] = {
    ...change,
    ...(change.name && { searchName: change.name.toLowerCase() }),
    version: campaign.version + 1,
  }
  const when: When = { version: campaign.version, status: campaign.status }
  return committed(
    table.transact([
      { update: campaignKey(campaign.id), change: { set }, when },
      ...(dueAt === campaign.dueAt ? [] : dueWrites(campaign, campaign.dueAt, dueAt)),
    ]),
  )
}

/** @returns false where somebody else changed it meanwhile */
export const deleteCampaign = (table: TenantTable, campaign: StoredCampaign): Promise<boolean> =>
  committed(
    table.transact([
      { delete: campaignKey(campaign.id), when: { version: campaign.version, status: campaign.status } },
      ...dueWrites(campaign, campaign.dueAt, null),
    ]),
  )

/** EM_ANDAMENTO → FINALIZADA, once every recipient is accounted for. @returns whether this call did it */
export const completeCampaign = (
  table: TenantTable,
  campaignId: string,
  completedAt: string,
): Promise<boolean> =>
  committed(
    table.update(
      campaignKey(campaignId),
      { set: { status: 'FINALIZADA', completedAt, updatedAt: completedAt }, add: { version: 1 } },
      { status: 'EM_ANDAMENTO', open: 0, preparedAt: { contains: 'T' } },
    ),
  )

function dueWrites(
  { companyId, id }: StoredCampaign,
  from: string | null,
  to: string | null,
): (Write | IndexWrite)[] {
  return [
    ...(from ? [{ index: dueIndex.delete(from, companyId, id) }] : []),
    ...(to ? [{ index: dueIndex.put(to, companyId, id) }] : []),
  ]
}
