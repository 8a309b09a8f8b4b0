import {
  messageOfId,
  NOT_CONNECTED,
  outcomeOf,
  retriedWrite,
  SKIPPED_STOPPED,
  type StoredMessage,
} from '@recado/shared/conversations/message'
import { commandMessage } from '@recado/shared/conversations/write'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import { noticeWrite } from '@recado/shared/notices/store'
import type { ScheduleJob } from '@recado/shared/queues/jobs'
import { APART_MS, hasTurn, nextStep } from '@recado/shared/schedules/next-step'
import { getSchedule, paceKey, scheduleWrites } from '@recado/shared/schedules/store'
import type { StoredSchedule } from '@recado/shared/schedules/stored-schedule'
import { deskDueIndex } from '@recado/shared/table/indexes'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { committed, updateRow, type Write } from '@recado/shared/table/table'
import { ports, tableOf } from '../context.ts'
import { noticeIdOf, publishNotices } from '../notices/inform.ts'
import { askIn } from './ask.ts'
import { factsOf } from './facts.ts'
import { LOOKS_AFTER_MS, leave } from './leave.ts'
import { publishSchedule } from './live.ts'

/** How often the outcome of a message is asked for, in milliseconds. */
const ASKS_EVERY_MS = 30_000

/**
 * Does what a schedule's time asks for: it leaves as a message, waits for its turn or for what holds it up, or fails; once
 * it is a message, the message's outcome becomes its own. A job whose schedule is due at another time by now does nothing,
 * so that repeated jobs do nothing twice.
 */
export const attend = ({ companyId, scheduleId, dueAt }: ScheduleJob): Promise<void> =>
  retrying(
    tableOf(companyId),
    () => getSchedule(tableOf(companyId), scheduleId),
    async (schedule) => {
      // Left behind by a deleted company or schedule.
      if (!schedule) return forgetDue({ companyId, scheduleId, dueAt })
      if (schedule.status !== 'PENDENTE' || schedule.dueAt !== dueAt) return undefined
      return schedule.message ? settle(schedule, schedule.message) : proceed(schedule)
    },
  )

async function forgetDue({ companyId, scheduleId, dueAt }: ScheduleJob): Promise<undefined> {
  await tableOf(companyId).transact([{ index: deskDueIndex.delete(dueAt, companyId, scheduleId) }])
}

type Attended = Promise<typeof AGAIN | undefined>

async function proceed(schedule: StoredSchedule): Attended {
  const now = ports.now()
  const { facts, contact } = await factsOf(tableOf(schedule.companyId), schedule)
  const step = nextStep(schedule, facts, now)
  if (step.does === 'fail') return fail(schedule, step.reason)
  if (step.does === 'wait')
    return change(schedule, { waitsFor: step.waitsFor, dueAt: textOf(step.until), turnAt: null })
  const { chat, connection } = facts
  if (!contact || !chat || !connection) return fail(schedule, 'NO_CONTACT')
  const pace = await tableOf(schedule.companyId).get(paceKey(connection.id))
  const turn = hasTurn(schedule, now) ? (pace?.leftAt ?? 0) + APART_MS : (pace?.nextAt ?? 0)
  if (turn > now || !hasTurn(schedule, now))
    return takeTurn(schedule, connection.id, Math.max(now, turn), pace)
  const paced = (leftAt: number) => updateRow(paceKey(connection.id), { set: { leftAt } }, asRead(pace))
  const after = await leave(schedule, { connectionId: connection.id, chat, contact }, paced)
  if (!after) return AGAIN
  await publishSchedule('update', after)
  await askIn(after, LOOKS_AFTER_MS)
  return undefined
}

/** The condition that no message left, and no schedule took a turn, since the pace was read. */
const asRead = (pace: { nextAt?: number; leftAt?: number } | undefined) => ({
  nextAt: pace?.nextAt ?? ({ exists: false } as const),
  leftAt: pace?.leftAt ?? ({ exists: false } as const),
})

