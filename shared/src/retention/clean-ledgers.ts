import { ledgerId } from '../campaigns/ledger/recipient.ts'
import {
  campaignsAfter,
  changeCampaign,
  getCampaign,
  type StoredCampaign,
} from '../campaigns/store/campaigns.ts'
import { partitionsOfLedger } from '../companies/deletion/partitions.ts'
import { clearPartition } from '../table/clear-partition.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { partition } from '../table/table.ts'
import type { CleanUp } from './clean-up.ts'
import { isLedgerDue } from './due.ts'

/**
 * Deletes the recipients of campaigns that ended before the cutoff. The campaign is marked first, so that it cannot be
 * started again; its counts stay. @returns whether it reached the end
 */
export async function cleanLedgers(work: CleanUp, cutoff: number | null): Promise<boolean> {
  const isDue = (campaign: StoredCampaign) => cutoff !== null && isLedgerDue(campaign, cutoff)
  for await (const campaign of campaignsAfter(work.table)) {
    if (work.isOver()) return false
    if (isHalfErased(campaign) || (isDue(campaign) && (await markErased(work, campaign))))
      await eraseLedgers(work, campaign)
  }
  return true
}

/** A job died during the deletion: it is completed, whatever the company chose since. */
const isHalfErased = ({ detailsErasedAt, ledger }: StoredCampaign): boolean =>
  Boolean(detailsErasedAt) && ledger !== null

/** @returns false if the campaign was changed meanwhile and is not due any more */
const markErased = ({ table, now }: CleanUp, campaign: StoredCampaign): Promise<boolean> =>
  changeCampaign(table, campaign, { detailsErasedAt: new Date(now()).toISOString() })

async function eraseLedgers({ table, count }: CleanUp, { id, preparations }: StoredCampaign): Promise<void> {
  // Includes interrupted preparations; the latest of them may not be counted yet.
  for (let preparation = 1; preparation <= preparations + 1; preparation++)
    for (const pk of partitionsOfLedger(ledgerId(id, preparation))) await clearPartition(table, partition(pk))
  const isDone = await retrying(
    table,
    () => getCampaign(table, id),
    async (campaign) => {
      if (!campaign) return false
      return (await changeCampaign(table, campaign, { ledger: null })) || AGAIN
    },
  )
  if (isDone) count('ledgers', 1)
}
