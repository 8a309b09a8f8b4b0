import { connectionIdsEver } from '@recado/shared/connections/store'
import { markOfChat, survivorOf } from '@recado/shared/contacts/store'
import type { StoredContact } from '@recado/shared/contacts/stored-contact'
import type { Chat } from '@recado/shared/messages/chat'
import type { TenantTable } from '@recado/shared/table/tenant'
import { isLive, type StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { ticketsOf } from '@recado/shared/tickets/store/tickets'
import { changeBySystem } from '@recado/shared/tickets/system/changes'
import { tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'

/**
 * Gives the tickets of conversations that changed hands their contact of now, closed ones too. Live ones get its name.
 * A ticket whose contact was merged into the right one stays as it is, so that an undone merge finds it.
 */
export async function pointTickets(companyId: string, chats: readonly Chat[]): Promise<void> {
  const table = tableOf(companyId)
  const connectionIds = await connectionIdsEver(table)
  for (const chat of new Set(chats)) {
    const holder = await holderOf(table, chat)
    const tickets = await ticketsOf(table, connectionIds, [chat])
    for (const read of newestFirst(tickets)) {
      const known = read.contactId ? await survivorOf(table, read.contactId) : undefined
      if (known?.id === holder?.id) continue
      await changeBySystem(ticketWatchers(companyId), read.id, (ticket) =>
        ticket.contactId === read.contactId && ticket.chat === chat
          ? { after: pointed(ticket, holder) }
          : undefined,
      )
    }
  }
}

/** A call that breaks off has changed the tickets that matter most. */
const newestFirst = (tickets: readonly StoredTicket[]) =>
  tickets.toSorted((one, other) => (one.id < other.id ? 1 : -1))

/** The contact with the number or LID of a conversation. */
async function holderOf(table: TenantTable, chat: Chat): Promise<StoredContact | undefined> {
  const mark = await markOfChat(table, chat)
  return mark && survivorOf(table, mark.holder)
}

const pointed = (ticket: StoredTicket, holder: StoredContact | undefined): StoredTicket => ({
  ...ticket,
  contactId: holder?.id ?? null,
  ...(isLive(ticket) && holder?.name && { name: holder.name }),
})
