import type { Moved } from '../arrival/merge-tickets.ts'
import { messageChanged, type TicketWatchers, ticketChanged } from './watchers.ts'

/**
 * Sends what a moved conversation changed: its tickets under their new name, and of two tickets that became one both, with
 * the event in the one that goes on. Browsers that show either of them read its messages again.
 */
export async function conversationMoved(watchers: TicketWatchers, { tickets, events }: Moved): Promise<void> {
  for (const { before, after } of tickets) await ticketChanged(watchers, before, after)
  for (const event of events) await messageChanged(watchers, 'create', event)
}
