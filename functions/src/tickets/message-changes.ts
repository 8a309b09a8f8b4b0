import type { StoredMessage } from '@recado/shared/conversations/message'
import { writeMessage } from '@recado/shared/conversations/write'
import { DomainError } from '@recado/shared/errors/errors'
import type { Amendment } from '@recado/shared/messages/content'
import { writtenText } from '@recado/shared/messages/written-text'
import type { Actor } from '@recado/shared/sessions/session'
import { signatureIn, unsigned } from '@recado/shared/tickets/answering/signature'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { canDelete, canEdit } from '@recado/shared/tickets/rules/message-windows'
import { ports, tableOf } from '../context.ts'
import { requireMayWrite } from './may-write.ts'
import { seenTicket } from './seen-ticket.ts'
import { visibleMessage } from './visible-message.ts'

/** Reacts to a message with an emoji. An empty one takes the reaction back. */
export async function react(
  actor: Actor,
  ticketId: string,
  messageId: string,
  emoji: string,
): Promise<undefined> {
  const { ticket, message } = await changeable(actor, ticketId, messageId)
  if (message.deletedAt || (message.fromMe && message.status !== 'SENT'))
    throw new DomainError('conflict', 'ERR_NO_REACTION', 'WhatsApp does not have this message')
  await writeAmendment(actor, ticket, { type: 'reaction', target: messageId, emoji })
}

/** Changes the words of the company's message. Its signature stays above them. @throws DomainError ERR_EDIT_WINDOW */
export async function edit(
  actor: Actor,
  ticketId: string,
  messageId: string,
  text: string,
): Promise<undefined> {
  const { ticket, message } = await changeable(actor, ticketId, messageId)
  const now = ports.now()
  if (!canEdit(messageShown(message, now), now))
    throw new DomainError('conflict', 'ERR_EDIT_WINDOW', 'This message can no longer be edited')
  const { content, userName = '' } = message
  await writeAmendment(actor, ticket, {
    type: 'edit',
    target: messageId,
    text: signatureIn(writtenText(content), userName) + unsigned(text, userName),
  })
}

/** Deletes the company's message for everyone. @throws DomainError ERR_DELETE_WAPP_MSG */
export async function remove(actor: Actor, ticketId: string, messageId: string): Promise<undefined> {
  const { ticket, message } = await changeable(actor, ticketId, messageId)
  const now = ports.now()
  if (!canDelete(messageShown(message, now), now))
    throw new DomainError('conflict', 'ERR_DELETE_WAPP_MSG', 'This message can no longer be deleted')
  await writeAmendment(actor, ticket, { type: 'delete', target: messageId })
}

async function changeable(
  actor: Actor,
  ticketId: string,
  messageId: string,
): Promise<{ ticket: StoredTicket; message: StoredMessage }> {
  const found = await seenTicket(actor, ticketId)
  const message = await visibleMessage(actor, found, messageId)
  await requireMayWrite(actor, found)
  return { ticket: found.ticket, message }
}

/** Queues the change of a message. Once WhatsApp has it, the message changes here too. */
async function writeAmendment(
  { companyId, userId, name: userName }: Actor,
  { id: ticketId, whatsappId: connectionId, chat }: StoredTicket,
  content: Amendment,
): Promise<void> {
  await writeMessage(tableOf(companyId), ports, { connectionId, chat, ticketId, userId, userName, content })
}
