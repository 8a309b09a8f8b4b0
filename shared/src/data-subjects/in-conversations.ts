import { forgetSentMessage, forgetSentTo } from '../connections/sent-messages.ts'
import { type Chat, isGroup } from '../conversations/chat.ts'
import { hasMedia } from '../conversations/content.ts'
import { type Conversation, conversationKey, getConversation } from '../conversations/conversation.ts'
import { changeMessage, messageKey, placeKey, type StoredMessage } from '../conversations/message.ts'
import { allRows, committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { deleteTicket, ticketsOf } from '../tickets/store.ts'
import { type DataSubject, isTheirs } from './person.ts'

/** Takes a file out of the bucket, by its key. */
type ForgetFile = (key: string) => Promise<void>

/** What was said between somebody and these accounts, oldest first, with what the account calls them. */
export async function* inConversations(
  table: TenantTable,
  { chats }: DataSubject,
  connectionIds: readonly string[],
): AsyncGenerator<{ conversation: Conversation; messages: AsyncGenerator<StoredMessage> }> {
  for (const connectionId of connectionIds) {
    for (const chat of chats) {
      const conversation = await getConversation(table, connectionId, chat)
      if (conversation) yield { conversation, messages: messagesOf(table, connectionId, chat) }
    }
  }
}

/** What somebody wrote in the groups of these accounts. */
export async function* inGroupConversations(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
): AsyncGenerator<StoredMessage> {
  for (const connectionId of connectionIds)
    for await (const chat of groupChats(table, connectionId))
      for await (const message of messagesOf(table, connectionId, chat))
        if (message.sender && isTheirs(subject, message.sender)) yield message
}

interface Erased {
  messages: number
  files: number
  tickets: number
}

/** Deletes what was said with somebody, its files and its tickets, and empties what they wrote in groups. */
export async function eraseFromConversations(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
  forgetFile: ForgetFile,
): Promise<Erased> {
  const erased = { messages: 0, files: 0, tickets: 0 }
  for (const connectionId of connectionIds) {
    for (const chat of subject.chats) {
      for await (const message of messagesOf(table, connectionId, chat)) {
        erased.files += await eraseFile(table, message, forgetFile)
        await eraseMessage(table, message)
        erased.messages++
      }
      await table.delete(conversationKey(connectionId, chat))
    }
    await forgetSentTo(table, connectionId, subject.chats)
  }
  for await (const message of inGroupConversations(table, subject, connectionIds)) {
    erased.files += await eraseFile(table, message, forgetFile)
    await emptyMessage(table, message)
    erased.messages++
  }
  for (const ticket of await ticketsOf(table, subject.chats)) {
    await deleteTicket(table, ticket)
    erased.tickets++
  }
  return erased
}

/** The file of a message alone; a campaign's attachment is many people's. */
async function eraseFile(
  { companyId }: TenantTable,
  { content, connectionId }: StoredMessage,
  forgetFile: ForgetFile,
): Promise<number> {
  const key = hasMedia(content) ? content.media.key : null
  if (!key?.startsWith(`${companyId}/media/${connectionId}/`)) return 0
  await forgetFile(key)
  return 1
}

async function eraseMessage(table: TenantTable, message: StoredMessage): Promise<void> {
  const { connectionId, messageId } = message
  await forgetSentMessage(table, connectionId, messageId)
  await table.deleteMany([placeKey(connectionId, message), messageKey(message)])
}

/** Its place in the group's conversation stays, for what quotes it. */
async function emptyMessage(table: TenantTable, message: StoredMessage): Promise<void> {
  const { connectionId, chat, at } = message
  await committed(table.update(conversationKey(connectionId, chat), { set: { preview: '' } }, { lastAt: at }))
  await changeMessage(table, message, {
    set: { content: { type: 'text', text: '' }, deletedAt: message.deletedAt ?? at },
    remove: ['original', 'name', 'sender'],
  })
}

async function* messagesOf(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
): AsyncGenerator<StoredMessage> {
  const { pk } = messageKey({ connectionId, chat, at: '', messageId: '' })
  yield* allRows<StoredMessage>(table, { pk, consistent: true })
}

async function* groupChats(table: TenantTable, connectionId: string): AsyncGenerator<Chat> {
  const { pk } = conversationKey(connectionId, '')
  for await (const { chat } of allRows<Conversation>(table, { pk, prefix: 'group-' }))
    if (isGroup(chat)) yield chat
}
