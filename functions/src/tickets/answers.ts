import { getConversation } from '@recado/shared/conversations/conversation'
import { messageOfId, type StoredMessage } from '@recado/shared/conversations/message'
import { commandMessage, outgoing, outgoingWrites, type Written } from '@recado/shared/conversations/write'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import { writtenText } from '@recado/shared/messages/written-text'
import { indexWords } from '@recado/shared/search/word-rows'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { committed, type Write } from '@recado/shared/table/table'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import { answered } from '@recado/shared/tickets/answering/answered'
import { signed, unsigned } from '@recado/shared/tickets/answering/signature'
import type { MessageInput } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { WrittenContent } from '@recado/shared/tickets/contract/written-content'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { messageChanged, ticketChanged } from '@recado/shared/tickets/live/watchers'
import { getDeskSettings } from '@recado/shared/tickets/store/desk-settings'
import { forgetSentDraft } from '@recado/shared/tickets/store/drafts'
import { ticketWrites } from '@recado/shared/tickets/store/tickets'
import { sendReadReceipts } from '@recado/shared/tickets/system/reading'
import { ports, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { checkFile } from '../files/checked-file.ts'
import { changeTicket } from './changes.ts'
import { requireKnownContact, requireLinked, requireMayWrite, requireSeen } from './may-write.ts'
import { isFile, type KeepFile, withItsFile } from './message-files.ts'
import { type SeenTicket, seenTicket } from './seen-ticket.ts'
import { visibleMessage } from './visible-message.ts'

/**
 * Sends a user's message to the customer, once for each `clientId`.
 * @throws DomainError any of the route's
 */
export async function send(actor: Actor, ticketId: string, input: MessageInput): Promise<ShownMessage> {
  const { companyId } = actor
  const messageId = messageIdFrom(companyId, ticketId, input.clientId)
  if (input.accept) await acceptFirst(actor, ticketId, input, messageId)
  const message = await withItsFile(companyId, messageId, (keep) =>
    retrying(
      tableOf(companyId),
      () => seenTicket(actor, ticketId),
      (found) => trySend(actor, found, input, messageId, keep),
    ),
  )
  // A call that died after its write is repeated: the queue takes the same message once.
  if (message.status === 'PENDING') await commandMessage(ports.queues, companyId, message)
  await forgetSentDraft(tableOf(companyId), ticketId, actor.userId, writtenText(input.content))
  await indexWords(tableOf(companyId), [message])
  return messageShown(message, ports.now())
}

/**
 * Accepts a waiting ticket, unless the message is there already: somebody else may have the ticket by now. A message that
 * cannot be sent accepts nothing.
 */
async function acceptFirst(
  actor: Actor,
  ticketId: string,
  input: MessageInput,
  messageId: string,
): Promise<void> {
  const { queueId, content } = input
  const found = await seenTicket(actor, ticketId)
  const { whatsappId } = found.ticket
  if (await messageOfId(tableOf(actor.companyId), whatsappId, { messageId, fromMe: true })) return
  // An unknown id is refused first, whatever state the account is in.
  if (queueId && !(await getTicketQueue(tableOf(actor.companyId), queueId)))
    throw notFound('ERR_NO_QUEUE_FOUND')
  requireLinked(found.connection)
  await requireSendable(actor, found, input)
  if (isFile(content)) await checkFile(actor.companyId, content)
  await changeTicket(actor, ticketId, { kind: 'open', isWaiting: true, ...(queueId && { queueId }) })
}

async function trySend(
  actor: Actor,
  found: SeenTicket,
  input: MessageInput,
  messageId: string,
  keep: KeepFile,
): Promise<StoredMessage | typeof AGAIN> {
  const { whatsappId: connectionId } = found.ticket
  const table = tableOf(actor.companyId)
  const { signMessages } = await getDeskSettings(table)
  const words = signed(input.content, actor.name, signMessages, input.sign)
  const known = await messageOfId(table, connectionId, { messageId, fromMe: true })
  if (known) return sameOrRefused(known, input, words, actor.name)
  await requireMayWrite(actor, found)
  await requireSendable(actor, found, input)
  const content = isFile(words) ? await keep(connectionId, await checkFile(actor.companyId, words)) : words
  const { quoted, clientId } = input
  const uploadId = isFile(words) ? { uploadId: words.uploadId } : {}
  const message = await storeAnswer(actor, found, { messageId, content, quoted, clientId, ...uploadId })
  return message ?? AGAIN
}

/** Refuses a message for a reason that does not depend on the ticket's attendant. @throws DomainError any of the route's */
async function requireSendable(
  actor: Actor,
  found: SeenTicket,
  { force, seenAt, quoted }: MessageInput,
): Promise<void> {
  const { whatsappId, chat } = found.ticket
  await requireKnownContact(actor, found, await getConversation(tableOf(actor.companyId), whatsappId, chat))
  if (!force) await requireSeen(actor, found, seenAt)
  if (quoted) await visibleMessage(actor, found, quoted)
}

/** The same call again is answered with the same message. */
function sameOrRefused(
  known: StoredMessage,
  { quoted }: MessageInput,
  words: WrittenContent,
  writer: string,
): StoredMessage {
  const { content, uploadId, userName = writer } = known
  // The company's rule for signatures, or the attendant's name, may have changed since.
  const isSame =
    content.type === words.type &&
    (!isFile(words) || uploadId === words.uploadId) &&
    unsigned(writtenText(content), userName) === unsigned(writtenText(words), writer)
  if ((isSame && known.quoted === quoted) || known.deletedAt || known.editedAt) return known
  throw new DomainError('unprocessable', 'ERR_MESSAGE_REUSED', 'This clientId belongs to another message')
}

/**
 * Stores a user's message in its conversation and in its ticket, which it answers. It is still to be queued.
 * @param also further writes of the same transaction
 * @returns undefined if the ticket changed since it was read
 */
export async function storeAnswer(
  { companyId, userId, name: userName }: Actor,
  { ticket, connection }: SeenTicket,
  written: Omit<Written, 'connectionId' | 'chat' | 'ticketId'>,
  also: readonly Write[] = [],
): Promise<StoredMessage | undefined> {
  const table = tableOf(companyId)
  const { id: ticketId, whatsappId: connectionId, chat } = ticket
  const [conversation, settings] = await Promise.all([
    getConversation(table, connectionId, chat),
    getDeskSettings(table),
  ])
  const its = { connectionId, chat, ticketId, userId, userName }
  const message = outgoing({ ...its, ...written }, conversation, ports.now())
  const ticks = connection?.readReceipts === 'answer' && !ticket.isGroup
  const after = {
    ...answered(ticket, message, settings),
    receiptSeq: ticks ? ticket.inboundSeq : ticket.receiptSeq,
  }
  // Queued first: a failure after the write would lose them, because a repeated call finds its message.
  await sendReadReceipts(table, ports.queues, ticket, ticket.receiptSeq, after.receiptSeq)
  const writes = [...outgoingWrites(message), ...ticketWrites(table, ticket, after), ...also]
  if (!(await committed(table.transact(writes)))) return undefined
  await ticketChanged(ticketWatchers(companyId), ticket, after)
  await messageChanged(ticketWatchers(companyId), 'create', message)
  return message
}
