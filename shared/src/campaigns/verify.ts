import { committed, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { countsKey, getCounts } from './counts.ts'
import { allRecipients } from './ledger.ts'
import { type Difference, differences, recount } from './recount.ts'
import { getSettings } from './settings-store.ts'
import { campaignKey, type StoredCampaign } from './store.ts'

/** What a look at a campaign's counts found. */
export interface CampaignFindings {
  campaignId: string
  status: StoredCampaign['status']
  differences: Difference[]
}

/** Ledgers that are read again because figures moved meanwhile. */
const READ_AT_MOST = 3

/**
 * Compares a campaign's counts with its ledger; of one that has none, with nothing. Of one whose recipients are kept no
 * longer nothing can be said.
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
    // What came while the ledger was read would look like a difference.
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
 * Puts counts right as they were found to be, unless the campaign runs, or anything of it has changed since.
 * @returns whether they are right now
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
    ? {
        update: campaignKey(id),
        change: { set: { recipients: rows.counted }, add: { version: 1 } },
        when: asFound,
      }
    : { check: campaignKey(id), when: asFound }
  const counts: Write = {
    update: countsKey(id),
    change: { set: { ...set, campaignId: id } },
    when: Object.fromEntries(
      ofCounts.map(({ count, stored: before }) => [count, stored.has(count) ? before : { exists: false }]),
    ),
  }
  return committed(table.transact(ofCounts.length > 0 ? [campaign, counts] : [campaign]))
}
