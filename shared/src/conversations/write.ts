import { type Content, isAmendment, isInternal } from '../messages/content.ts'
import { newMessageId } from '../messages/message-id.ts'
import { previewOf } from '../messages/preview.ts'
import type { Queues } from '../queues/queues.ts'
import { indexWords } from '../search/word-rows.ts'
import { updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Conversation, conversationKey, getConversation, isFirstContact } from './conversation.ts'
import { messageWrites, type StoredMessage } from './message.ts'
import { outgoingWrite } from './outgoing.ts'

/** A message to be written. */
export interface Written
  extends Pick<StoredMessage, 'connectionId' | 'chat'>,
    Partial<
      Pick<
        StoredMessage,
        'messageId' | 'userId' | 'userName' | 'clientId' | 'uploadId' | 'forwarded' | 'auto' | 'origin'
      >
    > {
  content: Content
  quoted?: string | undefined
  ticketId?: string | undefined
}

/**
 * Writes a message into a conversation and queues its sending. It is PENDING until its task takes it up.
 * @returns the stored message
 */
export async function writeMessage(
  table: TenantTable,
  { queues, now }: { queues: Queues; now(): number },
  written: Written,
): Promise<StoredMessage> {
  const { connectionId, chat } = written
  const message = outgoing(written, await getConversation(table, connectionId, chat), now())
  await table.transact(outgoingWrites(message))
  await commandMessage(queues, table.companyId, message)
  await indexWords(table, [message])
  return message
}

/**
 * A message on its way out. It comes after every other one of its conversation.
 * @param now milliseconds since 1970
 */
export function outgoing(
  { content, quoted, ticketId, ...written }: Written,
  conversation: Conversation | undefined,
  now: number,
): StoredMessage {
  if (isInternal(content)) throw new Error('Notes and events never leave the company')
  const last = Date.parse(conversation?.lastAt ?? '') || 0
  return {
    messageId: newMessageId(),
    origin: written.auto ? 'automatic' : 'user',
    ...written,
    content,
    fromMe: true,
    status: 'PENDING',
    at: new Date(Math.max(now, last + 1)).toISOString(),
    ...(quoted && { quoted }),
    ...(!written.auto && isFirstContact(written.chat, conversation) && { firstContact: true as const }),
    ...(conversation?.messageTimer && { messageTimer: conversation.messageTimer }),
    ...(ticketId && { ticketId }),
  }
}

/** The writes of an outgoing message: its place, the message, its conversation's head, and its row among those that wait. */
export function outgoingWrites(message: StoredMessage): Write[] {
  const { connectionId, chat, at, content, origin, firstContact } = message
  const moment = Date.parse(at)
  // The customer's next words do not answer a reaction, an edit or a deletion.
  const isWords = !isAmendment(content)
  const latest = isWords && { lastAt: at, preview: previewOf(content) }
  const byPerson = isWords && origin === 'user' && { personWroteAt: moment }
  const said = isWords && (origin === 'user' || origin === 'schedule') && { ours: { origin, at: moment } }
  return [
    ...messageWrites(message),
    outgoingWrite(message),
    updateRow(conversationKey(connectionId, chat), {
      set: {
        connectionId,
        chat,
        writtenAt: moment,
        ...latest,
        ...byPerson,
        ...said,
        ...(firstContact && { uncounted: true as const }),
      },
    }),
  ]
}

/**
 * Queues the sending of a stored message. Repeated within five minutes it is queued once.
 * @param opening names the opening of a connection that takes waiting messages up: then it is queued once more
 */
export const commandMessage = (
  queues: Pick<Queues, 'command'>,
  companyId: string,
  { connectionId, chat, messageId }: Pick<StoredMessage, 'connectionId' | 'chat' | 'messageId'>,
  opening?: string,
): Promise<void> =>
  queues.command(
    { kind: 'message', companyId, connectionId, chat, messageId },
    opening === undefined ? messageId : `${messageId}-${opening}`,
  )