/** Takes a turn of the connection. The first of several schedules leaves at once. */
async function takeTurn(
  schedule: StoredSchedule,
  connectionId: string,
  turn: number,
  pace: Parameters<typeof asRead>[0],
): Attended {
  const table = tableOf(schedule.companyId)
  const now = ports.now()
  const waitsFor = turn > now ? ('pace' as const) : null
  const after = { ...schedule, turnAt: textOf(turn), dueAt: textOf(turn), waitsFor, updatedAt: textOf(now) }
  const taken = updateRow(
    paceKey(connectionId),
    { set: { nextAt: Math.max(turn + APART_MS, pace?.nextAt ?? 0) } },
    asRead(pace),
  )
  if (!(await committed(table.transact([...scheduleWrites(table, schedule, after), taken])))) return AGAIN
  if (waitsFor) await publishSchedule('update', after)
  await askIn(after, turn - now)
  return undefined
}

/** What became of the message is what becomes of the schedule. */
async function settle(schedule: StoredSchedule, at: NonNullable<StoredSchedule['message']>): Attended {
  const table = tableOf(schedule.companyId)
  const message = await messageOfId(table, at.connectionId, { messageId: at.messageId, fromMe: true })
  const outcome = message && outcomeOf(message, ports.now())
  if (!message || outcome === 'UNKNOWN_OUTCOME') return fail(schedule, 'UNKNOWN_OUTCOME')
  if (outcome === 'SENT') return sent(schedule, message)
  if (outcome === 'FAILED') return refused(schedule, message)
  // Its command may have been lost with the process that was to give it: the queue takes the same one once.
  if (outcome === 'PENDING') await commandMessage(ports.queues, schedule.companyId, message)
  return change(schedule, { dueAt: textOf(ports.now() + ASKS_EVERY_MS) })
}

const sent = (schedule: StoredSchedule, { at }: StoredMessage): Attended =>
  change(schedule, {
    status: 'ENVIADA',
    sentAt: at,
    lateSeconds: Math.max(0, Math.round((Date.parse(at) - Date.parse(schedule.sendAt)) / 1000)),
    dueAt: null,
  })

/** These never left, and what kept them may end: a new message takes their place. */
const MAY_END: readonly (string | undefined)[] = [NOT_CONNECTED, SKIPPED_STOPPED]

async function refused(schedule: StoredSchedule, message: StoredMessage): Attended {
  const code = message.failureCode ?? NOT_CONNECTED
  if (!MAY_END.includes(code)) return fail(schedule, code)
  const attempts = schedule.attempts + 1
  const again = { message: null, turnAt: null, attempts, dueAt: textOf(ports.now()) }
  // From now on nothing sends the message that is given up.
  return change(schedule, again, [retriedWrite(message, messageIdFrom('schedule', schedule.id, attempts))])
}

/** Fails the schedule and stores the notice for its maker in one transaction. What its maker wanted is no news. */
async function fail(schedule: StoredSchedule, reason: string): Attended {
  const { companyId, userId, id, attempts } = schedule
  const kind = 'schedule-failed' as const
  const at = textOf(ports.now())
  const notice = { id: noticeIdOf(at, kind, id, attempts), userId, kind, ticketId: null, at }
  const notices = reason === 'SKIPPED_REPLIED' ? [] : [notice]
  const ended = { status: 'ERRO', reason, dueAt: null, waitsFor: null } as const
  const failed = await change(schedule, ended, notices.map(noticeWrite))
  if (failed !== AGAIN) await publishNotices(companyId, notices)
  return failed
}

async function change(
  schedule: StoredSchedule,
  changes: Partial<StoredSchedule>,
  also: readonly Write[] = [],
): Attended {
  const table = tableOf(schedule.companyId)
  const after = { ...schedule, ...changes, updatedAt: textOf(ports.now()) }
  if (!(await committed(table.transact([...scheduleWrites(table, schedule, after), ...also])))) return AGAIN
  await publishSchedule('update', after)
  return undefined
}

const textOf = (moment: number): string => new Date(moment).toISOString()
