import { isOverdue } from '../../companies/overdue.ts'
import { getCompany } from '../../companies/store.ts'
import { timeZoneOf } from '../../companies/time-zone.ts'
import { getConnection, queuesOf } from '../../connections/store.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { allTicketQueues } from '../../ticket-queues/store.ts'
import type { DeskRules } from '../rules/desk-rules.ts'
import { getDeskSettings } from './desk-settings.ts'

/** What a company decided about the customers of one connection. @param now milliseconds since 1970 */
export async function loadDeskRules(
  table: TenantTable,
  connectionId: string,
  now: number,
): Promise<DeskRules> {
  const [connection, company, allQueues, timeZone, settings] = await Promise.all([
    getConnection(table, connectionId),
    getCompany(table),
    allTicketQueues(table),
    timeZoneOf(table),
    getDeskSettings(table),
  ])
  const ids = connection?.queueIds ?? []
  return {
    connection: {
      defaultQueueId: queuesOf(connection)[0] ?? null,
      greetingMessage: connection?.greetingMessage ?? null,
      complationMessage: connection?.complationMessage ?? null,
      outOfHoursMessage: connection?.outOfHoursMessage ?? null,
      ratingMessage: connection?.ratingMessage ?? null,
    },
    queues: allQueues.filter(({ id }) => ids.includes(id)),
    company: {
      userRating: company?.userRating ?? 'disabled',
      scheduleType: company?.scheduleType ?? 'disabled',
      schedules: company?.schedules ?? null,
      timeZone,
      reopenMinutes: settings.reopenMinutes,
      triageMinutes: settings.triageMinutes,
      idleCloseHours: settings.idleCloseHours,
      idleMessage: settings.idleMessage,
      thanksWords: settings.thanksWords,
      queues: allQueues,
      isOverdue: company ? isOverdue(company, now) : false,
    },
  }
}
