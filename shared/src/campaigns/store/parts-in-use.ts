import { keyIn, putRow, type Write } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { CampaignStatus } from '../contract/campaign.ts'
import { UNFINISHED_STATUSES } from '../contract/unfinished.ts'

// A list or a connection that an unfinished campaign uses is not deleted. One transaction cannot check the campaigns that use a
// part, nor all lists of a campaign, so both sides raise one number of the company and fail if the other did so meanwhile.

const CHANGES = keyIn<{ times: number }>('COMPANY', 'CAMPAIGN-PARTS')

/** Read this before the lists and the connection of a campaign, or before the campaigns that use them. */
export const partsVersion = async (table: TenantTable): Promise<number> =>
  (await table.get(CHANGES))?.times ?? 0

/**
 * For the transaction that deletes a list or a connection, or lets a campaign use them. It fails after a concurrent one: then read and
 * decide again.
 * @param version as {@link partsVersion} read it
 */
export const partsWrite = (version: number): Write =>
  putRow({ ...CHANGES, times: version + 1 }, version === 0 ? { pk: { exists: false } } : { times: version })

/** The same for a campaign that gets a status: nothing, unless it is then unfinished. */
export const useWrites = (status: CampaignStatus | undefined, version: number): Write[] =>
  status && UNFINISHED_STATUSES.includes(status) ? [partsWrite(version)] : []
