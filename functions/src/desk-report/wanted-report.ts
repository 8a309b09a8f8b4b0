import { hasPermission } from '@recado/shared/access'
import { datesBetween } from '@recado/shared/calendar/open-time'
import type { ReportFilter } from '@recado/shared/desk-report/add-up'
import { NONE_OF, REPORT_DAYS_MAX, type ReportQuery } from '@recado/shared/desk-report/report'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import { getUser } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'

/** Local dates, both included, and the tickets that are meant. */
export interface WantedReport {
  from: string
  to: string
  filter: ReportFilter
}

/** No ticket is older. The local days of the years 0 to 99 have no moments, since `Date.UTC` reads them as 1900 to 1999. */
const FIRST_DATE = '2000-01-01'

/**
 * What a caller wants to know, and may. With the right to reports everything counts, also tickets that the caller may not
 * see: a sum of what some may not see would be a sum of nothing (part 4 §7). Without it only one's own tickets count.
 * @throws DomainError ERR_DATE_RANGE, and ERR_NO_PERMISSION for the numbers of somebody else
 */
export function wantedReport(actor: Actor, { from, to, queueId, userId }: ReportQuery): WantedReport {
  const days = datesBetween(from, to).length
  if (from < FIRST_DATE || days === 0 || days > REPORT_DAYS_MAX)
    throw new DomainError('invalid', 'ERR_DATE_RANGE', 'Choose 92 days at most, the first one first', {
      values: { days: REPORT_DAYS_MAX },
    })
  const seesAll = hasPermission(actor.profile, 'dashboard:view')
  if (!seesAll && userId !== undefined && userId !== actor.userId)
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'These are the numbers of somebody else')
  const attendant = seesAll ? userId : actor.userId
  return {
    from,
    to,
    filter: {
      ...(queueId !== undefined && { queueId: queueId === NONE_OF ? null : queueId }),
      ...(attendant !== undefined && { userId: attendant === NONE_OF ? null : attendant }),
    },
  }
}

/** @throws DomainError ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND */
export async function requireKnown({ companyId }: Actor, { queueId, userId }: ReportFilter): Promise<void> {
  const table = tableOf(companyId)
  const [queue, user] = await Promise.all([
    queueId ? getTicketQueue(table, queueId) : undefined,
    userId ? getUser(table, userId) : undefined,
  ])
  if (queueId && !queue) throw notFound('ERR_NO_QUEUE_FOUND')
  if (userId && !user) throw notFound('ERR_NO_USER_FOUND')
}
