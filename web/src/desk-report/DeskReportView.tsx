import { Skeleton, Stack, Text } from '@mantine/core'
import { useTexts } from '../i18n/use-texts.ts'
import { ListProblem } from '../ui/ListProblem.tsx'
import { useNow } from '../ui/use-now.ts'
import { useZone } from '../zone/use-zone.ts'
import { ByTable } from './ByTable.tsx'
import { ShowTickets } from './FigureLink.tsx'
import { Forgotten } from './Forgotten.tsx'
import { PeriodFigures } from './PeriodFigures.tsx'
import { PresentFigures } from './PresentFigures.tsx'
import { countedSoFar, useDeskReport } from './queries.ts'
import { ReportChart } from './ReportChart.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { type ReportSearch, reportRange, showing, shownIn } from './search.ts'
import { TicketsDialog } from './TicketsDialog.tsx'

interface DeskReportViewProps {
  search: ReportSearch
  onSearch: (search: ReportSearch) => void
  /** The figures of the user alone. */
  isOwn?: boolean
}

/** The report of customer service: this moment, the days, and the tickets behind each number. */
export function DeskReportView({ search, onSearch, isOwn = false }: DeskReportViewProps) {
  const { t } = useTexts()
  const [now, zone] = [useNow(), useZone()]
  const range = reportRange(search, now, zone)
  const { queueId, userId } = search
  const shown = shownIn(search)
  const wanted = { ...range, ...(queueId && { queueId }), ...(userId && { userId }) }
  const { data, error, refetch, isFetching, failureReason } = useDeskReport(wanted)
  const counted = isFetching ? countedSoFar(failureReason) : undefined
  return (
    <ShowTickets value={(of) => onSearch(showing(search, of))}>
      <ReportFilters search={search} range={range} isOwn={isOwn} onSearch={onSearch} />
      {error && (
        <ListProblem error={error} title={t('dashboard.failed')} onRetry={refetch} isRetrying={isFetching} />
      )}
      {counted && (
        <Text size="sm" c="dimmed" role="status" mb="sm">
          {t('deskReport.counting', counted)}
        </Text>
      )}
      {!error && !data && <ReportSkeleton />}
      {data && (
        <Stack gap="lg">
          <PresentFigures present={data.now} forgotten={data.forgotten.length} wanted={wanted} />
          <PeriodFigures period={data.period} wanted={wanted} />
          <Forgotten forgotten={data.forgotten} />
          <ReportChart by={data.by} />
          <ByTable
            by={data.by}
            kind={search.by ?? 'queue'}
            {...(isOwn && { kinds: ['queue', 'hour'] })}
            onKind={(by) => onSearch({ ...search, by })}
          />
        </Stack>
      )}
      {shown && (
        <TicketsDialog shown={shown} range={range} onClose={() => onSearch(showing(search, undefined))} />
      )}
    </ShowTickets>
  )
}

function ReportSkeleton() {
  const { t } = useTexts()
  return (
    <Stack gap="lg" aria-busy aria-label={t('common.loading')}>
      {[120, 180, 260, 200].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </Stack>
  )
}
