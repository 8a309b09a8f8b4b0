import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.extend(customParseFormat)

export const DATE_FORMAT = 'DD/MM/YYYY'
export const DATE_TIME_FORMAT = 'DD/MM/YYYY HH:mm'
/** A local time without its zone, as the date picker uses it. */
const WALL_FORMAT = 'YYYY-MM-DD HH:mm:ss'

/** An instant in a zone's local time: DD/MM/YYYY HH:mm. Long tables call it thousands of times. */
export function formatDateTime(instant: string, zone: string): string {
  const parts = clockOf(zone).formatToParts(Date.parse(instant))
  const { day, month, year, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${day}/${month}/${year} ${hour}:${minute}`
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
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

export const formatTime = (instant: string, zone: string): string =>
  dayjs.utc(instant).tz(zone).format('HH:mm')

/** A time to come: the time of day, with the date unless it is today, and with the year if it is another one. */
export function formatUntil(instant: string, now: number, zone: string): string {
  const [end, today] = [dayjs.utc(instant).tz(zone), dayjs.utc(now).tz(zone)]
  if (end.isSame(today, 'day')) return end.format('HH:mm')
  return end.isSame(today, 'year') ? formatDayTime(instant, zone) : end.format(DATE_TIME_FORMAT)
}

/** DD/MM HH:mm, where the year is known. */
export const formatDayTime = (instant: string, zone: string): string =>
  dayjs.utc(instant).tz(zone).format('DD/MM HH:mm')

/** A local date (YYYY-MM-DD), which is the same day in every zone. */
export const formatDate = (date: string): string => dayjs(date, 'YYYY-MM-DD').format(DATE_FORMAT)

export const wallTimeOf = (instant: string | number, zone: string): string =>
  dayjs.utc(instant).tz(zone).format(WALL_FORMAT)

export const instantOf = (wallTime: string, zone: string): string => dayjs.tz(wallTime, zone).toISOString()

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "há 5 minutos". */
export function formatRelative(instant: string, now: number, locale: string): string {
  const seconds = (Date.parse(instant) - now) / 1000
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
  return step ? format.format(Math.round(seconds / step[1]), step[0]) : format.format(0, 'second')
}
