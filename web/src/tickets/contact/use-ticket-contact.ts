import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { useQuery } from '@tanstack/react-query'
import { contactQuery } from '../../contacts/queries.ts'

/** The contact of a ticket. Groups have none, nor do tickets whose person is not a contact yet. */
export function useTicketContact({ contactId, isGroup }: Pick<Ticket, 'contactId' | 'isGroup'>) {
  const hasContact = contactId !== null && !isGroup
  return useQuery({ ...contactQuery(contactId ?? ''), enabled: hasContact })
}
