import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { allConnections, type StoredConnection } from '@recado/shared/connections/store'
import { contactEvent } from '@recado/shared/contacts/live'
import { type SettledContact, settleContact } from '@recado/shared/contacts/settle-contact'
import { chatsOfContact, type StoredContact } from '@recado/shared/contacts/stored-contact'
import { getConversation } from '@recado/shared/conversations/conversation'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { type Chat, chatOfNumber } from '@recado/shared/messages/chat'
import type { Actor } from '@recado/shared/sessions/session'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import { nextRevision, shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { NewTicketInput, Ticket } from '@recado/shared/tickets/contract/ticket'
import { ticketChanged } from '@recado/shared/tickets/live/watchers'
import { newTicket } from '@recado/shared/tickets/store/new-ticket'
import { nextProtocol } from '@recado/shared/tickets/store/protocols'
import { liveTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { allChatsOf, isAnyChatBlocked } from '../contacts/contact-chats.ts'
import { foundContact } from '../contacts/contacts.ts'
import { numberOfContact } from '../contacts/typed-number.ts'
import { ports, publish, tableOf } from '../context.ts'
import { requireAttendant } from '../credentials/attendant.ts'
import { otherOpenTicket } from '../desk/other-open-ticket.ts'
import { type Addressee, settledChat } from '../desk/settled-chat.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { nowText } from './seen-ticket.ts'

/**
 * Begins a conversation with a contact: the ticket is open, and its attendant is the caller.
 * @throws DomainError any of the route's
 */
export async function open(actor: Actor, input: NewTicketInput): Promise<Ticket> {
  requireAttendant(actor)
  const table = tableOf(actor.companyId)
  const { person, contact: named } = await personOf(actor, input)
  const connection = await connectionFor(actor, input.whatsappId)
  const queueId = await queueFor(actor, input.queueId)
  if (!input.force) await requireNotBlocked(actor, named ? await allChatsOf(table, named) : [person.chat])
  const chat = await settledChat(actor.companyId, connection.id, person)
  // A named contact keeps its own spelling of the number.
  const settling = named?.number ? person : { ...person, chat }
  const contact = await settledContact(actor, connection.id, settling)
  const conversation = await getConversation(table, connection.id, chat)
  const now = nowText()
  const protocol = await nextProtocol(table, await timeZoneOf(table), ports.now())
  const name = contact.name || conversation?.name
  const ticket = newTicket({ connectionId: connection.id, chat, at: now, name }, protocol, ports.now(), {
    status: 'open',
    origin: 'agent',
    userId: actor.userId,
    contactId: contact.id,
    queueId,
    acceptedAt: now,
  })
  if (await writeTicket(table, undefined, ticket)) {
    await ticketChanged(ticketWatchers(actor.companyId), undefined, ticket)
    return shownTicket({ ...ticket, revision: nextRevision(undefined) })
  }
  const other = await liveTicket(table, connection.id, chat)
  if (!other) throw new DomainError('conflict', 'ERR_BUSY', 'The conversation changed at this moment')
  throw await otherOpenTicket(actor, other)
}

/**
 * The person to begin a conversation with, and their contact if the caller named it.
 * @throws DomainError ERR_NO_CONTACT_FOUND, ERR_WAPP_INVALID_CONTACT
 */
async function personOf(
  { companyId }: Actor,
  { contactId, number }: Pick<NewTicketInput, 'contactId' | 'number'>,
): Promise<{ person: Addressee; contact?: StoredContact }> {
  if (contactId) {
    const contact = await foundContact(companyId, contactId)
    return { person: addresseeOf(contact), contact }
  }
  const canonical = await numberOfContact(number ?? '')
  return { person: { chat: chatOfNumber(canonical), number: canonical } }
}

/** @throws DomainError ERR_NO_CONTACT_FOUND for a contact without a number and a LID */
export function addresseeOf(contact: Pick<StoredContact, 'number' | 'lid'>): Addressee {
  const [chat] = chatsOfContact(contact)
  if (!chat) throw notFound('ERR_NO_CONTACT_FOUND')
  return { chat, number: contact.number ?? undefined, lid: contact.lid ?? undefined }
}

/** @param chats all conversations of the person @throws DomainError ERR_CONTACT_BLOCKED */
export async function requireNotBlocked({ companyId }: Actor, chats: readonly Chat[]): Promise<void> {
  if (await isAnyChatBlocked(tableOf(companyId), chats))
    throw new DomainError('conflict', 'ERR_CONTACT_BLOCKED', 'This contact is blocked')
}

/** The contact of the conversation, which is made for a number that is new. */
async function settledContact(
  { companyId }: Actor,
  connectionId: string,
  { chat, lid }: Addressee,
): Promise<SettledContact> {
  const settled = await settleContact(tableOf(companyId), { connectionId, chat, lid }, ports.now())
  for (const news of settled.news) await publish(contactEvent(companyId, news))
  return settled
}

async function connectionFor(
  { companyId }: Actor,
  whatsappId: string | undefined,
): Promise<StoredConnection> {
  const connections = await allConnections(tableOf(companyId))
  const chosen = connections.find(({ id, isDefault }) => (whatsappId ? id === whatsappId : isDefault))
  if (!chosen) throw notFound(whatsappId ? 'ERR_NO_WAPP_FOUND' : 'ERR_NO_DEF_WAPP_FOUND')
  return chosen
}

async function queueFor({ companyId }: Actor, queueId: string | undefined): Promise<string | null> {
  if (queueId && !(await getTicketQueue(tableOf(companyId), queueId))) throw notFound('ERR_NO_QUEUE_FOUND')
  return queueId ?? null
}
