import { SegmentedControl } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { LineChart } from '../../ui/chart/LineChart.tsx'
import { formatDateTime, formatDayTime, formatTime } from '../../ui/dates.ts'
import { useZone } from '../../zone/use-zone.ts'
import { COUNTER_COLORS } from '../parts.ts'
import { emptyTextOf, pointsIn, type Span, spansOf, type TimedCounts } from './timeline.ts'

const SERIES = ['sent', 'received', 'read', 'replied'] as const

interface TimelineProps {
  campaign: CampaignReport
  points: readonly TimedCounts[]
}

/** Sends, deliveries, reads and replies since the start. */
export function Timeline({ campaign, points }: TimelineProps) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState<Span>()
  const spans = spansOf(campaign, points)
  const span = chosen ?? spans[0] ?? 'all'
  const shown = pointsIn(campaign, points, span)
  const times = useTimes(shown)
  return (
    <LineChart
      title={t('campaigns.timeline.title')}
      step={t('campaigns.timeline.time')}
      empty={t(emptyTextOf(campaign.counters))}
      series={SERIES.map((key) => ({
        key,
        name: t(`campaigns.counters.${key}`),
        color: COUNTER_COLORS[key],
      }))}
      points={shown}
      shortTime={times.short}
      longTime={times.long}
      control={
        spans.length > 1 && (
          <SegmentedControl
            size="xs"
            data-printed="no"
            aria-label={t('campaigns.timeline.span')}
            data={spans.map((value) => ({ value, label: t(`campaigns.timeline.spans.${value}`) }))}
            value={span}
            onChange={(value) => setChosen(spans.find((each) => each === value))}
          />
        )
      }
    />
  )
}

const [MINUTES, DAY] = [600_000, 86_400_000]

/** Times for the length of the shown points: seconds in ten minutes, the date in more than a day. */
function useTimes(points: readonly TimedCounts[]): Record<'short' | 'long', (at: number) => string> {
  const zone = useZone()
  const length = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  const iso = (at: number) => new Date(at).toISOString()
  const seconds = (at: number) => `${formatTime(iso(at), zone)}:${iso(at).slice(17, 19)}`
  if (length < MINUTES) return { short: seconds, long: seconds }
  const long = (at: number) => formatDateTime(iso(at), zone)
  if (length <= DAY) return { short: (at) => formatTime(iso(at), zone), long }
  return { short: (at) => formatDayTime(iso(at), zone), long }
}
