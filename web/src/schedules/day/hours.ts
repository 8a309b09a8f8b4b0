import type { Schedule } from '@recado/shared/schedules/schedule'
import { formatTime } from '../../ui/dates.ts'

export interface HourOfDay {
  /** 0 to 23. */
  hour: number
  schedules: Schedule[]
}

/** The hours of a day from that of its first schedule to that of its last, each with its schedules. */
export function hoursOf(schedules: readonly Schedule[], zone: string): HourOfDay[] {
  const byHour = Map.groupBy(schedules, ({ sendAt }) => Number(formatTime(sendAt, zone).split(':')[0]))
  if (byHour.size === 0) return []
  const [first, last] = [Math.min(...byHour.keys()), Math.max(...byHour.keys())]
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    hour: first + index,
    schedules: byHour.get(first + index) ?? [],
  }))
}
