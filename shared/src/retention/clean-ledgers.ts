import { ledgerId } from '../campaigns/ledger/recipient.ts'
import {
  campaignsAfter,
  changeCampaign,
  getCampaign,
  giveUpPreparation,
  recordClearedPreparations,
  type StoredCampaign,
} from '../campaigns/store/campaigns.ts'
import { partitionsOfLedger } from '../companies/deletion/partitions.ts'
import { clearPartition } from '../table/clear-partition.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { partition } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { CleanUp } from './clean-up.ts'
import { isLedgerDue, isUnusedLedgerDue } from './due.ts'

/**
 * Deletes the recipients of campaigns that ended before the cutoff. The campaign is marked first, so that it cannot be
 * started again; its counts stay. A campaign cancelled during its preparation has no counts, and may be started again.
 * @returns whether it reached the end
 */
export async function cleanLedgers(work: CleanUp, cutoff: number | null): Promise<boolean> {
  const isDue = (campaign: StoredCampaign) => cutoff !== null && isLedgerDue(campaign, cutoff)
  for await (const campaign of campaignsAfter(work.table)) {
    if (work.isOver()) return false
    if (cutoff !== null && isUnusedLedgerDue(campaign, cutoff)) await eraseUnusedLedgers(work, campaign)
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

/** Deletes the recipients of preparations that were never complete. A restart writes a new ledger. */
async function eraseUnusedLedgers({ table, count }: CleanUp, campaign: StoredCampaign): Promise<void> {
  const { id, preparations, written } = campaign
  // Changed meanwhile: it may be running again, and go on with its latest ledger.
  if (written && !(await giveUpPreparation(table, campaign))) return
  if ((await clearLedgers(table, id, preparations)) > 0) count('ledgers', 1)
  // Otherwise each clean-up would search them again.
  await recordClearedPreparations(table, id, preparations)
}

async function clearLedgers(table: TenantTable, campaignId: string, preparations: number): Promise<number> {
  let cleared = 0
  for (let preparation = 1; preparation <= preparations; preparation++)
    for (const pk of partitionsOfLedger(ledgerId(campaignId, preparation)))
      cleared += await clearPartition(table, partition(pk))
  return cleared
}

async function eraseLedgers({ table, count }: CleanUp, { id, preparations }: StoredCampaign): Promise<void> {
  // Includes interrupted preparations; the latest of them may not be counted yet.
  await clearLedgers(table, id, preparations + 1)
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
