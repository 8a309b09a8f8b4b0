import type { CampaignReport, TimelinePoint } from '@recado/shared/campaigns/contract/campaign'

/** The time from the first to the last sending, or to the last receipt. */
export const SPANS = ['sending', 'all'] as const
export type Span = (typeof SPANS)[number]

type Timed = Pick<CampaignReport, 'status' | 'startedAt' | 'completedAt' | 'timeline' | 'counters'>
type Counts = Omit<TimelinePoint, 'at'>

/** A campaign's counts at a moment, in milliseconds since 1970. */
export interface TimedCounts {
  at: number
  values: Counts
}

/** The text for a campaign without sent messages: its requests for a confirmation are no messages, and may be out. */
export const emptyTextOf = ({ awaiting, onlyConfirmed }: CampaignReport['counters']) =>
  awaiting + onlyConfirmed > 0 ? 'campaigns.timeline.onlyRequests' : 'campaigns.timeline.nothing'

/** Without a second point, or with one that begins in the middle of the campaign, there is no picture of its run. */
const FEWEST = 2

/**
 * A campaign's recorded points and its present counts. Counts never fall from a point to the next one: a point that was
 * written late is raised. Empty for a campaign whose run was not recorded.
 * @param now milliseconds since 1970
 */
export function pointsOf({ status, timeline, counters }: Timed, now: number): TimedCounts[] {
  if (timeline.length === 0) return []
  const recorded = timeline.map(({ at, ...values }) => ({ at: Date.parse(at), values }))
  const last = recorded.at(-1)
  const present = countsIn(counters)
  const isNew = last && !isSame(last.values, present)
  // The last changes of a campaign that is over came at an unknown moment shortly after its last point.
  const end = last && (status === 'EM_ANDAMENTO' ? now : Math.min(now, last.at + closeTo(recorded)))
  const points =
    isNew || (status === 'EM_ANDAMENTO' && last)
      ? [...recorded, { at: end ?? now, values: present }]
      : recorded
  return points.length < FEWEST ? [] : rising(points)
}

/** The distance of the last two points, or a few seconds. */
const closeTo = (points: readonly TimedCounts[]): number =>
  Math.max(5000, (points.at(-1)?.at ?? 0) - (points.at(-2)?.at ?? points.at(-1)?.at ?? 0))

const countsIn = ({ sent, received, read, replied }: Counts): Counts => ({ sent, received, read, replied })

const isSame = (one: Counts, other: Counts): boolean =>
  one.sent === other.sent &&
  one.received === other.received &&
  one.read === other.read &&
  one.replied === other.replied

function rising(points: readonly TimedCounts[]): TimedCounts[] {
  let top: Counts = { sent: 0, received: 0, read: 0, replied: 0 }
  return points.map(({ at, values }) => {
    top = {
      sent: Math.max(top.sent, values.sent),
      received: Math.max(top.received, values.received),
      read: Math.max(top.read, values.read),
      replied: Math.max(top.replied, values.replied),
    }
    return { at, values: top }
  })
}

/** The spans that differ: with late receipts the sending is a part of the whole. Until the end they are the same. */
export function spansOf(campaign: Timed, points: readonly TimedCounts[]): Span[] {
  const end = endOfSending(campaign)
  return end !== undefined && (points.at(-1)?.at ?? 0) > end ? [...SPANS] : ['all']
}

/** The points of a span; at least two, which a line needs. */
export function pointsIn(campaign: Timed, points: readonly TimedCounts[], span: Span): TimedCounts[] {
  const end = span === 'sending' ? endOfSending(campaign) : undefined
  const within = points.filter(({ at }) => end === undefined || at <= end)
  return within.length < FEWEST ? [...points] : within
}

/** How much longer than the sending its span is, so that its end and the receipts right after it are seen. */
const AND_AFTER = 1.25

/** Milliseconds since 1970; undefined while the campaign runs. */
function endOfSending({ startedAt, completedAt }: Timed): number | undefined {
  if (!startedAt || !completedAt) return undefined
  const start = Date.parse(startedAt)
  return start + (Date.parse(completedAt) - start) * AND_AFTER
}
