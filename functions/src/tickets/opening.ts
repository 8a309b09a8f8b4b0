import { timeZoneOf } from '@recado/shared/companies/time-zone'
import { allConnections, type StoredConnection } from '@recado/shared/connections/store'
import { isBlocked } from '@recado/shared/contact-blocks/store'
import { getConversation } from '@recado/shared/conversations/conversation'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { chatOfNumber } from '@recado/shared/messages/chat'
import type { Actor } from '@recado/shared/sessions/session'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import { nextRevision, shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { NewTicketInput, Ticket } from '@recado/shared/tickets/contract/ticket'
import { ticketChanged } from '@recado/shared/tickets/live/watchers'
import { newTicket } from '@recado/shared/tickets/store/new-ticket'
import { nextProtocol } from '@recado/shared/tickets/store/protocols'
import { liveTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { numberOfContact } from '../contacts/typed-number.ts'
import { ports, tableOf, ticketWatchers } from '../context.ts'
import { otherOpenTicket } from './refusals.ts'
import { nowText, requireAttendant } from './seen-ticket.ts'

/**
 * Begins a conversation with a contact: the ticket is open, and its attendant is the caller.
 * @throws DomainError any of the route's
 */
export async function open(actor: Actor, input: NewTicketInput): Promise<Ticket> {
  requireAttendant(actor)
  const table = tableOf(actor.companyId)
  const chat = chatOfNumber(await numberOfContact(input.number))
  const connection = await connectionFor(actor, input.whatsappId)
  const queueId = await queueFor(actor, input.queueId)
  if (!input.force && (await isBlocked(table, chat)))
    throw new DomainError('conflict', 'ERR_CONTACT_BLOCKED', 'This contact is blocked')
  const conversation = await getConversation(table, connection.id, chat)
  const now = nowText()
  const protocol = await nextProtocol(table, await timeZoneOf(table), ports.now())
  const beginning = { connectionId: connection.id, chat, at: now, name: conversation?.name }
  const ticket = newTicket(beginning, protocol, ports.now(), {
    status: 'open',
    origin: 'agent',
    userId: actor.userId,
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
