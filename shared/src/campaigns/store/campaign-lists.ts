import { type Listed, type Lists, listRow } from '../../table/list-rows.ts'
import { pageNewestFirst } from '../../table/pages.ts'
import { allRows, type Partition, partition, type Row } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { CampaignStatus, CampaignType } from '../contract/campaign.ts'
import { UNFINISHED_STATUSES } from '../contract/unfinished.ts'
import type { StoredCampaign } from './campaigns.ts'

/** What a list of campaigns is searched and filtered by. */
interface Searched {
  searchName: string
  status: CampaignStatus
}

/** A campaign's row in the list of its type. The sort key is the id, which grows with time. */
interface CampaignOfType extends Listed, Searched {}

/** A campaign that is sending or still to send. Its connection and its lists cannot be deleted. */
export interface UnfinishedCampaign extends Listed, Searched {
  type: CampaignType
  whatsappId: string
  contactListIds: string[]
}

const OF_TYPE: Record<CampaignType, Partition<CampaignOfType>> = {
  PRIVATE: partition('CAMPAIGNS-OF#PRIVATE'),
  GROUP: partition('CAMPAIGNS-OF#GROUP'),
}
const UNFINISHED = partition<UnfinishedCampaign>('CAMPAIGNS-UNFINISHED')

export const campaignLists: Lists<StoredCampaign> = {
  name: 'campaign-lists',
  entities: partition('CAMPAIGNS'),
  rowsOf({ id, type, name, status, whatsappId, contactListIds }) {
    const searched = { searchName: name.toLowerCase(), status }
    const shown = listRow(OF_TYPE[type], id, { id, ...searched })
    if (!UNFINISHED_STATUSES.includes(status)) return [shown]
    return [shown, listRow(UNFINISHED, id, { id, ...searched, type, whatsappId, contactListIds })]
  },
  partitions: async () => [...Object.values(OF_TYPE), UNFINISHED],
  asRead: ({ version, status, name }) => ({ version, status, name }),
}

interface CampaignsWanted {
  type: CampaignType
  /** A part of the name in lower case; empty for any. */
  search: string
  status?: CampaignStatus | undefined
  before?: string | undefined
  limit: number
}

/**
 * The ids of a page of campaigns of a type, newest first. A search or a status reads the list's rows, some 150 bytes each:
 * 180 read units for 10,000 campaigns, which is less than a tenth of the campaigns' own rows. Scheduled and running
 * campaigns are read from their own short list.
 */
export function pageOfCampaignIds(
  table: TenantTable,
  { type, search, status, before, limit }: CampaignsWanted,
): Promise<{ rows: Row<Listed>[]; after?: string }> {
  const searched = search ? { searchName: { contains: search } } : {}
  if (status && UNFINISHED_STATUSES.includes(status))
    return pageNewestFirst(table, { pk: UNFINISHED, filter: { ...searched, type, status }, before, limit })
  const filter = search || status ? { ...searched, ...(status && { status }) } : undefined
  return pageNewestFirst(table, { pk: OF_TYPE[type], filter, before, limit })
}

/** Campaigns that are sending or still to send, of any type. */
export async function unfinishedCampaigns(table: TenantTable): Promise<UnfinishedCampaign[]> {
  const rows: UnfinishedCampaign[] = []
  for await (const row of allRows(table, { pk: UNFINISHED, consistent: true })) rows.push(row)
  return rows
}

/** The latest campaigns that are sending or still to send, of any type: `limit` at most. */
export const latestUnfinished = async (table: TenantTable, limit: number): Promise<UnfinishedCampaign[]> =>
  (await pageNewestFirst(table, { pk: UNFINISHED, limit })).rows

/** An unfinished campaign that uses a list, if any. */
export async function campaignUsing(
  table: TenantTable,
  listId: string,
): Promise<UnfinishedCampaign | undefined> {
  const unfinished = await unfinishedCampaigns(table)
  return unfinished.find(({ contactListIds }) => contactListIds.includes(listId))
}
