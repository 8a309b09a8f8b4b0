import { isFound, lineOf } from '../contacts/contact-cards.ts'
import { contactsOfIds, survivorOf } from '../contacts/store.ts'
import { contactKey, type StoredContact } from '../contacts/stored-contact.ts'
import { firstIdOf } from '../ids.ts'
import { searchTerm } from '../searchable.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { StoredTicket } from '../tickets/contract/stored-ticket.ts'
import { TICKETS } from '../tickets/store/ticket-entity.ts'
import { ticketOfRow } from '../tickets/store/tickets.ts'
import type { DeskFilter } from './desk-filter.ts'

/** Tickets or contacts that a search reads at once. DynamoDB returns fewer if they exceed 1 MB. */
export const SEARCHED_AT_ONCE = 1000
/** Contacts of one request (DynamoDB's limit). */
const LOOKED_UP_TOGETHER = 100

interface PageOfPeople {
  /** Ids of contacts, each once. */
  ids: string[]
  /** The next page begins behind this row; missing at the end. */
  after?: string
}

/**
 * The people of the next tickets or contacts that match a filter. People without a known number are left out: a list
 * cannot write to them.
 * @param sees whether the caller may see a ticket
 * @param known contacts that were found before, which are not looked up again
 * @param after the end of the page before
 */
export function pageOfPeople(
  table: TenantTable,
  filter: DeskFilter,
  sees: (ticket: StoredTicket) => boolean,
  { known, after }: { known: ReadonlySet<string>; after?: string | undefined },
): Promise<PageOfPeople> {
  return filter.from === 'contacts'
    ? ofContacts(table, filter, after)
    : ofTickets(table, filter, sees, { known, after })
}

/**
 * The contacts that stand for these: themselves, or the ones that they were merged into. Deleted ones are missing.
 * @param ids at most {@link SEARCHED_AT_ONCE}: all are looked up side by side
 */
export async function survivorsOf(table: TenantTable, ids: readonly string[]): Promise<StoredContact[]> {
  const requests = Math.ceil(ids.length / LOOKED_UP_TOGETHER)
  const found = await Promise.all(
    Array.from({ length: requests }, (_, at) =>
      contactsOfIds(table, ids.slice(at * LOOKED_UP_TOGETHER, (at + 1) * LOOKED_UP_TOGETHER)),
    ),
  )
  const survivors: StoredContact[] = []
  for (const contact of found.flat()) {
    const survivor = contact.mergedInto ? await survivorOf(table, contact.mergedInto) : contact
    if (survivor) survivors.push(survivor)
  }
  return survivors
}

/** No wish matches everything. */
const matches = (wanted: readonly string[], given: readonly (string | null)[]): boolean =>
  wanted.length === 0 || given.some((one) => one !== null && wanted.includes(one))

async function ofContacts(
  table: TenantTable,
  { searchParam, tagIds }: Extract<DeskFilter, { from: 'contacts' }>,
  after: string | undefined,
): Promise<PageOfPeople> {
  const text = searchTerm(searchParam)
  const { rows, ...end } = await table.query({ pk: contactKey('').pk, after, limit: SEARCHED_AT_ONCE })
  const found = rows.filter(
    (contact) =>
      contact.number !== null &&
      !contact.mergedInto &&
      matches(tagIds, contact.tagIds) &&
      (text === '' || isFound(lineOf(contact), text)),
  )
  return { ids: found.map(({ id }) => id), ...end }
}

/** Tickets are found by their ids, which are made of the time. */
async function ofTickets(
  table: TenantTable,
  { openedFrom, openedTo, status, queueIds, tagIds }: Extract<DeskFilter, { from: 'tickets' }>,
  sees: (ticket: StoredTicket) => boolean,
  {
    known,
    after = firstIdOf(Date.parse(openedFrom)),
  }: { known: ReadonlySet<string>; after?: string | undefined },
): Promise<PageOfPeople> {
  const upTo = firstIdOf(Date.parse(openedTo))
  const { rows, ...end } = await table.query({ pk: TICKETS, after, upTo, limit: SEARCHED_AT_ONCE })
  const customers = new Set<string>()
  for (const row of rows) {
    const ticket = ticketOfRow(row)
    const isWanted =
      (!status || ticket.status === status) &&
      matches(queueIds, [ticket.queueId]) &&
      matches(tagIds, ticket.tagIds)
    if (isWanted && ticket.contactId && !known.has(ticket.contactId) && sees(ticket))
      customers.add(ticket.contactId)
  }
  const people = await survivorsOf(table, [...customers])
  const ids = new Set(people.flatMap(({ id, number }) => (number === null ? [] : [id])))
  return { ids: [...ids], ...end }
}
