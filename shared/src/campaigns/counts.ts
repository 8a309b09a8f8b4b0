import type { Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { VariantResult } from './campaign.ts'

/**
 * How many of a campaign's recipients are where. They stand in a row of their own, which stays small: it is
 * written with every message, and the campaign's texts would be paid for each time.
 */
export interface CampaignCounts {
  campaignId: string
  /** Neither sent nor failed. */
  open: number
  sent: number
  failed: number
  /** Of the failed: on the block list. */
  blocked: number
  received: number
  read: number
  replied: number
  /** Of the open: asked for a confirmation, not answered. */
  awaiting: number
  /** Of the open: answered yes, main message still to be sent. */
  confirmed: number
  confirmedAndSent: number
  /** Messages that WhatsApp refused since it last took one. */
  refusedInRow?: number
  /** Recipients who were refused at one of their addresses, and are written to at the other before anybody else. */
  turned?: number
}

/** A change of counts: those above, and of a variant or a day those that {@link ofVariant} and {@link onDay} name. */
export type CountChange = { readonly [count: string]: number }

export const NO_COUNTS: Omit<CampaignCounts, 'campaignId'> = {
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
}

export const countsKey = (campaignId: string): Key => ({ pk: 'CAMPAIGN-COUNTS', sk: campaignId })

/** Zeros before the ledger is written. */
export async function getCounts(table: TenantTable, campaignId: string): Promise<CampaignCounts> {
  const stored = await table.get<CampaignCounts>(countsKey(campaignId))
  return { ...NO_COUNTS, campaignId, ...stored }
}

/** A new run of refusals begins: somebody looks at the campaign before it goes on. */
export const forgetRefusals = (table: TenantTable, campaignId: string) =>
  table.update(countsKey(campaignId), { set: { refusedInRow: 0 } })

/** The counts of many campaigns, by campaign. */
export async function countsOf(
  table: TenantTable,
  campaignIds: readonly string[],
): Promise<Map<string, CampaignCounts>> {
  const rows = campaignIds.length > 0 ? await table.getMany<CampaignCounts>(campaignIds.map(countsKey)) : []
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

/** What became of each variant, for those of which anything is known. */
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
