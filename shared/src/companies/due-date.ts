import * as z from 'zod'
import { DAY_MS, dayOfDate } from '../calendar/local-time.ts'
import { cutText } from '../text.ts'
import type { Company } from './company.ts'

const DATE_LENGTH = 'YYYY-MM-DD'.length

/** Months that a company pays for at a time (part 2 §2). */
const MONTHS: Record<Company['recurrence'], number> = {
  MENSAL: 1,
  BIMESTRAL: 2,
  TRIMESTRAL: 3,
  SEMESTRAL: 6,
  ANUAL: 12,
}

/**
 * "Plus due date": the current due date plus the months of one payment, even if that date is long past; counted from
 * today if there is no due date.
 * @param company its `dueDay` brings a date of the 31st back to it after a shorter month
 * @param today the company's local date; all dates here are YYYY-MM-DD
 */
export const nextDueDate = (
  { dueDate, dueDay, recurrence }: Pick<Company, 'dueDate' | 'dueDay' | 'recurrence'>,
  today: string,
): string => plusMonths(dueDate ?? today, MONTHS[recurrence], dueDay ?? undefined)

/** The day of the month of a date, 1 to 31. */
export const dayOfMonth = (date: string): number => Number(date.split('-')[2])

/** A day of a later month, by default the date's own, or that month's last day: 31 January plus one month is 28 February. */
export function plusMonths(date: string, months: number, day = dayOfMonth(date)): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const later = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
  return cutText(later.toISOString(), DATE_LENGTH)
}

/** Days from today to a date; negative for a past date. */
export const daysUntil = (date: string, today: string): number => dayOfDate(date) - dayOfDate(today)

/** The date `days` days later. */
export const plusDays = (date: string, days: number): string =>
  cutText(new Date((dayOfDate(date) + days) * DAY_MS).toISOString(), DATE_LENGTH)

/** A company's payment status; each has a colour and a word in the list (part 2 §2). */
export type DueStanding = 'archived' | 'overdue' | 'due' | 'soon' | 'paid'

/**
 * The row colours of part 2 §2: archived grey; four or more days overdue red (sending is stopped); from three days
 * overdue to four days ahead orange; the fifth day ahead yellow. Ranges do not overlap, and an archived company is grey
 * whatever its date.
 * @param dueIn days until the due date, null for a company without one
 */
export function dueStandingOf({ archived, dueIn }: { archived: boolean; dueIn: number | null }): DueStanding {
  if (archived) return 'archived'
  if (dueIn === null || dueIn > 5) return 'paid'
  if (dueIn === 5) return 'soon'
  return dueIn >= -3 ? 'due' : 'overdue'
}

export const dueFilter = z.enum(['in7', 'in3', 'overdue', 'overdue3', 'overdue7', 'overdue15'])
export type DueFilter = z.infer<typeof dueFilter>

/** `in7` and `in3`: due within that many days, today included; `overdue…`: due more than that many days ago. */
const WANTED: Record<DueFilter, (dueIn: number) => boolean> = {
  in7: (dueIn) => dueIn >= 0 && dueIn <= 7,
  in3: (dueIn) => dueIn >= 0 && dueIn <= 3,
  overdue: (dueIn) => dueIn < 0,
  overdue3: (dueIn) => dueIn < -3,
  overdue7: (dueIn) => dueIn < -7,
  overdue15: (dueIn) => dueIn < -15,
}

/** Whether a due date matches the filter. A company without one never matches. */
export const isWantedDue = (filter: DueFilter, dueDate: string | null, today: string): boolean =>
  dueDate !== null && WANTED[filter](daysUntil(dueDate, today))
