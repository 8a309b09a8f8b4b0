import { cutText } from '@recado/shared/text'
import * as z from 'zod'
import { wallTimeOf } from '../ui/dates.ts'
import type { DateRange } from '../ui/RangePicker.tsx'

/** Search parameters of the dashboard: local dates, both included. */
export const dashboardSearch = z.object({
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
})
export type DashboardSearch = z.infer<typeof dashboardSearch>

/**
 * The range of the search parameters; from the first of the month to today unless both dates are there (part 1
 * §9).
 */
export function rangeOf({ from, to }: DashboardSearch, now: number, zone: string): DateRange {
  if (from && to) return from <= to ? { from, to } : { from: to, to: from }
  const today = cutText(wallTimeOf(now, zone), 'YYYY-MM-DD'.length)
  return { from: `${cutText(today, 'YYYY-MM'.length)}-01`, to: today }
}
