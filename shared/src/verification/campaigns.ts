import { countsKey, getCounts } from '../campaigns/ledger/counts.ts'
import { allRecipients } from '../campaigns/ledger/ledger.ts'
import { type Difference, differences, recount } from '../campaigns/ledger/recount.ts'
import { campaignKey, type StoredCampaign } from '../campaigns/store/campaigns.ts'
import { getSettings } from '../campaigns/store/settings.ts'
import { checkRow, committed, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Result of verifying a campaign's counts. */
export interface CampaignFindings {
  campaignId: string
  status: StoredCampaign['status']
  differences: Difference[]
}

/** The most reads of a ledger whose counts change meanwhile. */
const READ_AT_MOST = 3

/**
 * Compares a campaign's counts with its ledger; without a ledger, all counts must be zero. A campaign whose recipients
 * were deleted cannot be verified.
 */
export async function verifyCampaign(
  table: TenantTable,
  { id: campaignId, status, ledger, recipients, detailsErasedAt }: StoredCampaign,
): Promise<CampaignFindings> {
  if (detailsErasedAt) return { campaignId, status, differences: [] }
  const { timezone } = await getSettings(table)
  for (let look = 1; ; look++) {
    const before = await getCounts(table, campaignId)
    const counted = await recount(ledger ? allRecipients(table, ledger) : [], timezone)
    // A change during the read would look like a difference.
    const hasMoved = JSON.stringify(await getCounts(table, campaignId)) !== JSON.stringify(before)
    if (hasMoved && look < READ_AT_MOST) continue
    const rows = { count: 'recipients', stored: recipients, counted: counted.recipients }
    const found = differences(before, counted)
    return {
      campaignId,
      status,
      differences: recipients === counted.recipients ? found : [rows, ...found],
    }
  }
}

/**
 * Corrects a campaign's counts, unless it runs or anything in it has changed since.
 * @returns whether the counts are correct now
 */
export async function repairCampaign(
  table: TenantTable,
  { id, status, version }: StoredCampaign,
  { differences: found }: CampaignFindings,
): Promise<boolean> {
  if (status === 'EM_ANDAMENTO') return false
  const asFound = { version, status }
  const rows = found.find(({ count }) => count === 'recipients')
  const ofCounts = found.filter(({ count }) => count !== 'recipients')
  const stored = new Map(Object.entries((await table.get(countsKey(id))) ?? {}))
  if (ofCounts.some(({ count, stored: before }) => (stored.get(count) ?? 0) !== before)) return false
  const set = Object.fromEntries(ofCounts.map(({ count, counted }) => [count, counted]))
  const campaign: Write = rows
    ? updateRow(campaignKey(id), { set: { recipients: rows.counted }, add: { version: 1 } }, asFound)
    : checkRow(campaignKey(id), asFound)
  const counts: Write = updateRow(
    countsKey(id),
    { set: { ...set, campaignId: id } },
    Object.fromEntries(
      ofCounts.map(({ count, stored: before }) => [count, stored.has(count) ? before : { exists: false }]),
    ),
  )
  return committed(table.transact(ofCounts.length > 0 ? [campaign, counts] : [campaign]))
}
