import { createHash } from 'node:crypto'
import { type OpenTime, openTime } from '../calendar/open-time.ts'
import type { Company } from '../companies/company.ts'
import { getCompany } from '../companies/store.ts'
import { timeZoneOf } from '../companies/time-zone.ts'
import type { TenantTable } from '../table/tenant.ts'
import { allTicketQueues } from '../ticket-queues/store.ts'
import type { TicketQueue } from '../ticket-queues/ticket-queue.ts'

/** How a company's reports measure time. */
export interface ReportHours {
  timeZone: string
  /** The business hours of a queue; those of tickets without one for null. */
  of(queueId: string | null): OpenTime
  /** In minutes; null for a queue without a target, and for tickets without a queue. */
  targetOf(queueId: string | null): number | null
  /** Differs for other hours, and for another zone: sums of days that were made by others are out of date. */
  mark: string
  queues: readonly Pick<TicketQueue, 'id' | 'name'>[]
}

type Hours = Pick<Company, 'scheduleType' | 'schedules'>
type Queue = Pick<TicketQueue, 'id' | 'name' | 'schedules' | 'targetMinutes'>

/**
 * The hours of a report: the hours in which customers get no out-of-hours message (part 4 §5). They are the
 * company's or the queue's, as the company chose; without any it is always open. Reports of the past go by today's hours.
 */
export function reportHours(
  { scheduleType, schedules }: Hours,
  queues: readonly Queue[],
  timeZone: string,
): ReportHours {
  const ofCompany = scheduleType === 'company' ? schedules : null
  const schedulesOf = (queue: Queue) => (scheduleType === 'queue' ? queue.schedules : ofCompany)
  const clockOf = (its: Company['schedules']) =>
    openTime(its ? { enabled: true, ...its } : undefined, timeZone)
  const clocks = new Map(queues.map((queue) => [queue.id, clockOf(schedulesOf(queue))]))
  const withoutQueue = clockOf(ofCompany)
  const targets = new Map(queues.map(({ id, targetMinutes }) => [id, targetMinutes]))
  const compared = queues.map((queue) => [queue.id, schedulesOf(queue)])
  return {
    timeZone,
    queues,
    of: (queueId) => clocks.get(queueId ?? '') ?? withoutQueue,
    targetOf: (queueId) => targets.get(queueId ?? '') ?? null,
    mark: createHash('sha256')
      .update(JSON.stringify([timeZone, ofCompany, compared]))
      .digest('base64url'),
  }
}

export async function loadReportHours(table: TenantTable): Promise<ReportHours> {
  const [company, queues, timeZone] = await Promise.all([
    getCompany(table),
    allTicketQueues(table),
    timeZoneOf(table),
  ])
  return reportHours(company ?? { scheduleType: 'disabled', schedules: null }, queues, timeZone)
}
