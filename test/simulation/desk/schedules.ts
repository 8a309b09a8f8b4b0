import { attend } from '@recado/functions/schedules/attend'
import { create } from '@recado/functions/schedules/schedules'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import type { ScheduleJob } from '@recado/shared/queues/jobs'
import { scheduleKey } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { allRows, type Table } from '@recado/shared/table/table'
import type { Deed, View } from './agents.ts'
import type { End } from './end.ts'
import type { Happening } from './script.ts'
import type { Work } from './work.ts'

const AHEAD_MS = [1000, 2 * 60_000, 20 * 60_000] as const

/** An attendant schedules a message for the customer on the screen. */
export function scheduling(
  { actor, choice, count, now }: Deed,
  { ticket }: View,
): (() => Promise<unknown>) | undefined {
  const { contactId } = ticket
  if (!contactId) return undefined
  const input = {
    contactId,
    body: `agendada ${count}`,
    sendAt: new Date(now + (AHEAD_MS[choice % AHEAD_MS.length] ?? 1000)).toISOString(),
    openTicket: choice % 2 === 0,
    cancelIfReplied: choice % 5 === 0,
  }
  return () => create(actor, input)
}

/** The jobs about schedules in their queue, which delivers each at least once. */
export class ScheduleJobs {
  #waiting: { job: ScheduleJob; at: number }[] = []
  /** How deliveries to come go wrong. */
  readonly #disturbed: Happening[] = []

  /** @param at milliseconds since 1970 */
  put = (job: ScheduleJob, at: number): void => void this.#waiting.push({ job, at })

  disturb = (by: Happening): void => void this.#disturbed.push(by)

  isEmpty = (): boolean => this.#waiting.length === 0

  /** The deliveries that are due. @param now milliseconds since 1970 */
  due(now: number): Work[] {
    const due = this.#waiting.filter(({ at }) => at <= now)
    this.#waiting = this.#waiting.filter(({ at }) => at > now)
    return due.flatMap(({ job }) => {
      const { fault = null, again = 0 } = this.#disturbed.shift() ?? {}
      const first = this.#delivery(job, fault)
      return again > 0 ? [first, this.#delivery(job, null)] : [first]
    })
  }

  /** A delivery without an end is repeated. */
  #delivery = (job: ScheduleJob, fault: Happening['fault']): Work => ({
    doing: 'schedule',
    part: fault ? 'worker' : 'otherWorker',
    fault,
    run: () => attend(job),
    ended: (outcome) => {
      if (outcome !== 'done') this.put(job, 0)
    },
  })
}

/** All schedules of the company. */
export async function schedulesIn(table: Table): Promise<StoredSchedule[]> {
  const schedules: StoredSchedule[] = []
  for await (const schedule of allRows(table, { pk: scheduleKey('').pk, consistent: true }))
    schedules.push(schedule)
  return schedules
}

/** Whether a schedule is still to leave, and not because the company is closed. @param now milliseconds since 1970 */
export const isUnderWay = ({ status, waitsFor, dueAt }: StoredSchedule, now: number): boolean =>
  status === 'PENDENTE' && !(waitsFor === 'opening' && Date.parse(dueAt ?? '') > now)

/** Every schedule comes to an end, unless the company is closed, and the end says what became of its message. */
export function schedulesEnd({ schedules, world }: End): string[] {
  return schedules.flatMap((schedule) => {
    const { id, status, reason, attempts } = schedule
    const ids = Array.from({ length: attempts + 1 }, (_, attempt) => messageIdFrom('schedule', id, attempt))
    const left = world.task.arrivals.filter(({ messageId }) => ids.includes(messageId)).length
    const is = `the schedule ${id} is ${status} ${reason ?? ''}`
    if (status === 'PENDENTE') return left === 0 && !isUnderWay(schedule, world.now) ? [] : [`${is} for ever`]
    if (status === 'ENVIADA') return left === 1 ? [] : [`${is}, and left ${left} times`]
    return left === 0 || (left === 1 && reason === 'UNKNOWN_OUTCOME') ? [] : [`${is}, and left ${left} times`]
  })
}
