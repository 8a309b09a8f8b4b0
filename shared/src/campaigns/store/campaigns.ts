import { Entity } from '../../table/entity.ts'
import { dueIndex } from '../../table/indexes.ts'
import { entitiesOf, type Listed, listWrites } from '../../table/list-rows.ts'
import {
  allRows,
  type Change,
  checkRow,
  committed,
  deleteRow,
  type Key,
  putRow,
  type Row,
  updateRow,
  type When,
  type Write,
} from '../../table/table.ts'
import type { IndexWrite, TenantTable } from '../../table/tenant.ts'
import type { Campaign } from '../contract/campaign.ts'
import { countsKey } from '../ledger/counts.ts'
import { campaignLists } from './campaign-lists.ts'

/** A stored campaign: the users' choices and its progress. Its counts are a separate row. */
export type StoredCampaign = Omit<
  Campaign,
  'counters' | 'waitingFor' | 'waitingUntil' | 'validContacts' | 'errors' | 'contactListId' | 'mediaPath'
> & {
  /** One list; a GROUP campaign may have several. */
  contactListIds: string[]
  /** The attachment's key in the bucket and its bytes; null before the upload. */
  mediaKey: string | null
  mediaBytes: number | null
  /** Recipients in the ledger; 0 until the ledger is written. */
  recipients: number
  /** Recipients about whose numbers WhatsApp had not been asked when the ledger was written. */
  toLookUp?: number
  /** Recipients not known to be invalid. Before the ledger is written, the sum over the lists. */
  validContacts: number
  /** Time when the ledger was complete, and its id. */
  preparedAt: string | null
  ledger: string | null
  /** The campaigns of all parts that one call made from a tag, in their order. Only in the one that was made first. */
  partIds?: string[]
  /** Names of the connection and the lists when the ledger was complete, by their ids: they may be deleted since. */
  usedNames?: Record<string, string>
  /** Number of started preparations. Each writes its own ledger, and only the latest may complete it. */
  preparations: number
  /** How many of them were deleted without having been complete. */
  clearedPreparations?: number
  /** No other preparation starts before this time, in milliseconds since 1970. */
  preparingUntil: number
  /** What the ended parts of the latest preparation have written, while no part runs. */
  written?: WrittenRecipients
  /** Number of requested resends to failed recipients, and number of resends that are prepared. */
  resends: number
  resendsReady: number
  /** Whether the last resend includes recipients with an unknown result. */
  resendsUnknown: boolean
  /** When the ban ends that paused it, if WhatsApp named the end. */
  bannedUntil?: string | null
  /** The campaign's time in the due index. */
  dueAt: string | null
  /** Raised by every change of a user or a start. */
  version: number
  /** The name in lower case, for searches. */
  searchName?: string
  /** Version of these attributes: see {@link Entity}. */
  v?: number
}

/** Recipients in a ledger that is not complete; the others count some of them. */
export interface WrittenRecipients {
  recipients: number
  toLookUp?: number
  /** Not known to be invalid. */
  validContacts: number
  failed: number
}

const PARTITION = campaignLists.entities

/** Attributes that the first stored campaigns lack. */
const ADDED_SINCE = { recipientsFrom: 'list', detailsErasedAt: null, resendsUnknown: false, fault: null }

export const campaigns = new Entity<StoredCampaign>({
  name: 'campaigns',
  migrations: [
    { id: '1-origin-retention-and-faults', upgrade: (row) => ({ ...ADDED_SINCE, ...row }) },
    { id: '2-times-of-drafts', upgrade: (row) => ({ draftScheduledAt: null, ...row }) },
  ],
  partitions: async () => [PARTITION],
})

/** A stored campaign in today's version. */
export const readCampaign = (row: Row<StoredCampaign>): Row<StoredCampaign> => campaigns.read(row)

export const campaignKey = (campaignId: string): Key<StoredCampaign> => ({ pk: PARTITION, sk: campaignId })

export async function getCampaign(
  table: TenantTable,
  campaignId: string,
): Promise<StoredCampaign | undefined> {
  const row = await table.get(campaignKey(campaignId))
  return row && readCampaign(row)
}

/** The campaigns of a page of their list, in its order. */
export const campaignsOfPage = async (
  table: TenantTable,
  rows: readonly Listed[],
): Promise<StoredCampaign[]> => (await entitiesOf(table, rows, campaignKey)).map((row) => readCampaign(row))

/** All campaigns in the order of their ids, from behind the id `after`. */
export const campaignsAfter = (table: TenantTable, after?: string) =>
  read(allRows(table, { pk: PARTITION, after, consistent: true }))

/** All campaigns of both types, for sums. Reads every row. */
export const campaignsNewestFirst = (table: TenantTable) =>
  read(allRows(table, { pk: PARTITION, descending: true }))

