import { getConnection } from '../../connections/store.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import { isAmendment } from '../../messages/content.ts'
import type { LiveEvent } from '../../realtime/events.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { cutText } from '../../text.ts'
import type { ShownMessage } from '../contract/shown-message.ts'
import { nextRevision, type StoredTicket, shownTicket } from '../contract/stored-ticket.ts'
import { sightOf } from '../rules/sight.ts'
import { getTicket } from '../store/tickets.ts'
import { messageShown } from './message-shown.ts'

/** Sends live events about one company's tickets, after the write. */
export interface TicketWatchers {
  table: TenantTable
  publish(event: LiveEvent): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Sends the change of a ticket to browsers: as an update to users who see it now, as a deletion to users who only saw it
 * before.
 * @param before undefined for a new ticket
 * @param after undefined for a deleted one
 */
export async function ticketChanged(
  { table, publish }: TicketWatchers,
  before: StoredTicket | undefined,
  after: StoredTicket | undefined,
): Promise<void> {
  const ticket = after ?? before
  if (!ticket) return
  const connection = await getConnection(table, ticket.whatsappId)
  const queueIds = connection?.queueIds ?? []
  const sight = {
    before: before ? sightOf(before, queueIds) : null,
    now: after ? sightOf(after, queueIds) : null,
  }
  const { companyId } = table
  if (!after) return publish({ companyId, topic: 'ticket', action: 'delete', body: { id: ticket.id }, sight })
  const record = shownTicket({ ...after, revision: nextRevision(before) })
  await publish({ companyId, topic: 'ticket', action: before ? 'update' : 'create', body: { record }, sight })
}

/** The longest text of a live event, in characters: a frame holds 32 KB. */
const TEXT_MAX = 4000

/**
 * Sends a new or changed message to the users who see its ticket. A message without a ticket is not sent, nor is an
 * amendment: its target is.
 */
export async function messageChanged(
  { table, publish, now }: TicketWatchers,
  action: 'create' | 'update',
  message: StoredMessage,
): Promise<void> {
  if (isAmendment(message.content)) return
  const ticket = message.ticketId ? await getTicket(table, message.ticketId) : undefined
  if (!ticket) return
  const connection = await getConnection(table, ticket.whatsappId)
  const sight = { before: null, now: sightOf(ticket, connection?.queueIds ?? []) }
  await publish({
    companyId: table.companyId,
    topic: 'appMessage',
    action,
    body: { ticketId: ticket.id, record: shortened(messageShown(message, now())) },
    sight,
  })
}

function shortened(message: ShownMessage): ShownMessage {
  const { content } = message
  if (content.type !== 'text' || content.text.length <= TEXT_MAX) return message
  return { ...message, content: { ...content, text: cutText(content.text, TEXT_MAX) }, truncated: true }
}
