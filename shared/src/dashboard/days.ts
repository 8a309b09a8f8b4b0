import { dayOfDate } from '../calendar/local-time.ts'
import { datesBetween } from '../calendar/open-time.ts'

/** The most days of a dashboard. */
export const DAYS_AT_MOST = 366

/** All local dates from one to another, both included; undefined if they are invalid or too many. */
export function daysBetween(from: string, to: string): string[] | undefined {
  const days = dayOfDate(to) - dayOfDate(from) + 1
  // An invalid date makes it NaN.
  return days >= 1 && days <= DAYS_AT_MOST ? datesBetween(from, to) : undefined
}
