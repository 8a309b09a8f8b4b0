import dayjs from 'dayjs'
import { instantOf, wallTimeOf } from '../ui/dates.ts'

/** A ticket is put off for so many days at most (part 4 §4). */
export const SNOOZE_MAX_DAYS = 90

export type SnoozeChoice = 'hour' | 'tomorrow' | 'monday'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MONDAY = 1
const WALL_FORMAT = 'YYYY-MM-DD HH:mm:ss'

/**
 * The moments that a ticket is usually put off to, as instants: in an hour, tomorrow and on Monday at eight. On a Sunday
 * tomorrow is Monday, and is offered once.
 * @param now milliseconds since 1970
 */
export function snoozeChoices(now: number, zone: string): { choice: SnoozeChoice; until: string }[] {
  const today = dayjs(wallTimeOf(now, zone), WALL_FORMAT)
  const atEight = (days: number) =>
    instantOf(today.add(days, 'day').hour(8).minute(0).second(0).format(WALL_FORMAT), zone)
  const daysToMonday = (MONDAY + 7 - today.day()) % 7 || 7
  return [
    { choice: 'hour', until: new Date(now + HOUR_MS).toISOString() },
    { choice: 'tomorrow', until: atEight(1) },
    ...(daysToMonday > 1 ? [{ choice: 'monday' as const, until: atEight(daysToMonday) }] : []),
  ]
}

/** Whether a ticket can be put off to an instant: it lies ahead, and not too far. */
export const canSnoozeUntil = (until: string, now: number): boolean =>
  Date.parse(until) > now && Date.parse(until) <= now + SNOOZE_MAX_DAYS * DAY_MS
