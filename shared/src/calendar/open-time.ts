import { cutText } from '../text.ts'
import { beginningOf, DAY_MS, dayOfDate, localTimeOf, momentsOf } from './local-time.ts'
import { isOpen, minutesOf } from './weekly-hours.ts'
import type { Hours } from './weekly-periods.ts'

/** A stretch of time from `from` to before `to`, in milliseconds since 1970. */
export interface Stretch {
  from: number
  to: number
}

/** A local date, `YYYY-MM-DD`, with its beginning and end in a zone: 23 to 25 hours. */
export interface LocalDay extends Stretch {
  date: string
}

export const localDay = (date: string, timeZone: string): LocalDay => {
  const day = dayOfDate(date)
  return { date, from: beginningOf(timeZone, day), to: beginningOf(timeZone, day + 1) }
}

/** Counts the open time between two moments, in whole seconds. The second one may be earlier: then there is none. */
export type OpenTime = (from: number, to: number) => number

/**
 * The opening hours of a zone as a stopwatch that runs while it is open. It remembers each day's result.
 * @param hours undefined: always open
 */
export function openTime(hours: Hours | undefined, timeZone: string): OpenTime {
  const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1000))
  if (!hours?.enabled) return (from, to) => seconds(to - from)
  const days = new Map<number, Stretch[]>()
  const stretchesOf = (day: number): Stretch[] => {
    const known = days.get(day) ?? openStretches(hours, timeZone, day)
    days.set(day, known)
    return known
  }
  return (from, to) => {
    if (to <= from) return 0
    let open = 0
    const last = localTimeOf(timeZone, to).day
    for (let day = localTimeOf(timeZone, from).day; day <= last; day++)
      for (const stretch of stretchesOf(day))
        open += Math.max(0, Math.min(stretch.to, to) - Math.max(stretch.from, from))
    return seconds(open)
  }
}

/** When it is open on a local day. It opens and closes only at the ends of periods, or when the clocks change. */
function openStretches(hours: Hours, timeZone: string, day: number): Stretch[] {
  const periods = minutesOf(hours, day)
  if (periods.length === 0) return []
  const end = beginningOf(timeZone, day + 1)
  const minutes = [0, ...periods.flatMap(({ from, to }) => [from, to])]
  const moments = momentsOf(timeZone, day, minutes)
    .filter((moment) => localTimeOf(timeZone, moment).day === day)
    .sort((one, other) => one - other)
  return moments
    .map((from, index) => ({ from, to: moments[index + 1] ?? end }))
    .filter(({ from }) => isOpen(hours, timeZone, from))
}

/** The local dates from one to another, both included. */
export const datesBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, dayOfDate(to) - dayOfDate(from) + 1) }, (_, index) =>
    cutText(new Date((dayOfDate(from) + index) * DAY_MS).toISOString(), 'YYYY-MM-DD'.length),
  )
