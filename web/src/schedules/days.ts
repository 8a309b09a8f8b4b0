import { localDate } from '@recado/shared/calendar/local-date'
import dayjs from 'dayjs'
import { instantOf } from '../ui/dates.ts'

const HOUR_MS = 3_600_000
const STEP_MS = 5 * 60_000
/** A message for another day is proposed for the morning. */
const MORNING = '09:00:00'

/** The date some days before or behind another one. Dates are local: YYYY-MM-DD. */
export const dateAfter = (date: string, days: number): string =>
  dayjs(date).add(days, 'day').format('YYYY-MM-DD')

/** A day as a range of instants. Its end is the first instant of the next day. */
export const rangeOfDay = (date: string, zone: string): { from: string; to: string } => ({
  from: instantOf(`${date} 00:00:00`, zone),
  to: instantOf(`${dateAfter(date, 1)} 00:00:00`, zone),
})

/** The local date of an instant. */
export const dateOf = (instant: string, zone: string): string => localDate(Date.parse(instant), zone)

/** What a date close to today is called. */
export function nearDay(date: string, today: string): 'yesterday' | 'today' | 'tomorrow' | undefined {
  if (date === today) return 'today'
  if (date === dateAfter(today, 1)) return 'tomorrow'
  return date === dateAfter(today, -1) ? 'yesterday' : undefined
}

/**
 * The time that a new schedule proposes: in an hour, rounded up to five minutes; in the morning of a later day.
 * @param now milliseconds since 1970
 * @param date the day that the user looks at
 */
export function proposedTime(now: number, zone: string, date?: string): string {
  if (date && date > localDate(now, zone)) return instantOf(`${date} ${MORNING}`, zone)
  return new Date(Math.ceil((now + HOUR_MS) / STEP_MS) * STEP_MS).toISOString()
}
