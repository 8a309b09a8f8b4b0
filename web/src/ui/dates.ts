import { DAY_MS, offsetAt } from '@recado/shared/calendar/local-time'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'

dayjs.extend(customParseFormat)

export const DATE_FORMAT = 'DD/MM/YYYY'
export const DATE_TIME_FORMAT = 'DD/MM/YYYY HH:mm'

/** An instant in a zone's local time: DD/MM/YYYY HH:mm. Long tables call it thousands of times. */
export function formatDateTime(instant: string, zone: string): string {
  const { day, month, year, hour, minute } = fieldsOf(instant, zone)
  return `${day}/${month}/${year} ${hour}:${minute}`
}

/**
 * The fields of a zone's local time, each with its zeros: '07'. Functions of dayjs for time zones are an hour off around the
 * clock changes of the browser's own zone (https://github.com/iamkun/dayjs/issues/2580).
 */
function fieldsOf(instant: string | number, zone: string) {
  const parts = clockOf(zone).formatToParts(new Date(instant))
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone, because creating a formatter is far slower than using it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const [twoDigits, numeric] = ['2-digit', 'numeric'] as const
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: numeric,
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    second: twoDigits,
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

export function formatTime(instant: string, zone: string): string {
  const { hour, minute } = fieldsOf(instant, zone)
  return `${hour}:${minute}`
}

/** A time to come: the time of day, with the date unless it is today, and with the year if it is another one. */
export function formatUntil(instant: string, now: number, zone: string): string {
  const [end, today] = [fieldsOf(instant, zone), fieldsOf(now, zone)]
  if (end.year !== today.year) return formatDateTime(instant, zone)
  const isToday = end.month === today.month && end.day === today.day
  return isToday ? formatTime(instant, zone) : formatDayTime(instant, zone)
}

/** DD/MM HH:mm, where the year is known. */
export function formatDayTime(instant: string, zone: string): string {
  const { day, month, hour, minute } = fieldsOf(instant, zone)
  return `${day}/${month} ${hour}:${minute}`
}

/** A local date (YYYY-MM-DD), which is the same day in every zone. */
export const formatDate = (date: string): string => dayjs(date, 'YYYY-MM-DD').format(DATE_FORMAT)

/** An instant in a zone's local time, as the date picker uses it: YYYY-MM-DD HH:mm:ss. */
export function wallTimeOf(instant: string | number, zone: string): string {
  const { day, month, year, hour, minute, second } = fieldsOf(instant, zone)
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The instant of a wall time. Of two it is the earlier one. A time that the clocks skip counts from before the change. */
export function instantOf(wallTime: string, zone: string): string {
  const shown = Date.parse(`${wallTime.replace(' ', 'T')}Z`)
  const asBefore = shown - offsetAt(zone, shown - DAY_MS)
  const asAfter = shown - offsetAt(zone, shown + DAY_MS)
  const isShownAt = (instant: number) => instant + offsetAt(zone, instant) === shown
  return new Date(isShownAt(asAfter) && !isShownAt(asBefore) ? asAfter : asBefore).toISOString()
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/**
 * "há 5 minutos", in the largest unit that is full. Days have numbers: 30 hours ago may be two days before, which is not
 * "yesterday".
 */
export function formatRelative(instant: string, now: number, locale: string): string {
  const seconds = (Date.parse(instant) - now) / 1000
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: step ? 'always' : 'auto' })
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second')
}
