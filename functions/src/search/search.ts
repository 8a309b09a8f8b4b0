import { findContacts } from '@recado/shared/contacts/find-contacts'
import { firstOf } from '@recado/shared/first-of'
import {
  FOUND_CONTACTS_MAX,
  FOUND_TICKETS_MAX,
  type FoundContact,
  type SearchResult,
} from '@recado/shared/search/routes'
import { wantedWords } from '@recado/shared/search/words'
import { searchable, searchTerm } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import { shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { ticketsOfProtocol } from '@recado/shared/tickets/store/protocol-search'
import { tableOf } from '../context.ts'
import { seenTicket } from '../tickets/seen-ticket.ts'
import { findInConversation, findMessages } from './found-messages.ts'
import { loadSearcher, type Searcher } from './searcher.ts'

/**
 * Contacts, tickets and messages, as far as the caller may see them (part 4 §9).
 * @param typed what the caller searches for, 2 to 100 characters
 */
export async function search(actor: Actor, typed: string): Promise<SearchResult> {
  const searcher = await loadSearcher(actor)
  const { words, shortWords } = wantedWords(typed)
  const [contacts, tickets, messages] = await Promise.all([
    contactsWith(actor, typed),
    ticketsWith(searcher, typed),
    findMessages(searcher, words),
  ])
  return { contacts, tickets, messages, shortWords }
}

/**
 * Messages of the ticket's conversation, as far as the caller may see them.
 * @throws DomainError ERR_NO_TICKET_FOUND
 */
export async function searchConversation(
  actor: Actor,
  ticketId: string,
  typed: string,
): Promise<SearchResult> {
  const searcher = await loadSearcher(actor)
  const { whatsappId, chat } = (await seenTicket(actor, ticketId)).ticket
  const { words, shortWords } = wantedWords(typed)
  const all = [...words, ...shortWords.map(searchable)]
  const messages = await findInConversation(searcher, { connectionId: whatsappId, chat }, all)
  return { contacts: [], tickets: [], messages, shortWords: [] }
}

async function contactsWith({ companyId }: Actor, typed: string): Promise<FoundContact[]> {
  const text = searchTerm(typed)
  if (text === '') return []
  const { rows } = await findContacts(tableOf(companyId), { text, limit: FOUND_CONTACTS_MAX })
  return rows.map(({ id, name, number }) => ({ id, name, number }))
}

async function ticketsWith({ table, sees }: Searcher, typed: string): Promise<Ticket[]> {
  const found = await ticketsOfProtocol(table, typed)
  return firstOf(found.filter(sees), FOUND_TICKETS_MAX).map(shownTicket)
}
