import { beginningOf, dayOfDate } from '../calendar/local-time.ts'
import type { Company } from './company.ts'
import { plusDays } from './due-date.ts'

/** Days after the due date until sending stops (part 3 §8). */
const DAYS_OF_GRACE = 4

/** The date on which an unpaid company stops sending; YYYY-MM-DD, as the due date. */
export const stopDateOf = (dueDate: string): string => plusDays(dueDate, DAYS_OF_GRACE)

/**
 * From when an unpaid company may not send: the beginning of its stop date in its zone.
 * @param dueDate YYYY-MM-DD, a local date of the company
 * @returns ISO 8601; null without a due date
 */
export function overdueFromOf(dueDate: string | null, timeZone: string): string | null {
  if (dueDate === null) return null
  return new Date(beginningOf(timeZone, dayOfDate(stopDateOf(dueDate)))).toISOString()
}

/** Why a company may not send, whatever its users do; undefined while it may. */
export type CompanyStop = 'company-overdue' | 'company-inactive'

/** @param now milliseconds since 1970 */
export function stopOfCompany(
  company: Pick<Company, 'status' | 'archived' | 'overdueFrom'> | undefined,
  now: number,
): CompanyStop | undefined {
  if (!company?.status || company.archived) return 'company-inactive'
  return isOverdue(company, now) ? 'company-overdue' : undefined
}

export const isOverdue = ({ overdueFrom }: Pick<Company, 'overdueFrom'>, now: number): boolean =>
  overdueFrom !== null && Date.parse(overdueFrom) <= now
