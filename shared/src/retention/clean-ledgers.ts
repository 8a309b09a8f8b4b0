import { ledgerId } from '../campaigns/recipient.ts'
import { campaignsAfter, changeCampaign, getCampaign, type StoredCampaign } from '../campaigns/store.ts'
import { partitionsOfLedger } from '../companies/deletion/partitions.ts'
import { clearPartition } from '../table/clear-partition.ts'
import type { CleanUp } from './clean-up.ts'
import { isLedgerDue } from './due.ts'

/**
 * The recipients of campaigns that ended earlier. The campaign says first that they go, so that nobody sets it going
 * again; its counts stay as they are. @returns whether it came to its end
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

/** Somebody died over it: whatever the company chose since, it is ended. */
const isHalfErased = ({ detailsErasedAt, ledger }: StoredCampaign): boolean =>
  Boolean(detailsErasedAt) && ledger !== null

/** @returns false where somebody changed the campaign meanwhile, so that it is not due any more */
const markErased = ({ table, now }: CleanUp, campaign: StoredCampaign): Promise<boolean> =>
  changeCampaign(table, campaign, { detailsErasedAt: new Date(now()).toISOString() })

async function eraseLedgers({ table, count }: CleanUp, { id, preparations }: StoredCampaign): Promise<void> {
  // Also those of preparations that were cut short, of which one may not have been counted.
  for (let preparation = 1; preparation <= preparations + 1; preparation++)
    for (const pk of partitionsOfLedger(ledgerId(id, preparation))) await clearPartition(table, pk)
  for (;;) {
    const campaign = await getCampaign(table, id)
    if (!campaign) return
    if (await changeCampaign(table, campaign, { ledger: null })) break
  }
  count('ledgers', 1)
}