async function* read(rows: AsyncIterable<Row<StoredCampaign>>): AsyncGenerator<Row<StoredCampaign>> {
  for await (const row of rows) yield readCampaign(row)
}

/**
 * Writes a new campaign, its list rows, and its due-index entry if it has a time.
 * @param also further writes of the same transaction
 * @returns false if the condition of one of these failed
 */
export const putCampaign = (
  table: TenantTable,
  campaign: StoredCampaign,
  also: readonly Write[] = [],
): Promise<boolean> => committed(table.transact([...campaignWrites(campaign), ...also]))

/** The writes of {@link putCampaign}, four at most, for a transaction with other writes. */
export const campaignWrites = (campaign: StoredCampaign): (Write | IndexWrite)[] => [
  putRow(
    { ...campaigns.stamped(campaign), ...campaignKey(campaign.id), searchName: campaign.name.toLowerCase() },
    { pk: { exists: false } },
  ),
  ...listWrites(campaignLists, undefined, campaign),
  ...dueWrites(campaign, null, campaign.dueAt),
]

/**
 * Changes a campaign together with its list rows and its due-index entry.
 * @param also further writes of the same transaction
 * @returns false if it has changed since it was read, or the condition of a further write failed
 */
export async function changeCampaign(
  table: TenantTable,
  campaign: StoredCampaign,
  change: Partial<StoredCampaign>,
  also: readonly Write[] = [],
): Promise<boolean> {
  const dueAt = change.dueAt === undefined ? campaign.dueAt : change.dueAt
  const set: Change<StoredCampaign>['set'] = {
    ...change,
    ...(change.name && { searchName: change.name.toLowerCase() }),
    version: campaign.version + 1,
  }
  const when: When<StoredCampaign> = { version: campaign.version, status: campaign.status }
  return committed(
    table.transact([
      updateRow(campaignKey(campaign.id), { set }, when),
      ...listWrites(campaignLists, campaign, listedAfter(campaign, change)),
      ...(dueAt === campaign.dueAt ? [] : dueWrites(campaign, campaign.dueAt, dueAt)),
      ...also,
    ]),
  )
}

/**
 * Forgets the result of the ended parts of a preparation, so that the next preparation writes a new ledger.
 * @returns false if the campaign has changed since it was read
 */
export const giveUpPreparation = (
  table: TenantTable,
  { id, version, status }: StoredCampaign,
): Promise<boolean> =>
  committed(table.update(campaignKey(id), { remove: ['written'], add: { version: 1 } }, { version, status }))

/** Records that the first `preparations` ledgers of a campaign are deleted. Does nothing if it was deleted itself. */
export const recordClearedPreparations = (
  table: TenantTable,
  campaignId: string,
  preparations: number,
): Promise<boolean> =>
  committed(
    table.update(
      campaignKey(campaignId),
      { set: { clearedPreparations: preparations } },
      { pk: { exists: true } },
    ),
  )

/** A campaign after a change, with the attributes that lists show. Undefined attributes of the change stay. */
function listedAfter(campaign: StoredCampaign, change: Partial<StoredCampaign>): StoredCampaign {
  const {
    name = campaign.name,
    status = campaign.status,
    whatsappId = campaign.whatsappId,
    contactListIds = campaign.contactListIds,
  } = change
  return { ...campaign, name, status, whatsappId, contactListIds }
}

/** @returns false if it has changed since it was read */
export const deleteCampaign = (table: TenantTable, campaign: StoredCampaign): Promise<boolean> =>
  committed(
    table.transact([
      deleteRow(campaignKey(campaign.id), { version: campaign.version, status: campaign.status }),
      deleteRow(countsKey(campaign.id)),
      ...listWrites(campaignLists, campaign, undefined),
      ...dueWrites(campaign, campaign.dueAt, null),
    ]),
  )

/** EM_ANDAMENTO → FINALIZADA, once every recipient is accounted for. @returns whether this call completed it */
export async function completeCampaign(
  table: TenantTable,
  campaign: StoredCampaign,
  completedAt: string,
): Promise<boolean> {
  const { id, resends } = campaign
  const ended: Change<StoredCampaign>['set'] = {
    status: 'FINALIZADA',
    completedAt,
    updatedAt: completedAt,
    pausedAt: null,
    pauseReason: null,
    fault: null,
  }
  return committed(
    table.transact([
      updateRow(
        campaignKey(id),
        { set: ended, add: { version: 1 } },
        { status: 'EM_ANDAMENTO', preparedAt: { contains: 'T' }, resends, resendsReady: resends },
      ),
      checkRow(countsKey(id), { open: 0 }),
      // The condition above makes sure that it was EM_ANDAMENTO.
      ...listWrites(
        campaignLists,
        { ...campaign, status: 'EM_ANDAMENTO' },
        { ...campaign, status: 'FINALIZADA' },
      ),
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
