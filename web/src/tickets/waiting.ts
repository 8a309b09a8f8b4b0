import type { Ticket } from '@recado/shared/tickets/contract/ticket'

/** How long a customer has waited, against the target of the queue. */
export type WaitingLevel = 'fine' | 'late' | 'tooLate'

const MINUTE_MS = 60_000

/** @param now milliseconds since 1970 */
export const minutesSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE_MS))

/** Late from the target on, too late from twice the target on. A queue without a target has no late tickets. */
export function waitingLevel(minutes: number, targetMinutes: number | null | undefined): WaitingLevel {
  if (!targetMinutes || minutes < targetMinutes) return 'fine'
  return minutes < 2 * targetMinutes ? 'late' : 'tooLate'
}

type Unit = 'now' | 'minutes' | 'hours' | 'days'

/** A time in the largest unit that it fills: 95 minutes are one hour. Less than a minute is now. */
export function roughly(minutes: number): { unit: Unit; count: number } {
  if (minutes === 0) return { unit: 'now', count: 0 }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  if (minutes < 48 * 60) return { unit: 'hours', count: Math.floor(minutes / 60) }
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
}

/** Whether a customer waits for an answer. Groups do not wait. */
export const isWaiting = <T extends Pick<Ticket, 'waitingSince' | 'status' | 'isGroup'>>(
  ticket: T,
): ticket is T & { waitingSince: string } =>
  ticket.waitingSince !== null && ticket.status !== 'closed' && !ticket.isGroup
