import { type Key, keyIn } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { VariantResult } from '../contract/campaign.ts'

/**
 * The number of a campaign's recipients in each state. They have a small row of their own: it is written with every
 * message, and a write to the campaign's row would pay for its texts each time.
 */
export interface CampaignCounts {
  campaignId: string
  /** Neither sent nor failed. */
  open: number
  sent: number
  failed: number
  /** Part of `failed`: on the block list. */
  blocked: number
  received: number
  read: number
  replied: number
  /** Part of `open`: asked for a confirmation, not answered. */
  awaiting: number
  /** Part of `open`: answered yes, main message not sent yet. */
  confirmed: number
  confirmedAndSent: number
  /** Part of `open`: could not be written to, and wait for another try. Unknown for ledgers from before it was counted. */
  postponed?: number
  /** Messages that WhatsApp refused since it last accepted one. */
  refusedInRow?: number
  /** Recipients refused at one address: the next attempt uses their other address, before other recipients. */
  turned?: number
  /** Results of a variant's messages: `v1Sent`, `v1Read`, … */
  [variant: `v${number}${string}`]: number | undefined
  /** Messages sent on a local date: `day2026-11-21`. */
  [day: `day${string}`]: number | undefined
}

/** A change of counts. {@link ofVariant} and {@link onDay} name the counts of a variant and of a day. */
export type CountChange = { readonly [A in Exclude<keyof CampaignCounts, 'campaignId'>]?: number }

export const NO_COUNTS = {
  open: 0,
  sent: 0,
  failed: 0,
  blocked: 0,
  received: 0,
  read: 0,
  replied: 0,
  awaiting: 0,
  confirmed: 0,
  confirmedAndSent: 0,
} satisfies Partial<CampaignCounts>

export const countsKey = (campaignId: string): Key<CampaignCounts> => keyIn('CAMPAIGN-COUNTS', campaignId)

/** A campaign's counts; zeros before the ledger is written. */
export async function getCounts(table: TenantTable, campaignId: string): Promise<CampaignCounts> {
  const stored = await table.get(countsKey(campaignId))
  return { ...NO_COUNTS, campaignId, ...stored }
}

/** Resets the run of refusals, because a person looks at the campaign before it goes on. */
export const forgetRefusals = (table: TenantTable, campaignId: string) =>
  table.update(countsKey(campaignId), { set: { refusedInRow: 0 } })

/** The counts of many campaigns, by campaign id. */
export async function countsOf(
  table: TenantTable,
  campaignIds: readonly string[],
): Promise<Map<string, CampaignCounts>> {
  const rows = campaignIds.length > 0 ? await table.getMany(campaignIds.map(countsKey)) : []
  const stored = new Map(rows.map((row) => [row.campaignId, row]))
  return new Map(
    campaignIds.map((campaignId) => [
      campaignId,
      { ...NO_COUNTS, campaignId, ...stored.get(campaignId) } satisfies CampaignCounts,
    ]),
  )
}

type VariantCount = Exclude<keyof VariantResult, 'variant'>

/** One more of a variant's messages: `v2Sent`. */
export const ofVariant = (variant: number, count: VariantCount): CountChange => ({
  [`v${variant}${capital(count)}`]: 1,
})

/** One more message sent on a local date, `2026-11-21`. */
export const onDay = (day: string): CountChange => ({ [`day${day}`]: 1 })

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The results of each variant with at least one count. */
export function variantsIn(counts: CampaignCounts): VariantResult[] {
  const values = new Map<string, unknown>(Object.entries(counts))
  const count = (name: string): number => {
    const value = values.get(name)
    return typeof value === 'number' ? value : 0
  }
  return [1, 2, 3, 4, 5].flatMap((variant) => {
    const of = (name: VariantCount) => count(`v${variant}${capital(name)}`)
    const result = {
      variant,
      sent: of('sent'),
      received: of('received'),
      read: of('read'),
      replied: of('replied'),
    }
    return result.sent > 0 ? [result] : []
  })
}

/** Messages sent by local date. */
export const daysIn = (counts: CampaignCounts): Map<string, number> =>
  new Map(
    Object.entries(counts).flatMap(([name, value]) =>
      name.startsWith('day') && typeof value === 'number' ? [[name.slice('day'.length), value]] : [],
    ),
  )
