import { messageOfId, type StoredMessage } from '@recado/shared/conversations/message'
import { DomainError } from '@recado/shared/errors/errors'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import type { Actor } from '@recado/shared/sessions/session'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { RequestedChange } from '@recado/shared/tickets/rules/requested-change'
import { internalMessage } from '@recado/shared/tickets/store/internal-message'
import { tableOf } from '../context.ts'

/**
 * The note of a transfer, to be written with it. It stands behind the transfer's event.
 * @param at of the transfer, ISO 8601
 */
export function notesOf(
  { companyId, userId, name: userName }: Actor,
  ticket: StoredTicket,
  wanted: RequestedChange,
  at: string,
): StoredMessage[] {
  if (wanted.kind !== 'transfer' || !wanted.note) return []
  const content = { type: 'note' as const, text: wanted.note, mentions: [] }
  const note = internalMessage(ticket, content, at, 1, { userId, userName })
  const { clientId } = wanted
  return [clientId ? { ...note, clientId, messageId: messageIdFrom(companyId, ticket.id, clientId) } : note]
}

/**
 * The note that an earlier call of the same transfer wrote: the transfer is made already, and colleagues may have
 * changed the ticket since.
 * @throws DomainError ERR_MESSAGE_REUSED if the browser's id belongs to another message
 */
export async function writtenNote(
  { companyId, userId }: Actor,
  { id: ticketId, whatsappId }: StoredTicket,
  wanted: RequestedChange,
): Promise<StoredMessage | undefined> {
  if (wanted.kind !== 'transfer' || !wanted.note || !wanted.clientId) return undefined
  const messageId = messageIdFrom(companyId, ticketId, wanted.clientId)
  const known = await messageOfId(tableOf(companyId), whatsappId, { messageId, fromMe: true })
  if (!known) return undefined
  const { content } = known
  if (content.type === 'note' && content.text === wanted.note && known.userId === userId) return known
  throw new DomainError('unprocessable', 'ERR_MESSAGE_REUSED', 'This clientId belongs to another message')
}
