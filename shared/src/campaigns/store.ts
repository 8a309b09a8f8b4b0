import { dueIndex } from '../table/indexes.ts'
import { pageNewestFirst } from '../table/newest-first.ts'
import { allRows, type Change, committed, type Key, type When, type Write } from '../table/table.ts'
import type { IndexWrite, TenantTable } from '../table/tenant.ts'
import type { Campaign, CampaignStatus } from './campaign.ts'
import { countsKey } from './counts.ts'

/** What is stored of a campaign: what people decided, and how far it has come. Its counts are a row of their own. */
export type StoredCampaign = Omit<
  Campaign,
  'counters' | 'waitingFor' | 'waitingUntil' | 'validContacts' | 'errors' | 'contactListId' | 'mediaPath'
> & {
  /** One; of a GROUP campaign one or several. */
  contactListIds: string[]
  /** Where the attachment lies in the bucket, its bytes, and `mediaType`; null before the upload. */
  mediaKey: string | null
  mediaBytes: number | null
  /** Recipients in the ledger; 0 until the ledger is written. */
  recipients: number
  /** Recipients not known to be invalid; before the ledger is written, what the lists promise. */
  validContacts: number
  /** When the ledger was complete, and which it is. */
  preparedAt: string | null
  ledger: string | null
  /** Preparations begun: each has a ledger of its own, and only the latest may complete it. */
  preparations: number
  /** Another preparation may begin after this moment, in milliseconds since 1970. */
  preparingUntil: number
  /** How often its failed recipients were to be sent again, and how many of those times they stand ready. */
  resends: number
  resendsReady: number
  /** The last of them takes in those of whom nothing is known. */
  resendsUnknown: boolean
  /** The time under which the campaign stands in the due index. */
  dueAt: string | null
  /** Raised by every change a person or a start makes. */
  version: number
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

/** All campaigns in the order of their ids; `after` is the id to go on behind. */
export const campaignsAfter = (table: TenantTable, after?: string) =>
  allRows<StoredCampaign>(table, { pk: PARTITION, after, consistent: true })

/** A campaign that is sending or still to send to a list. */
export async function campaignUsing(table: TenantTable, listId: string): Promise<StoredCampaign | undefined> {
  const unfinished = await unfinishedCampaigns(table)
  return unfinished.find(({ contactListIds }) => contactListIds.includes(listId))
}

/** Writes a new campaign, and its place in the due index when it has a time. */
export const putCampaign = (table: TenantTable, campaign: StoredCampaign): Promise<void> =>
  table.transact(campaignWrites(campaign))

/** The same as writes, to be made together with others: two at most. */
export const campaignWrites = (campaign: StoredCampaign): (Write | IndexWrite)[] => [
  {
    put: { ...campaign, ...campaignKey(campaign.id), searchName: campaign.name.toLowerCase() },
    when: { pk: { exists: false } },
  },
  ...dueWrites(campaign, null, campaign.dueAt),
]

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
      { delete: countsKey(campaign.id) },
      ...dueWrites(campaign, campaign.dueAt, null),
    ]),
  )

/** EM_ANDAMENTO → FINALIZADA, once every recipient is accounted for. @returns whether this call did it */
export async function completeCampaign(
  table: TenantTable,
  { id, resends }: Pick<StoredCampaign, 'id' | 'resends'>,
  completedAt: string,
): Promise<boolean> {
  const ended = {
    status: 'FINALIZADA',
    completedAt,
    updatedAt: completedAt,
    pausedAt: null,
    pauseReason: null,
  }
  return committed(
    table.transact([
      {
        update: campaignKey(id),
        change: { set: ended, add: { version: 1 } },
        when: { status: 'EM_ANDAMENTO', preparedAt: { contains: 'T' }, resends, resendsReady: resends },
      },
      { check: countsKey(id), when: { open: 0 } },
    ]),
  )
}

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
