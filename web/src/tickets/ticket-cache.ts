import { writtenText } from '@recado/shared/messages/written-text'
import { unsigned } from '@recado/shared/tickets/answering/signature'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import {
  type Draft,
  draftInList,
  type ListedTicket,
  type Ticket,
  type TicketWithDraft,
  type ticketPage,
} from '@recado/shared/tickets/contract/ticket'
import { isFromDraft } from '@recado/shared/tickets/rules/sent-draft'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import { dropFormerTicket, putFormerTicket } from '../contacts/former-tickets.ts'
import { contactKeys } from '../contacts/keys.ts'
import { lostAt, rememberLoss } from '../realtime/losses.ts'
import { findRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { kanbanView } from './kanban-view.ts'
import { ticketKeys } from './keys.ts'
import { placeCard, placeTicket, withoutTicket } from './place-ticket.ts'
import { shownDraft } from './saved-drafts.ts'
import { ticketView } from './ticket-view.ts'

type TicketPages = InfiniteData<z.infer<typeof ticketPage>>

/** The cached ticket with an id, in its newest revision. */
export const cachedTicket = (client: QueryClient, id: string): Ticket | undefined =>
  [
    openTickets(client).find((ticket) => ticket.id === id),
    ...[ticketKeys.lists, ticketKeys.kanban, contactKeys.each].map((key) =>
      findRecord<Ticket>(client, key, id),
    ),
  ].reduce((newest, found) => (found && !(newest && newest.revision >= found.revision) ? found : newest))

/**
 * Puts a ticket into the open page and into the lists that it belongs to. An older revision than the cached one is
 * dropped, and so is one from before the user lost the ticket. Only lists and the open page know the user's draft, so that
 * it stays as it is.
 * @param me the user's id
 * @returns whether the ticket was taken
 */
export function putTicket(client: QueryClient, ticket: Ticket, me: string): boolean {
  const known = cachedTicket(client, ticket.id)
  if (known && known.revision > ticket.revision) return false
  const lost = lostAt<number>(client, ticket.id)
  // A cached ticket that is not older than the loss was fetched after it: the user sees it again.
  const isSeenAgain = known && lost !== undefined && known.revision >= lost
  if (lost !== undefined && ticket.revision <= lost && !isSeenAgain) return false
  const listed: ListedTicket = { ...ticket, draftText: draftTextOf(client, ticket) }
  client.setQueryData<TicketWithDraft>(
    ticketKeys.one(ticket.uuid),
    (shown) => shown && { ...ticket, draft: shown.draft },
  )
  for (const [key, data] of client.getQueriesData<TicketPages>({ queryKey: ticketKeys.lists })) {
    const view = ticketView.safeParse(key.at(-1))
    if (data && view.success) client.setQueryData(key, placeTicket(data, listed, view.data, me))
  }
  for (const [key, data] of client.getQueriesData<TicketPages>({ queryKey: ticketKeys.kanban })) {
    const view = kanbanView.safeParse(key.at(-1))
    if (data && view.success) client.setQueryData(key, placeCard(data, listed, view.data, me))
  }
  putFormerTicket(client, ticket)
  return true
}

/** Shows the user's new draft in the open page and in the lists. */
export function putDraft(client: QueryClient, { id, uuid }: Pick<Ticket, 'id' | 'uuid'>, draft: Draft): void {
  client.setQueryData<TicketWithDraft>(
    ticketKeys.one(uuid),
    (known) => known && { ...known, draft: shownDraft(draft) },
  )
  replaceRecord<ListedTicket>(client, ticketKeys.lists, { id, draftText: draftInList(draft.text) })
}

/** Forgets the draft of a message that the user sent, maybe in another tab. */
export function dropSentDraft(
  client: QueryClient,
  ticketId: string,
  { author, content }: ShownMessage,
): void {
  const open = openTickets(client).find(({ id }) => id === ticketId)
  const text = unsigned(writtenText(content), author?.name ?? '')
  if (open?.draft?.text && isFromDraft(text, open.draft.text)) putDraft(client, open, NO_DRAFT)
}

const NO_DRAFT: Draft = { text: '', quoted: null }

function draftTextOf(client: QueryClient, { id, uuid }: Ticket): string | null {
  const listed = findRecord<ListedTicket>(client, ticketKeys.lists, id)
  if (listed) return listed.draftText
  const open = client.getQueryData<TicketWithDraft>(ticketKeys.one(uuid))
  return draftInList(open?.draft?.text ?? '')
}

/**
 * Takes a ticket out of the lists: it was deleted, or the user may not see it any more.
 * @param revision of this loss. It is ignored if the cached ticket is newer. Servers of older versions send none
 */
export function dropTicket(client: QueryClient, id: string, revision: number | undefined): void {
  if (revision !== undefined) {
    const known = cachedTicket(client, id)
    if (known && known.revision > revision) return
    rememberLoss(client, id, revision)
  }
  for (const queryKey of [ticketKeys.lists, ticketKeys.kanban])
    client.setQueriesData<TicketPages>({ queryKey }, (data) => data && withoutTicket(data, id))
  dropFormerTicket(client, id)
  const open = openTickets(client).find((ticket) => ticket.id === id)
  // The server says that the page has nothing to show any more.
  if (open) client.invalidateQueries({ queryKey: ticketKeys.one(open.uuid) })
}

const openTickets = (client: QueryClient): TicketWithDraft[] =>
  client
    .getQueriesData<TicketWithDraft>({ queryKey: ticketKeys.ones })
    .flatMap(([, ticket]) => (ticket ? [ticket] : []))
