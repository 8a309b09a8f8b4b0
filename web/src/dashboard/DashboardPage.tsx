import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import { type DateRange, RangePicker } from '../ui/RangePicker.tsx'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'
import { CampaignsOff } from './CampaignsOff.tsx'
import { Figures } from './Figures.tsx'
import { LatestCampaigns } from './LatestCampaigns.tsx'
import { MessagesChart } from './MessagesChart.tsx'
import { dashboardQuery } from './queries.ts'
import { type DashboardSearch, rangeOf } from './range.ts'

interface DashboardPageProps {
  search: DashboardSearch
  onRange: (range: DateRange) => void
}

/** The figures of campaigns in a range of days. */
export function DashboardPage({ search, onRange }: DashboardPageProps) {
  const { t } = useTexts()
  const [now, zone] = [useNow(), useZone()]
  const range = rangeOf(search, now, zone)
  const { data, error, refetch, isFetching, isPending } = useQuery(dashboardQuery(range))
  return (
    <>
      <Group justify="flex-end" mb="md">
        <RangePicker range={range} today={rangeOf({}, now, zone).to} onRange={onRange} />
      </Group>
      {error && !data ? (
        <ListProblem error={error} title={t('dashboard.failed')} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <Stack gap="lg">
          <CampaignsOff latest={data?.campaigns ?? []} />
          {data ? <Figures counters={data.counters} /> : <Skeleton height={92} />}
          {data ? <MessagesChart days={data.days} /> : <Skeleton height={300} />}
          <LatestCampaigns
            list={{ records: data?.campaigns ?? [], isPending, isFetching, error: null, refetch }}
          />
        </Stack>
      )}
    </>
  )
}
