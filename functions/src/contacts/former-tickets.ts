import { connectionIdsEver } from '@recado/shared/connections/store'
import { survivorOf } from '@recado/shared/contacts/store'
import type { StoredContact } from '@recado/shared/contacts/stored-contact'
import { firstOf } from '@recado/shared/first-of'
import type { PlaceQuery } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import { isLive, type StoredTicket, shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { liveTicket, ticketsOf } from '@recado/shared/tickets/store/tickets'
import { changeBySystem } from '@recado/shared/tickets/system/changes'
import { tableOf } from '../context.ts'
import { sightOn } from '../credentials/attendant.ts'
import { otherOpenTicket } from '../desk/other-open-ticket.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { pageOf } from '../http/pages.ts'
import { allChatsOf } from './contact-chats.ts'
import { foundContact } from './contacts.ts'

/**
 * The tickets of a contact that the caller may see, newest first: in all conversations of its person.
 * @throws DomainError ERR_NO_CONTACT_FOUND
 */
export async function listFormerTickets(actor: Actor, contactId: string, query: PlaceQuery) {
  const { companyId } = actor
  const table = tableOf(companyId)
  const contact = await foundContact(companyId, contactId)
  const chats = await allChatsOf(table, contact)
  const sees = await sightOn(actor)
  const tickets = (await ticketsOf(table, await connectionIdsEver(table), chats))
    .filter(sees)
    .sort((one, other) => (one.id < other.id ? 1 : -1))
  // Users see different tickets, so a cursor is valid for one user only.
  const list = [companyId, 'contact-tickets', contact.id, actor.userId]
  const { rows, ...end } = await pageOf(list, query, async (after, limit) => {
    const behind = after === undefined ? tickets : tickets.filter(({ id }) => id < after)
    const page = firstOf(behind, limit)
    const last = page.at(-1)
    return { rows: page, ...(behind.length > limit && last && { after: last.id }) }
  })
  return { records: rows.map(shownTicket), ...end }
}

/** @throws DomainError ERR_OTHER_OPEN_TICKET; it names the ticket's address only to users who may see it */
export async function requireNoLiveTicket(actor: Actor, contact: StoredContact): Promise<void> {
  const [live] = await liveTicketsOf(tableOf(actor.companyId), contact)
  if (live) throw await otherOpenTicket(actor, live)
}

/** The live tickets of a contact, of all connections. */
async function liveTicketsOf(table: TenantTable, contact: StoredContact): Promise<StoredTicket[]> {
  const chats = await allChatsOf(table, contact)
  const ids = await connectionIdsEver(table)
  const found = await Promise.all(
    ids.flatMap((connectionId) => chats.map((chat) => liveTicket(table, connectionId, chat))),
  )
  return found.flatMap((ticket) => (ticket && isLive(ticket) ? [ticket] : []))
}

/** Gives the live tickets of a contact its new name. Closed ones keep the name of their time. */
export async function renameTickets(companyId: string, contact: StoredContact): Promise<void> {
  const table = tableOf(companyId)
  for (const { id } of await liveTicketsOf(table, contact)) {
    // As it is now: another call may have renamed the contact meanwhile.
    const { name = '' } = (await survivorOf(table, contact.id)) ?? {}
    await changeBySystem(ticketWatchers(companyId), id, (ticket) =>
      ticket.name === name || name === '' ? undefined : { after: { ...ticket, name } },
    )
  }
}
