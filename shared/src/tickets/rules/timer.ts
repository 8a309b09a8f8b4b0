import type { StoredTicket } from '../contract/stored-ticket.ts'
import { inTriage } from './machine.ts'

/**
 * When the sweep is to look at a ticket: a customer who does not answer the menu goes to the default queue.
 * @param now milliseconds since 1970
 * @returns ISO 8601; null for never
 */
export const timerOf = (
  ticket: Pick<StoredTicket, 'status' | 'bot' | 'queueId'>,
  { triageMinutes }: { triageMinutes: number },
  now: number,
): string | null =>
  ticket.status === 'pending' && inTriage(ticket)
    ? new Date(now + triageMinutes * 60_000).toISOString()
    : null
