import { isFound, lineOf } from '../contacts/contact-cards.ts'
import { allContacts, contactsOfIds, survivorOf } from '../contacts/store.ts'
import type { StoredContact } from '../contacts/stored-contact.ts'
import { firstIdOf } from '../ids.ts'
import { searchTerm } from '../searchable.ts'
import { allRows } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { StoredTicket } from '../tickets/contract/stored-ticket.ts'
import { TICKETS } from '../tickets/store/ticket-entity.ts'
import { ticketOfRow } from '../tickets/store/tickets.ts'
import type { DeskFilter } from './desk-filter.ts'

/** Contacts that are looked up together. */
const TOGETHER = 100

/** Whether the caller may see a ticket. */
type Sees = (ticket: StoredTicket) => boolean

/**
 * The people of a filter, each once, in no order. People without a known number are left out: a list cannot write to them.
 */
export async function peopleOfFilter(
  table: TenantTable,
  filter: DeskFilter,
  sees: Sees,
): Promise<StoredContact[]> {
  const found = filter.from === 'contacts' ? ofContacts(table, filter) : ofTickets(table, filter, sees)
  const people = new Map<string, StoredContact>()
  for await (const contact of found) if (contact.number !== null) people.set(contact.id, contact)
  return [...people.values()]
}

/** No wish matches everything. */
const matches = (wanted: readonly string[], given: readonly (string | null)[]): boolean =>
  wanted.length === 0 || given.some((one) => one !== null && wanted.includes(one))

async function* ofContacts(
  table: TenantTable,
  { searchParam, tagIds }: Extract<DeskFilter, { from: 'contacts' }>,
): AsyncGenerator<StoredContact> {
  const text = searchTerm(searchParam)
  for await (const contact of allContacts(table)) {
    if (contact.mergedInto || !matches(tagIds, contact.tagIds)) continue
    if (text === '' || isFound(lineOf(contact), text)) yield contact
  }
}

/** Tickets are found by their ids, which are made of the time. */
async function* ofTickets(
  table: TenantTable,
  { openedFrom, openedTo, status, queueIds, tagIds }: Extract<DeskFilter, { from: 'tickets' }>,
  sees: Sees,
): AsyncGenerator<StoredContact> {
  const range = { after: firstIdOf(Date.parse(openedFrom)), upTo: firstIdOf(Date.parse(openedTo)) }
  const ids = new Set<string>()
  for await (const row of allRows(table, { pk: TICKETS, ...range })) {
    const ticket = ticketOfRow(row)
    const isWanted =
      (!status || ticket.status === status) &&
      matches(queueIds, [ticket.queueId]) &&
      matches(tagIds, ticket.tagIds)
    if (isWanted && ticket.contactId && sees(ticket)) ids.add(ticket.contactId)
  }
  for (const some of Array.from({ length: Math.ceil(ids.size / TOGETHER) }, (_, at) =>
    [...ids].slice(at * TOGETHER, (at + 1) * TOGETHER),
  ))
    for (const contact of await contactsOfIds(table, some)) {
      const survivor = contact.mergedInto ? await survivorOf(table, contact.mergedInto) : contact
      if (survivor) yield survivor
    }
}
