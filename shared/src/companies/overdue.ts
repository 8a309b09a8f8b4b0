import { dayOfDate, momentsOf } from '../campaigns/local-time.ts'
import type { Company } from './company.ts'

/** A company sends until this many days after its due date have begun (part 3 §8). */
const DAYS_OF_GRACE = 4

/**
 * The moment from which a company that has not paid may send nothing: midnight, by its own clocks, of the fourth
 * day after its due date.
 * @param dueDate YYYY-MM-DD, a date of the company's calendar
 * @returns ISO 8601; null where it has no due date
 */
export function overdueFromOf(dueDate: string | null, timeZone: string): string | null {
  if (dueDate === null) return null
  const [midnight = 0] = momentsOf(timeZone, dayOfDate(dueDate) + DAYS_OF_GRACE, [0])
  return new Date(midnight).toISOString()
}

/** Why a company may send nothing, whoever wants it to; undefined while it may. */
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
