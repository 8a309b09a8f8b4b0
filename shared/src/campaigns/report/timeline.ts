import { allRows, committed, partition } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { TimelinePoint } from '../contract/campaign.ts'
import type { CampaignCounts } from '../ledger/counts.ts'

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const DAY = 24 * HOUR

/**
 * The distance of a campaign's points by its age, in milliseconds: a campaign of five minutes has some forty points, one
 * of thirty days four hundred. Later changes are not recorded: hardly any receipt comes after two months.
 */
const STEPS = [
  { until: 2 * MINUTE, step: 5 * SECOND },
  { until: 15 * MINUTE, step: 15 * SECOND },
  { until: HOUR, step: MINUTE },
  { until: 6 * HOUR, step: 5 * MINUTE },
  { until: DAY, step: 15 * MINUTE },
  { until: 7 * DAY, step: HOUR },
  { until: 60 * DAY, step: 6 * HOUR },
] as const

/**
 * The beginning of the period that has one point, and its length, in milliseconds; undefined if nothing is recorded any
 * more.
 */
export function periodOf(startedAt: number, now: number): { from: number; step: number } | undefined {
  const age = now - startedAt
  const found = age < 0 ? undefined : STEPS.find(({ until }) => age < until)
  return found && { from: startedAt + Math.floor(age / found.step) * found.step, step: found.step }
}

const timelineOf = (campaignId: string) => partition<TimelinePoint>(`TIMELINE#${campaignId}`)

/** The periods that this process has recorded, or has seen recorded. Another process may write the same ones. */
const MOST_REMEMBERED = 1000

/**
 * Records a campaign's counts over time: the counts at the first change of each period. They are not counted in the
 * transaction of a message, because a second row would cost each message two write units, and buckets in the row of
 * counts would double its size (docs/adr/0042). A process that dies leaves a period without a point, never a wrong one.
 */
export class TimelineRecorder {
  private readonly recorded = new Map<string, number>()

  /** @param now milliseconds since 1970, not before the counts were read */
  async record(
    table: TenantTable,
    { id, startedAt }: { id: string; startedAt: string | null },
    counts: CampaignCounts,
    now: number,
  ): Promise<void> {
    const period = startedAt ? periodOf(Date.parse(startedAt), now) : undefined
    const campaign = `${table.companyId} ${id}`
    if (!period || this.recorded.get(campaign) === period.from) return
    if (this.recorded.size >= MOST_REMEMBERED) this.recorded.clear()
    this.recorded.set(campaign, period.from)
    const { sent, received, read, replied } = counts
    const point = { at: new Date(now).toISOString(), sent, received, read, replied }
    const key = { pk: timelineOf(id), sk: new Date(period.from).toISOString() }
    await committed(table.put({ ...point, ...key }, { pk: { exists: false } }))
  }
}

/** A campaign's recorded points in their order; empty for one that ended before points were recorded. */
export async function readTimeline(table: TenantTable, campaignId: string): Promise<TimelinePoint[]> {
  const points: TimelinePoint[] = []
  for await (const { at, sent, received, read, replied } of allRows(table, { pk: timelineOf(campaignId) }))
    points.push({ at, sent, received, read, replied })
  return points
}
