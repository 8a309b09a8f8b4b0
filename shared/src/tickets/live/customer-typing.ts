import { getConnection } from '../../connections/store.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import { sightOf } from '../rules/sight.ts'
import { liveTicket } from '../store/tickets.ts'
import type { TicketWatchers } from './watchers.ts'

/**
 * Shows that a customer types, or has stopped typing, to the users who see the live ticket of the conversation. Without
 * one this reads a single row. The event may be lost: browsers forget it after 8 seconds.
 */
export async function customerTypes(
  { table, publish }: Pick<TicketWatchers, 'table' | 'publish'>,
  { connectionId, chat }: Pick<StoredMessage, 'connectionId' | 'chat'>,
  customer: 'typing' | 'paused',
): Promise<void> {
  const ticket = await liveTicket(table, connectionId, chat)
  if (!ticket) return
  const connection = await getConnection(table, connectionId)
  const sight = { before: null, now: sightOf(ticket, connection?.queueIds ?? []) }
  const body = { id: ticket.id, customer }
  await publish({ companyId: table.companyId, topic: 'ticket', action: 'presence', body, sight })
}
