import { survivorOf } from '@recado/shared/contacts/store'
import { scheduleOf } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { publish, tableOf } from '../context.ts'

/** Publishes a new or changed schedule to the company. */
export async function publishSchedule(action: 'create' | 'update', schedule: StoredSchedule): Promise<void> {
  const { companyId, contactId } = schedule
  const record = scheduleOf(schedule, await survivorOf(tableOf(companyId), contactId))
  await publish({ companyId, topic: 'schedule', action, body: { record } })
}

export const publishDeletion = ({ companyId, id }: StoredSchedule): Promise<void> =>
  publish({ companyId, topic: 'schedule', action: 'delete', body: { id } })
