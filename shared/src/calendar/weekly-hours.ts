import { cutText } from '../text.ts'
import { dayOfDate, localTimeOf, momentsOf, weekdayOfDay } from './local-time.ts'
import type { Hours } from './weekly-periods.ts'

/** The search ends this many days ahead. */
const DAYS_AHEAD = 400
const END_OF_DAY = 24 * 60

/** Whether it is open (campaigns may send) at a moment, in milliseconds since 1970, by the clocks of a zone. */
export function isOpen(windows: Hours, timeZone: string, at: number): boolean {
  if (!windows.enabled) return true
  const { day, minute } = localTimeOf(timeZone, at)
  return minutesOf(windows, day).some(({ from, to }) => from <= minute && minute < to)
}

/** The first moment from `at` on at which it is open, possibly `at` itself; null for none in 400 days. */
export const opensAt = (windows: Hours, timeZone: string, at: number): number | null =>
  nextMoment(windows, timeZone, at, true)

/** The first moment from `at` on at which it is closed; null for none in 400 days. */
export const closesAt = (windows: Hours, timeZone: string, at: number): number | null =>
  nextMoment(windows, timeZone, at, false)

function nextMoment(windows: Hours, timeZone: string, at: number, open: boolean): number | null {
  if (isOpen(windows, timeZone, at) === open) return at
  if (!windows.enabled || (open && neverOpens(windows))) return null
  const { day: today } = localTimeOf(timeZone, at)
  for (let day = today; day <= today + DAYS_AHEAD; day++) {
    // The state changes only at these minutes, or when the clocks change.
    const minutes = [0, ...minutesOf(windows, day).flatMap(({ from, to }) => [from, to])]
    const found = momentsOf(timeZone, day, minutes)
      .filter((moment) => moment > at && localTimeOf(timeZone, moment).day === day)
      .filter((moment) => isOpen(windows, timeZone, moment) === open)
      .sort((a, b) => a - b)
    if (found[0] !== undefined) return found[0]
  }
  return null
}

const neverOpens = ({ periods, exceptions = [] }: Hours): boolean =>
  periods.length === 0 && exceptions.every((exception) => exception.periods.length === 0)

interface Minutes {
  from: number
  to: number
}

/**
 * The periods of a day in minutes since its midnight; none on a holiday without hours of its own.
 * @param day as in `LocalTime`
 */
export function minutesOf(windows: Hours, day: number): readonly Minutes[] {
  const { byWeekday, byDate } = prepared.get(windows) ?? prepare(windows)
  return byDate.get(day) ?? byWeekday[weekdayOfDay(day)] ?? []
}

interface Prepared {
  byWeekday: Minutes[][]
  /** Holidays, and dates with hours of their own. */
  byDate: Map<number, Minutes[]>
}

/** Cached for each windows object, because every message checks it. */
const prepared = new WeakMap<Hours, Prepared>()

function prepare(windows: Hours): Prepared {
  const { periods, holidays, exceptions = [] } = windows
  const byWeekday = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    periods.filter((period) => period.weekday === weekday).map(inMinutes),
  )
  const byDate = new Map<number, Minutes[]>(holidays.map((date) => [dayOfDate(date), []]))
  for (const { date, periods: own } of exceptions) byDate.set(dayOfDate(date), own.map(inMinutes))
  const made = { byWeekday, byDate }
  prepared.set(windows, made)
  return made
}

const inMinutes = ({ from, to }: { from: string; to: string }): Minutes => ({
  from: minuteOf(from),
  to: minuteOf(to),
})

/** Of `08:30`. */
const minuteOf = (time: string): number =>
  Math.min(END_OF_DAY, Number(cutText(time, 2)) * 60 + Number(time.slice(3)))
