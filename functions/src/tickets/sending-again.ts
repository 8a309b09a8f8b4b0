import { messageOfId, retriedWrite, type StoredMessage } from '@recado/shared/conversations/message'
import { commandMessage } from '@recado/shared/conversations/write'
import { DomainError } from '@recado/shared/errors/errors'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import { indexWords } from '@recado/shared/search/word-rows'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { messageChanged } from '@recado/shared/tickets/live/watchers'
import { canRetry } from '@recado/shared/tickets/rules/message-windows'
import { ports, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { storeAnswer } from './answers.ts'
import { requireMayWrite } from './may-write.ts'
import { contentAgain, type KeepFile, withItsFile } from './message-files.ts'
import { type SeenTicket, seenTicket } from './seen-ticket.ts'
import { visibleMessage } from './visible-message.ts'

/**
 * Sends a failed message again as a new message; the same message only once.
 * @throws DomainError ERR_MESSAGE_SENT for a message that was sent, or is on its way
 */
export async function retry(actor: Actor, ticketId: string, messageId: string): Promise<ShownMessage> {
  const { companyId } = actor
  const newId = messageIdFrom(companyId, messageId, 'retry')
  const message = await withItsFile(companyId, newId, (keep) =>
    retrying(
      tableOf(companyId),
      () => seenTicket(actor, ticketId),
      (found) => tryRetry(actor, found, messageId, newId, keep),
    ),
  )
  if (message.status === 'PENDING') await commandMessage(ports.queues, companyId, message)
  await indexWords(tableOf(companyId), [message])
  return messageShown(message, ports.now())
}

async function tryRetry(
  actor: Actor,
  found: SeenTicket,
  messageId: string,
  newId: string,
  keep: KeepFile,
): Promise<StoredMessage | typeof AGAIN> {
  const { companyId } = actor
  const { whatsappId: connectionId } = found.ticket
  const table = tableOf(companyId)
  const known = await messageOfId(table, connectionId, { messageId: newId, fromMe: true })
  if (known) return known
  const failed = await visibleMessage(actor, found, messageId)
  await requireMayWrite(actor, found)
  // The same call came first at this moment.
  if (failed.retriedAs) return AGAIN
  if (!canRetry(messageShown(failed, ports.now())))
    throw new DomainError('conflict', 'ERR_MESSAGE_SENT', 'This message did not fail')
  const content = await contentAgain(companyId, failed, connectionId, keep, 'ERR_MESSAGE_SENT')
  const written = { messageId: newId, content, quoted: failed.quoted }
  const message = await storeAnswer(actor, found, written, [retriedWrite(failed, newId)])
  if (!message) return AGAIN
  await messageChanged(ticketWatchers(companyId), 'update', { ...failed, retriedAs: newId })
  return message
}
