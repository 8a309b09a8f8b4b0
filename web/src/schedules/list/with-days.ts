import type { Schedule } from '@recado/shared/schedules/schedule'
import { dateOf } from '../days.ts'
import { momentOf } from '../schedule-filter.ts'

/** A line of the list: a schedule, or the local date (YYYY-MM-DD) of those below it. */
export type DayLine = { schedule: Schedule } | { date: string }

/** Schedules that are in the order of their time, with a line before those of each day. */
export function withDays(schedules: readonly Schedule[], zone: string): DayLine[] {
  let last = ''
  return schedules.flatMap((schedule): DayLine[] => {
    const date = dateOf(momentOf(schedule), zone)
    if (date === last) return [{ schedule }]
    last = date
    return [{ date }, { schedule }]
  })
}
