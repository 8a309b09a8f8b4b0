import type { Chat } from '../messages/chat.ts'
import type { ScheduleWait } from './schedule.ts'
import type { StoredSchedule } from './stored-schedule.ts'

/** Schedules of one connection leave at least this far apart, in milliseconds (part 4 §5). */
export const APART_MS = 5000
/** A schedule that is later than this waits for the opening hours (part 4 §5), in milliseconds. */
const LATE_MS = 15 * 60_000
/** How often a schedule looks whether it can leave, in milliseconds; and once it is a day late. */
const LOOKS_EVERY_MS = 60_000
const LOOKS_SELDOM_EVERY_MS = 15 * 60_000
const DAY_MS = 24 * 3_600_000
/** A turn that was not used for this long is over, in milliseconds: something else held the schedule up. */
const TURN_MS = 60_000

/** What decides about a due schedule. Moments are milliseconds since 1970. */
export interface ScheduleFacts {
  /** The conversation of its contact; undefined: the contact was deleted. */
  chat: Chat | undefined
  isBlocked: boolean
  /** When the contact last wrote, on any connection. */
  wroteAt: number | undefined
  /** undefined: there is none. */
  connection: { id: string; isUp: boolean } | undefined
  isOverdue: boolean
  /** All sending is stopped. */
  isStopped: boolean
  /** Until when WhatsApp keeps the account from writing to this contact. */
  heldUntil: number | undefined
  /** When the company opens; undefined while it is open, null if it never does. */
  opensAt: number | null | undefined
}

/** What a due schedule does. */
export type Step =
  | { does: 'leave' }
  | { does: 'wait'; waitsFor: ScheduleWait; until: number }
  | { does: 'fail'; reason: string }

/**
 * A stop and a connection that is down hold a schedule for as long as they last (part 4 §5); WhatsApp's hold on first
 * contacts does so for a day. Pure.
 * @param now milliseconds since 1970
 */
export function nextStep(
  schedule: Pick<StoredSchedule, 'sendAt' | 'createdAt' | 'cancelIfReplied'>,
  facts: ScheduleFacts,
  now: number,
): Step {
  const late = now - Date.parse(schedule.sendAt)
  const fail = (reason: string): Step => ({ does: 'fail', reason })
  const wait = (waitsFor: ScheduleWait, until: number): Step => ({ does: 'wait', waitsFor, until })
  const nextLook = now + (late > DAY_MS ? LOOKS_SELDOM_EVERY_MS : LOOKS_EVERY_MS)
  if (!facts.chat) return fail('NO_CONTACT')
  if (facts.isBlocked) return fail('BLOCKED')
  if (schedule.cancelIfReplied && hasReplied(schedule, facts)) return fail('SKIPPED_REPLIED')
  if (facts.isOverdue) return fail('OVERDUE')
  if (facts.isStopped) return wait('stop', nextLook)
  if (!facts.connection) return fail('NO_CONNECTION')
  if (!facts.connection.isUp) return wait('connection', nextLook)
  if (facts.heldUntil !== undefined)
    return late > DAY_MS ? fail('TOO_LATE') : wait('first-contacts', facts.heldUntil)
  const { opensAt } = facts
  if (late <= LATE_MS || opensAt === undefined) return { does: 'leave' }
  return opensAt === null ? fail('TOO_LATE') : wait('opening', opensAt)
}

/** WhatsApp tells the second of a message: one in the second of the schedule counts. */
const hasReplied = (
  { createdAt }: Pick<StoredSchedule, 'createdAt'>,
  { wroteAt = 0 }: ScheduleFacts,
): boolean => wroteAt >= Math.floor(Date.parse(createdAt) / 1000) * 1000

/** Whether a schedule has a turn that is not over. */
export const hasTurn = ({ turnAt }: Pick<StoredSchedule, 'turnAt'>, now: number): boolean =>
  turnAt !== null && now < Date.parse(turnAt) + TURN_MS
