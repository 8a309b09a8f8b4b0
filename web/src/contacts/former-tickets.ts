import type { ContactDetails } from '@recado/shared/contacts/contact'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { QueryClient } from '@tanstack/react-query'
import { findRecord, removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { contactKeys } from './keys.ts'

/** Shows a new or changed ticket among those of its contact, if that list is loaded. */
export function putFormerTicket(client: QueryClient, ticket: Ticket): void {
  const { id, contactId } = ticket
  if (findRecord<Ticket>(client, contactKeys.each, id)) replaceRecord(client, contactKeys.each, ticket)
  else if (contactId) {
    // The tickets of a merged contact are listed with the contact that stands for it.
    const contact = client.getQueryData<ContactDetails>(contactKeys.one(contactId))
    client.invalidateQueries({ queryKey: contactKeys.ticketsOf(contact?.id ?? contactId) })
  }
}

/** Takes a ticket out of the lists of contacts: it was deleted, or the user may not see it any more. */
export const dropFormerTicket = (client: QueryClient, ticketId: string): void =>
  removeRecord(client, contactKeys.each, ticketId)
