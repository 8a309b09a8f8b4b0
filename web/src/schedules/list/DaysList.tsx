import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { localDate } from '@recado/shared/calendar/local-date'
import type { Schedule } from '@recado/shared/schedules/schedule'
import type { ReactNode } from 'react'
import { LOCALES } from '../../i18n/index.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { ListState } from '../../ui/DataTable.tsx'
import { formatDate } from '../../ui/dates.ts'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { useZone } from '../../zone/use-zone.ts'
import { nearDay } from '../days.ts'
import { type ScheduleActions, ScheduleRow } from '../ScheduleRow.tsx'
import { momentOf } from '../schedule-filter.ts'
import classes from './list.module.css'
import { withDays } from './with-days.ts'

const ROW_HEIGHT = 96
const SKELETON_ROWS = 4

interface DaysListProps extends ScheduleActions {
  list: ListState<Schedule>
  empty: ReactNode
}

/** Schedules in the order of the server, under a heading for each day. */
export function DaysList({ list, empty, ...actions }: DaysListProps) {
  const { t } = useTexts()
  const { records, isPending, error } = list
  const content = () => {
    if (isPending) return <Skeletons />
    if (error && records.length === 0)
      return (
        <div className={classes.apart}>
          <ListProblem error={error} onRetry={list.refetch} isRetrying={list.isFetching} />
        </div>
      )
    return records.length === 0 ? empty : <Rows records={records} {...actions} />
  }
  return (
    <>
      <VisuallyHidden role="status">{isPending ? t('common.loading') : ''}</VisuallyHidden>
      {content()}
      {list.isFetchingNextPage && <Skeletons />}
      <LoadMore list={list} />
    </>
  )
}

function Rows({ records, ...actions }: { records: Schedule[] } & ScheduleActions) {
  const zone = useZone()
  const lines = withDays(records, zone)
  const { listRef, rows, measure, before, after } = useVirtualRows<HTMLDivElement>(lines.length, ROW_HEIGHT)
  return (
    <div ref={listRef}>
      <div style={{ height: before }} />
      {rows.map(({ index }) => {
        const line = lines[index]
        if (!line) return null
        return (
          <div key={'date' in line ? line.date : line.schedule.id} data-index={index} ref={measure}>
            {'date' in line ? (
              <DayHeading date={line.date} />
            ) : (
              <ScheduleRow schedule={line.schedule} at={momentOf(line.schedule)} {...actions} />
            )}
          </div>
        )
      })}
      <div style={{ height: after }} />
    </div>
  )
}

/** "Hoje", "Amanhã" or the date, with the weekday. */
function DayHeading({ date }: { date: string }) {
  const { t, language } = useTexts()
  const zone = useZone()
  const now = useNow()
  const near = nearDay(date, localDate(now, zone))
  const weekday = new Intl.DateTimeFormat(LOCALES[language], { weekday: 'long', timeZone: 'UTC' })
  return (
    <Title order={2} size="h5" className={classes.day}>
      {near ? t(`schedules.days.${near}`) : formatDate(date)}{' '}
      <Text span size="sm" c="dimmed">
        {weekday.format(Date.parse(date))}
      </Text>
    </Title>
  )
}

const Skeletons = () => (
  <Stack gap="md" className={classes.apart} aria-busy aria-hidden>
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      <Skeleton key={index} height={64} />
    ))}
  </Stack>
)
