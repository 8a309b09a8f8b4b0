import type { CampaignCounters } from '@recado/shared/campaigns/contract/campaign'
import type { ChartColor } from '../ui/chart/chart.ts'

/** The parts of a campaign's recipients, in the order of the bar. */
export const PARTS = ['read', 'received', 'sent', 'failed', 'blockeds', 'open'] as const
export type Part = (typeof PARTS)[number]

/** The colour of each counter in every bar and chart of campaigns. Open recipients have the colour of an empty bar. */
export const COUNTER_COLORS = {
  read: 1,
  received: 2,
  blockeds: 3,
  failed: 4,
  replied: 5,
  sent: 6,
} as const satisfies Record<string, ChartColor>

/** The number of a campaign's recipients. */
export const totalOf = ({ sent, failed, open }: Pick<CampaignCounters, 'sent' | 'failed' | 'open'>): number =>
  sent + failed + open

/**
 * The number of recipients in each part. Each recipient is in one part, the furthest that they reached, so the parts add up
 * to {@link totalOf}. `failed` leaves out the blocked ones, who failed too.
 */
export function partsOf(counters: CampaignCounters): Record<Part, number> {
  const { sent, open, blockeds } = counters
  const failed = Math.max(0, counters.failed - blockeds)
  // A receipt that overtook the message's own result may be counted before it.
  const received = Math.min(counters.received, sent)
  const read = Math.min(counters.read, received)
  return { read, received: received - read, sent: sent - received, failed, blockeds, open }
}
