import { findMessage } from '@recado/shared/conversations/find-message'
import type { StoredMessage } from '@recado/shared/conversations/message'
import { notFound } from '@recado/shared/errors/errors'
import { isAmendment } from '@recado/shared/messages/content'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { getDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { ticketsOfIds } from '@recado/shared/tickets/store/tickets'
import { tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'
import type { SeenTicket } from './seen-ticket.ts'

/**
 * A message of a ticket's conversation that the caller may see. Notes and events are no messages here.
 * @throws DomainError ERR_NO_MESSAGE_FOUND
 */
export async function visibleMessage(
  actor: Actor,
  found: SeenTicket,
  messageId: string,
): Promise<StoredMessage> {
  const message = await messageIfVisible(actor, found, messageId)
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND')
  return message
}

/** The same; undefined for a message that the caller may not see. */
export async function messageIfVisible(
  actor: Actor,
  found: SeenTicket,
  messageId: string,
): Promise<StoredMessage | undefined> {
  const { whatsappId, chat } = found.ticket
  const table = tableOf(actor.companyId)
  const message = await findMessage(table, whatsappId, messageId)
  if (message?.chat !== chat) return undefined
  const [visible] = await visibleAmong(actor, found, [message])
  return visible
}

/** Whether a row of a conversation is a message: no note, no event, and no change of another message. */
export const isMessage = ({ internal, content }: Pick<StoredMessage, 'internal' | 'content'>): boolean =>
  !internal && !isAmendment(content)

/** The messages of the ticket's conversation that the caller may see. Notes and events are no messages here. */
export async function visibleAmong(
  actor: Actor,
  found: SeenTicket,
  messages: readonly StoredMessage[],
): Promise<StoredMessage[]> {
  const shown = messages.filter(isMessage)
  const others = shown.flatMap(({ ticketId }) => (ticketId && ticketId !== found.ticket.id ? [ticketId] : []))
  if (others.length === 0) return shown
  const ticketIds = [...new Set(others)]
  const stored = await ticketsOfIds(tableOf(actor.companyId), ticketIds)
  const hidden = await hiddenTickets(actor, found, ticketIds, stored)
  return shown.filter(({ ticketId = '' }) => !hidden.has(ticketId))
}

/**
 * The ids of tickets that are hidden from the caller, if the company keeps the history to the queues: tickets of other
 * queues, and deleted tickets, because their queue is unknown.
 * @param ticketIds the tickets to look at
 * @param stored the existing tickets among them
 */
export async function hiddenTickets(
  actor: Actor,
  { ticket, queueIds }: SeenTicket,
  ticketIds: readonly string[],
  stored: readonly StoredTicket[],
): Promise<ReadonlySet<string>> {
  const viewer = attendantOf(actor)
  if (viewer.seesAll) return new Set()
  const { historyVisibility } = await getDeskSettings(tableOf(actor.companyId))
  if (historyVisibility === 'all') return new Set()
  const others = ticketIds.filter((id) => id !== ticket.id)
  const visible = new Set(stored.filter((one) => canSee(viewer, sightOf(one, queueIds))).map(({ id }) => id))
  return new Set(others.filter((id) => !visible.has(id)))
}
