import { type Listed, type Lists, listRow } from '../../table/list-rows.ts'
import { pageNewestFirst } from '../../table/pages.ts'
import { allRows, type Partition, partition } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { CampaignStatus, CampaignType } from '../contract/campaign.ts'
import type { StoredCampaign } from './campaigns.ts'

/** A campaign's row in the list of its type, with the name for searches. The sort key is the id, which grows with time. */
interface CampaignOfType extends Listed {
  searchName: string
}

/** A campaign that is sending or still to send. Its connection and its lists cannot be deleted. */
export interface UnfinishedCampaign extends Listed {
  type: CampaignType
  whatsappId: string
  contactListIds: string[]
}

const OF_TYPE: Record<CampaignType, Partition<CampaignOfType>> = {
  PRIVATE: partition('CAMPAIGNS-OF#PRIVATE'),
  GROUP: partition('CAMPAIGNS-OF#GROUP'),
}
const UNFINISHED = partition<UnfinishedCampaign>('CAMPAIGNS-UNFINISHED')

const UNFINISHED_STATUSES: readonly CampaignStatus[] = ['PROGRAMADA', 'EM_ANDAMENTO']

export const campaignLists: Lists<StoredCampaign> = {
  name: 'campaign-lists',
  entities: partition('CAMPAIGNS'),
  rowsOf({ id, type, name, status, whatsappId, contactListIds }) {
    const shown = listRow(OF_TYPE[type], id, { id, searchName: name.toLowerCase() })
    if (!UNFINISHED_STATUSES.includes(status)) return [shown]
    return [shown, listRow(UNFINISHED, id, { id, type, whatsappId, contactListIds })]
  },
  partitions: async () => [...Object.values(OF_TYPE), UNFINISHED],
  asRead: ({ version, status, name }) => ({ version, status, name }),
}

/**
 * The ids of a page of campaigns of a type, newest first. A search reads the list's rows, some 110 bytes each: 140 read
 * units for 10,000 campaigns, which is less than a tenth of the campaigns' own rows.
 */
export const pageOfCampaignIds = (
  table: TenantTable,
  {
    type,
    search,
    before,
    limit,
  }: { type: CampaignType; search: string; before?: string | undefined; limit: number },
) =>
  pageNewestFirst(table, {
    pk: OF_TYPE[type],
    ...(search && { filter: { searchName: { contains: search } } }),
    before,
    limit,
  })

/** Campaigns that are sending or still to send, of any type. */
export async function unfinishedCampaigns(table: TenantTable): Promise<UnfinishedCampaign[]> {
  const rows: UnfinishedCampaign[] = []
  for await (const row of allRows(table, { pk: UNFINISHED, consistent: true })) rows.push(row)
  return rows
}

/** An unfinished campaign that uses a list, if any. */
export async function campaignUsing(
  table: TenantTable,
  listId: string,
): Promise<UnfinishedCampaign | undefined> {
  const unfinished = await unfinishedCampaigns(table)
  return unfinished.find(({ contactListIds }) => contactListIds.includes(listId))
}
