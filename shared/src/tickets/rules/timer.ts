import type { StoredTicket } from '../contract/stored-ticket.ts'
import { inTriage } from './machine.ts'

const MINUTE_MS = 60_000
/** A ticket that waits for one user returns to its queue after so many times the menu's time (part 4 §8). */
const FOR_A_USER = 3

interface Times {
  triageMinutes: number
}

/**
 * When the sweep is to look at a waiting ticket after a message: a customer who does not answer the menu goes to the
 * default queue. A message changes nothing of the time that a transferred ticket waits for its user.
 * @param now milliseconds since 1970
 * @returns ISO 8601; null for never
 */
export function timerOf(
  ticket: Pick<StoredTicket, 'status' | 'bot' | 'queueId' | 'userId' | 'timerAt'>,
  { triageMinutes }: Times,
  now: number,
): string | null {
  if (ticket.status !== 'pending') return null
  if (ticket.userId) return ticket.timerAt
  return inTriage(ticket) ? later(now, triageMinutes) : null
}

/** When a ticket that was transferred to a user returns to its queue. @param now milliseconds since 1970 */
export const timerOfTransfer = ({ triageMinutes }: Times, now: number): string =>
  later(now, FOR_A_USER * triageMinutes)

const later = (now: number, minutes: number): string => new Date(now + minutes * MINUTE_MS).toISOString()
