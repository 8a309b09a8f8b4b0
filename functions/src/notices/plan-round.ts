import { localDate } from '@recado/shared/calendar/local-date'
import { daysUntil } from '@recado/shared/companies/due-date'
import { allRegistered } from '@recado/shared/companies/register/register-store'
import { platform, ports } from '../context.ts'
import { queueCause } from '../realtime/queue-causes.ts'

/** Due dates this many days ahead or behind are looked at by the company's own calendar. */
const NEAR_DAYS = 8

/** Once a day: looks at the companies that have to pay soon, or should have paid. */
export async function queueDueDates(): Promise<void> {
  const today = localDate(ports.now(), 'UTC')
  for (const { id, status, archived, dueDate } of await allRegistered(platform)) {
    if (!status || archived || dueDate === null) continue
    if (Math.abs(daysUntil(dueDate, today)) > NEAR_DAYS) continue
    await queueCause(id, { kind: 'plan', of: 'due' }, ports.now())
  }
}
