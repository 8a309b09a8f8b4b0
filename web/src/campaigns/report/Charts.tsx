import { Grid } from '@mantine/core'
import type { CampaignReport } from '@recado/shared/campaigns/contract/campaign'
import { useNow } from '../../ui/use-now.ts'
import { BREAKPOINTS } from './breakpoints.ts'
import { Funnel } from './Funnel.tsx'
import { Timeline } from './Timeline.tsx'
import { pointsOf } from './timeline.ts'

/** The funnel, and beside it the campaign over time if that was recorded. */
export function Charts({ campaign }: { campaign: CampaignReport }) {
  const now = useNow()
  if (!campaign.startedAt) return null
  const points = pointsOf(campaign, now)
  if (points.length === 0) return <Funnel counters={campaign.counters} />
  return (
    <Grid type="container" breakpoints={BREAKPOINTS}>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Funnel counters={campaign.counters} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Timeline campaign={campaign} points={points} />
      </Grid.Col>
    </Grid>
  )
}
