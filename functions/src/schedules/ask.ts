import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { ports } from '../context.ts'

/** The longest delay of a queue, in milliseconds. */
const LONGEST_DELAY_MS = 900_000

/** Queues the next look at a schedule, as exactly as the queue can. The sweep queues it too, at that time or later. */
export async function askIn({ companyId, id, dueAt }: StoredSchedule, inMs: number): Promise<void> {
  if (!dueAt || inMs > LONGEST_DELAY_MS) return
  await ports.queues.send('schedules', { companyId, scheduleId: id, dueAt }, Math.ceil(inMs / 1000))
}
