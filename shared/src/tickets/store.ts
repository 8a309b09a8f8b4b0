import type { Chat } from '../conversations/chat.ts'
import { allRows, committed, type Key } from '../table/table.ts'
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

/** All tickets that these conversations ever had. */
export async function ticketsOf(table: TenantTable, chats: readonly Chat[]): Promise<Ticket[]> {
  const tickets: Ticket[] = []
  const query = { pk: ticketKey('').pk, filter: { chat: { in: chats } }, consistent: true }
  for await (const ticket of allRows<Ticket>(table, query)) tickets.push(ticket)
  return tickets
}

export async function deleteTicket(table: TenantTable, ticket: Ticket): Promise<void> {
  await committed(table.delete(liveKey(ticket), { ticketId: ticket.id }))
  await table.delete(ticketKey(ticket.id))
}
