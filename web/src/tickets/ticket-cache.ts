import type { Ticket, TicketWithDraft, ticketPage } from '@recado/shared/tickets/contract/ticket'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { findRecord } from '../realtime/paged-cache.ts'
import { ticketKeys } from './keys.ts'
import { placeTicket, withoutTicket } from './place-ticket.ts'
import { ticketView } from './ticket-view.ts'

type TicketPages = InfiniteData<z.infer<typeof ticketPage>>

/** The cached ticket with an id. */
export const cachedTicket = (client: QueryClient, id: string): Ticket | undefined =>
  openTickets(client).find((ticket) => ticket.id === id) ?? findRecord<Ticket>(client, ticketKeys.lists, id)

/**
 * Puts a ticket into the open page and into the lists that it belongs to. An older revision than the cached one is
 * dropped.
 * @param me the user's id
 * @returns whether the ticket was taken
 */
export function putTicket(client: QueryClient, ticket: Ticket, me: string): boolean {
  const known = cachedTicket(client, ticket.id)
  if (known && known.revision > ticket.revision) return false
  client.setQueryData<TicketWithDraft>(
    ticketKeys.one(ticket.uuid),
    (shown) => shown && { ...ticket, draft: shown.draft },
  )
  for (const [key, data] of client.getQueriesData<TicketPages>({ queryKey: ticketKeys.lists })) {
    const view = ticketView.safeParse(key.at(-1))
    if (data && view.success) client.setQueryData(key, placeTicket(data, ticket, view.data, me))
  }
  return true
}

/** Takes a ticket out of the lists: it was deleted, or the user may not see it any more. */
export function dropTicket(client: QueryClient, id: string): void {
  client.setQueriesData<TicketPages>(
    { queryKey: ticketKeys.lists },
    (data) => data && withoutTicket(data, id),
  )
  const open = openTickets(client).find((ticket) => ticket.id === id)
  // The server says that the page has nothing to show any more.
  if (open) client.invalidateQueries({ queryKey: ticketKeys.one(open.uuid) })
}

const openTickets = (client: QueryClient): TicketWithDraft[] =>
  client
    .getQueriesData<TicketWithDraft>({ queryKey: ticketKeys.ones })
    .flatMap(([, ticket]) => (ticket ? [ticket] : []))
