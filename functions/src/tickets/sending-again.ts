import { messageOfId, retriedWrite, type StoredMessage } from '@recado/shared/conversations/message'
import { commandMessage } from '@recado/shared/conversations/write'
import { DomainError } from '@recado/shared/errors/errors'
import { messageIdFrom, newMessageId } from '@recado/shared/messages/message-id'
import { indexWords } from '@recado/shared/search/word-rows'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { ForwardInput } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { messageChanged } from '@recado/shared/tickets/live/watchers'
import { canRetry } from '@recado/shared/tickets/rules/message-windows'
import { ports, tableOf, ticketWatchers } from '../context.ts'
import { storeAnswer } from './answers.ts'
import { requireMayWrite } from './may-write.ts'
import { contentAgain } from './message-files.ts'
import { type SeenTicket, seenTicket } from './seen-ticket.ts'
import { visibleMessage } from './visible-message.ts'

/**
 * Sends a failed message again as a new message; the same message only once.
 * @throws DomainError ERR_MESSAGE_SENT for a message that was sent, or is on its way
 */
export async function retry(actor: Actor, ticketId: string, messageId: string): Promise<ShownMessage> {
  const { companyId } = actor
  const newId = messageIdFrom(companyId, messageId, 'retry')
  const message = await retrying(
    tableOf(companyId),
    () => seenTicket(actor, ticketId),
    (found) => tryRetry(actor, found, messageId, newId),
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
  const content = await contentAgain(
    companyId,
    failed,
    { connectionId, messageId: newId },
    'ERR_MESSAGE_SENT',
  )
  const written = { messageId: newId, content, quoted: failed.quoted }
  const message = await storeAnswer(actor, found, written, [retriedWrite(failed, newId)])
  if (!message) return AGAIN
  await messageChanged(ticketWatchers(companyId), 'update', { ...failed, retriedAs: newId })
  return message
}

/**
 * Forwards messages to other conversations that the caller may write in. Nothing is forwarded unless all can be.
 * @throws DomainError ERR_NOT_FORWARDED, and what writing in one of the tickets is refused with
 */
export async function forward(
  actor: Actor,
  { ticketId, messageIds, to }: ForwardInput,
): Promise<{ records: ShownMessage[] }> {
  const from = await seenTicket(actor, ticketId)
  const messages: StoredMessage[] = []
  for (const messageId of new Set(messageIds)) messages.push(await visibleMessage(actor, from, messageId))
  if (messages.some(({ deletedAt }) => deletedAt)) throw notForwarded()
  for (const target of to) await requireMayWrite(actor, await seenTicket(actor, target.ticketId))
  const records: ShownMessage[] = []
  for (const targetId of new Set(to.map((target) => target.ticketId)))
    for (const message of messages) records.push(await forwardOne(actor, message, targetId))
  return { records }
}

const notForwarded = () =>
  new DomainError('conflict', 'ERR_NOT_FORWARDED', 'A deleted message cannot be forwarded')

async function forwardOne(actor: Actor, source: StoredMessage, ticketId: string): Promise<ShownMessage> {
  const { companyId } = actor
  const messageId = newMessageId()
  const message = await retrying(
    tableOf(companyId),
    () => seenTicket(actor, ticketId),
    async (found) => {
      await requireMayWrite(actor, found)
      const place = { connectionId: found.ticket.whatsappId, messageId }
      const content = await contentAgain(companyId, source, place, 'ERR_NOT_FORWARDED')
      return (await storeAnswer(actor, found, { messageId, content, forwarded: true })) ?? AGAIN
    },
  )
  await commandMessage(ports.queues, companyId, message)
  await indexWords(tableOf(companyId), [message])
  return messageShown(message, ports.now())
}
