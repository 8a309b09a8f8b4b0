import { cutText } from '../text.ts'
import { dayOfDate, localTimeOf, momentsOf, weekdayOfDay } from './local-time.ts'
import type { SendWindows } from './weekly-periods.ts'

/** The search ends this many days ahead. */
const DAYS_AHEAD = 400
const END_OF_DAY = 24 * 60

/** Whether campaigns may send at a moment (milliseconds since 1970) by the clocks of a zone. */
export function isOpen(windows: SendWindows, timeZone: string, at: number): boolean {
  if (!windows.enabled) return true
  const { day, minute } = localTimeOf(timeZone, at)
  return minutesOf(windows, day).some(({ from, to }) => from <= minute && minute < to)
}

/** The first moment from `at` on at which campaigns may send, possibly `at` itself; null for none in 400 days. */
export const opensAt = (windows: SendWindows, timeZone: string, at: number): number | null =>
  nextMoment(windows, timeZone, at, true)

/** The first moment from `at` on at which campaigns may not send; null for none in 400 days. */
export const closesAt = (windows: SendWindows, timeZone: string, at: number): number | null =>
  nextMoment(windows, timeZone, at, false)

function nextMoment(windows: SendWindows, timeZone: string, at: number, open: boolean): number | null {
  if (isOpen(windows, timeZone, at) === open) return at
  if (!windows.enabled || (open && windows.periods.length === 0)) return null
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

interface Minutes {
  from: number
  to: number
}

/** The periods of a day in minutes since its midnight; none on a holiday. */
function minutesOf(windows: SendWindows, day: number): readonly Minutes[] {
  const { byWeekday, holidays } = prepared.get(windows) ?? prepare(windows)
  return holidays.has(day) ? [] : (byWeekday[weekdayOfDay(day)] ?? [])
}

interface Prepared {
  byWeekday: Minutes[][]
  holidays: Set<number>
}

/** Cached for each windows object, because every message checks it. */
const prepared = new WeakMap<SendWindows, Prepared>()

function prepare(windows: SendWindows): Prepared {
  const byWeekday = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    windows.periods
      .filter((period) => period.weekday === weekday)
      .map(({ from, to }) => ({ from: minuteOf(from), to: minuteOf(to) })),
  )
  const made = { byWeekday, holidays: new Set(windows.holidays.map(dayOfDate)) }
  prepared.set(windows, made)
  return made
}

/** Of `08:30`. */
const minuteOf = (time: string): number =>
  Math.min(END_OF_DAY, Number(cutText(time, 2)) * 60 + Number(time.slice(3)))
