import type { Chat } from '../conversations/chat.ts'
import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Ticket } from './ticket.ts'

const ticketKey = (ticketId: string): Key => ({ pk: 'TICKETS', sk: ticketId })

/** Which ticket of a conversation is pending or open: there is one at most. */
const liveKey = ({ whatsappId, chat }: Pick<Ticket, 'whatsappId' | 'chat'>): Key => ({
  pk: `LIVE-TICKETS#${whatsappId}`,
  sk: chat,
})

/** @returns false where the conversation has a pending or open ticket already */
export const putTicket = (table: TenantTable, ticket: Ticket): Promise<boolean> =>
  committed(
    table.transact([
      { put: { ...ticket, ...ticketKey(ticket.id) }, when: { pk: { exists: false } } },
      { put: { ...liveKey(ticket), ticketId: ticket.id }, when: { pk: { exists: false } } },
    ]),
  )

/** The ticket of a conversation that is pending or open. */
export async function liveTicket(
  table: TenantTable,
  whatsappId: string,
  chat: Chat,
): Promise<Ticket | undefined> {
  const live = await table.get<{ ticketId: string }>(liveKey({ whatsappId, chat }))
  return live && table.get<Ticket>(ticketKey(live.ticketId))
}
