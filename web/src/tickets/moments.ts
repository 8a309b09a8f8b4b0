import { cutText } from '@recado/shared/text'
import { formatDateTime } from '../ui/dates.ts'

const DAY_MS = 86_400_000
const DATE_LENGTH = 'DD/MM/YYYY'.length

/** The local date of an instant, DD/MM/YYYY. */
export const dayOf = (instant: string, zone: string): string =>
  cutText(formatDateTime(instant, zone), DATE_LENGTH)

/** The local time of an instant, HH:mm. */
export const timeOf = (instant: string, zone: string): string =>
  formatDateTime(instant, zone).slice(DATE_LENGTH + 1)

/** Whether a local date is today or the day before. */
export function nearDay(day: string, now: number, zone: string): 'today' | 'yesterday' | undefined {
  if (day === dayOf(new Date(now).toISOString(), zone)) return 'today'
  return day === dayOf(new Date(now - DAY_MS).toISOString(), zone) ? 'yesterday' : undefined
}

/** The time of today, else the day and month: as short as a row of a list needs it. */
export function shortMoment(instant: string, now: number, zone: string): string {
  const day = dayOf(instant, zone)
  return nearDay(day, now, zone) === 'today' ? timeOf(instant, zone) : cutText(day, 'DD/MM'.length)
}
