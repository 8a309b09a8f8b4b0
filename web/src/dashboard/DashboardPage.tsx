import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/use-texts.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'
import { Figures } from './Figures.tsx'
import { LatestCampaigns } from './LatestCampaigns.tsx'
import { MessagesChart } from './MessagesChart.tsx'
import { dashboardQuery } from './queries.ts'
import { RangePicker } from './RangePicker.tsx'
import { type DashboardSearch, type DateRange, rangeOf } from './range.ts'

interface DashboardPageProps {
  search: DashboardSearch
  onRange: (range: DateRange) => void
}

/** The figures of a range of days. */
export function DashboardPage({ search, onRange }: DashboardPageProps) {
  const { t } = useTexts()
  const [now, zone] = [useNow(), useZone()]
  const range = rangeOf(search, now, zone)
  const { data, error, refetch, isFetching, isPending } = useQuery(dashboardQuery(range))
  return (
    <>
      <PageHeader title={t('dashboard.title')}>
        <RangePicker range={range} today={rangeOf({}, now, zone).to} onRange={onRange} />
      </PageHeader>
      {error && (
        <ListProblem error={error} title={t('dashboard.failed')} onRetry={refetch} isRetrying={isFetching} />
      )}
      {!error && (
        <Stack gap="lg">
          {data ? <Figures counters={data.counters} /> : <Skeleton height={92} />}
          {data ? <MessagesChart days={data.days} /> : <Skeleton height={300} />}
          <LatestCampaigns list={{ records: data?.campaigns ?? [], isPending, isFetching, error, refetch }} />
        </Stack>
      )}
    </>
  )
}
