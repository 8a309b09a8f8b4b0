import { type Schedule, scheduleStatus } from '@recado/shared/schedules/schedule'
import * as z from 'zod'

/** Which schedules a list holds. Moments are ISO 8601: from `from` on, and before `to`. */
export const scheduleFilter = z.strictObject({
  status: scheduleStatus.optional(),
  contactId: z.string().optional(),
  userId: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
})
export type ScheduleFilter = z.infer<typeof scheduleFilter>

/** Whether a schedule stands in a list. */
export function isListed(schedule: Schedule, filter: ScheduleFilter): boolean {
  const { status, contactId, userId, from, to } = filter
  const at = Date.parse(schedule.sendAt)
  return (
    (status === undefined || schedule.status === status) &&
    (contactId === undefined || schedule.contactId === contactId) &&
    (userId === undefined || schedule.userId === userId) &&
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to))
  )
}

/** The moment by which a list of one status is in order: a sent one stands at the time when it was sent. */
export const momentOf = ({ sentAt, sendAt }: Pick<Schedule, 'sentAt' | 'sendAt'>): string => sentAt ?? sendAt
