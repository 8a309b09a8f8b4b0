import { randomBytes } from 'node:crypto'
import type { Queues } from '../queues/queues.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Chat } from './chat.ts'
import { type Content, isAmendment } from './content.ts'
import { conversationKey, getConversation } from './conversation.ts'
import { messageWrite, placeKey, type StoredMessage } from './message.ts'
import { previewOf } from './preview.ts'

interface Written {
  connectionId: string
  chat: Chat
  content: Content
  quoted?: string | undefined
}

/**
 * Writes a message into a conversation and has it sent. It is PENDING until its task takes it up.
 * @returns the message as it is stored
 */
export async function writeMessage(
  table: TenantTable,
  { queues, now }: { queues: Queues; now(): number },
  { connectionId, chat, content, quoted }: Written,
): Promise<StoredMessage> {
  const last = Date.parse((await getConversation(table, connectionId, chat))?.lastAt ?? '') || 0
  const moment = Math.max(now(), last + 1)
  const message: StoredMessage = {
    connectionId,
    chat,
    content,
    fromMe: true,
    origin: 'user',
    status: 'PENDING',
    messageId: newMessageId(),
    at: new Date(moment).toISOString(),
    ...(quoted && { quoted }),
  }
  const { messageId, at } = message
  const latest = isAmendment(content) ? {} : { lastAt: at, preview: previewOf(content) }
  await table.transact([
    { put: { ...placeKey(connectionId, message), chat, at }, when: { pk: { exists: false } } },
    messageWrite(message),
    {
      update: conversationKey(connectionId, chat),
      change: { set: { connectionId, chat, writtenAt: moment, ...latest } },
    },
  ])
  const { companyId } = table
  await queues.command({ kind: 'message', companyId, connectionId, chat, messageId }, messageId)
  return message
}

/** In the form that WhatsApp's own web client gives its messages. */
const newMessageId = () => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`
