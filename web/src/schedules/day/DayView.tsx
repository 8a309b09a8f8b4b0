import { ActionIcon, Button, Group, Skeleton, Tooltip, VisuallyHidden } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { localDate } from '@recado/shared/calendar/local-date'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useCalendarNames } from '../../ui/calendar-names.ts'
import { DATE_FORMAT, formatDate } from '../../ui/dates.ts'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useZone } from '../../zone/use-zone.ts'
import { dateAfter, rangeOfDay } from '../days.ts'
import { useSchedules } from '../queries.ts'
import type { ScheduleActions } from '../ScheduleRow.tsx'
import { DayHours } from './DayHours.tsx'
import { useDayKeys } from './use-day-keys.ts'

interface DayViewProps extends ScheduleActions {
  /** YYYY-MM-DD; undefined for today. */
  date: string | undefined
  /** Only those of this user. */
  userId: string | undefined
  /** The button that schedules a message. */
  add: ReactNode
  onDate: (date: string | undefined) => void
}

/** The schedules of one day, whatever became of them, by hour. */
export function DayView({ date: chosen, userId, add, onDate, ...actions }: DayViewProps) {
  const { t } = useTexts()
  const zone = useZone()
  const today = localDate(useNow(), zone)
  const date = chosen ?? today
  const go = (days: number) => onDate(dateAfter(date, days))
  useDayKeys(go)
  const list = useSchedules({ ...rangeOfDay(date, zone), userId })
  const { records, isPending, error } = list
  const content = () => {
    if (isPending) return <Skeleton height={240} />
    if (error && records.length === 0)
      return <ListProblem error={error} onRetry={list.refetch} isRetrying={list.isFetching} />
    if (records.length > 0) return <DayHours schedules={records} {...actions} />
    return (
      <EmptyList drawing="clock" text={t('schedules.empty.day')} isFiltered={userId !== undefined}>
        {date >= today && add}
      </EmptyList>
    )
  }
  return (
    <>
      <DayBar date={date} today={today} onDate={onDate} onGo={go} />
      <VisuallyHidden role="status">{isPending ? t('common.loading') : ''}</VisuallyHidden>
      {content()}
      <LoadMore list={list} />
    </>
  )
}

interface DayBarProps {
  date: string
  today: string
  onDate: (date: string | undefined) => void
  /** Goes so many days on. */
  onGo: (days: number) => void
}

/** Moves among the days. */
function DayBar({ date, today, onDate, onGo }: DayBarProps) {
  const { t } = useTexts()
  return (
    <Group gap="xs" mb="md" align="flex-end">
      <DayButton label={t('schedules.day.previous')} onClick={() => onGo(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </DayButton>
      <DatePickerInput
        {...useCalendarNames()}
        aria-label={t('schedules.day.date', { date: formatDate(date) })}
        valueFormat={DATE_FORMAT}
        value={date}
        onChange={(chosen) => onDate(chosen ?? undefined)}
        // Mantine's dialog role needs a label that this picker does not have, so the popover is part of the page.
        popoverProps={{ withRoles: false, withinPortal: false }}
        w={140}
      />
      <DayButton label={t('schedules.day.next')} onClick={() => onGo(1)}>
        <IconChevronRight size={18} aria-hidden />
      </DayButton>
      {date !== today && (
        <Button variant="subtle" onClick={() => onDate(undefined)}>
          {t('schedules.days.today')}
        </Button>
      )}
    </Group>
  )
}

interface DayButtonProps {
  label: string
  onClick: () => void
  children: ReactNode
}

const DayButton = ({ label, onClick, children }: DayButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={36} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
