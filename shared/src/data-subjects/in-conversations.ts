import { type Conversation, conversationKey, getConversation } from '../conversations/conversation.ts'
import {
  changeMessage,
  messageKey,
  placeKey,
  reactionOf,
  reactorsOf,
  type StoredMessage,
} from '../conversations/message.ts'
import { ownFileOf } from '../conversations/message-file.ts'
import { forgetOutgoing, outgoingMessages } from '../conversations/outgoing.ts'
import { type Chat, isGroup } from '../messages/chat.ts'
import { forgetSentMessage, forgetSentTo } from '../messages/sent-messages.ts'
import { forgetWords } from '../search/word-rows.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { allRows, committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { forgetDrafts } from '../tickets/store/drafts.ts'
import { deleteTicket, getTicket, liveTicket, ticketsOf, writeTicket } from '../tickets/store/tickets.ts'
import { type DataSubject, isTheirs } from './person.ts'

/** Deletes a file from the bucket by its key. */
type ForgetFile = (key: string) => Promise<void>

/** Messages between a person and these accounts, oldest first, with the account's name for the person. */
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

/** A person's messages in the groups of these accounts. */
export async function* inGroupConversations(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
): AsyncGenerator<StoredMessage> {
  for await (const message of inAllGroups(table, connectionIds)) if (isBy(subject, message)) yield message
}

const isBy = (subject: DataSubject, { sender }: StoredMessage): boolean =>
  sender !== undefined && isTheirs(subject, sender)

async function* inAllGroups(
  table: TenantTable,
  connectionIds: readonly string[],
): AsyncGenerator<StoredMessage> {
  for (const connectionId of connectionIds)
    for await (const chat of groupChats(table, connectionId)) yield* messagesOf(table, connectionId, chat)
}

interface Erased {
  messages: number
  files: number
  tickets: number
}

/** Deletes a person's conversations, files and tickets, and empties their messages and reactions in groups. */
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
      for (const waiting of await outgoingMessages(table, connectionId, chat))
        await forgetOutgoing(table, connectionId, waiting)
      await table.delete(conversationKey(connectionId, chat))
    }
    await forgetSentTo(table, connectionId, subject.chats)
  }
  for await (const message of inAllGroups(table, connectionIds)) {
    await eraseReactions(table, subject, message)
    if (!isBy(subject, message)) continue
    erased.files += await eraseFile(table, message, forgetFile)
    await emptyMessage(table, message)
    erased.messages++
  }
  for (const { id } of await ticketsOf(table, connectionIds, subject.chats)) {
    await forgetDrafts(table, id)
    if (await eraseTicket(table, id)) erased.tickets++
  }
  return erased
}

/** Deletes a ticket, also one that changes at this moment. @returns false if it was deleted before */
const eraseTicket = (table: TenantTable, id: string): Promise<boolean> =>
  retrying(
    table,
    () => getTicket(table, id),
    async (ticket) => ticket !== undefined && ((await deleteTicket(table, ticket)) || AGAIN),
  )

/** Deletes the file of a single message; a campaign's attachment belongs to many messages. */
async function eraseFile(
  { companyId }: TenantTable,
  message: StoredMessage,
  forgetFile: ForgetFile,
): Promise<number> {
  const key = ownFileOf(companyId, message)
  if (key === undefined) return 0
  await forgetFile(key)
  return 1
}

async function eraseMessage(table: TenantTable, message: StoredMessage): Promise<void> {
  const { connectionId, messageId } = message
  await forgetSentMessage(table, connectionId, messageId)
  await forgetWords(table, [message])
  await table.deleteMany([placeKey(connectionId, message), messageKey(message)])
}

/** The message's place in the group's conversation stays, because other messages may quote it. */
async function emptyMessage(table: TenantTable, message: StoredMessage): Promise<void> {
  const { connectionId, chat, at } = message
  await committed(table.update(conversationKey(connectionId, chat), { set: { preview: '' } }, { lastAt: at }))
  await emptyPreview(table, connectionId, chat, at)
  await forgetWords(table, [message])
  await changeMessage(table, message, {
    set: { content: { type: 'text', text: '' }, deletedAt: message.deletedAt ?? at },
    remove: ['original', 'name', 'sender', 'deletedFile'],
  })
}

/** Reactions to messages of others are named by the person who reacted. */
async function eraseReactions(
  table: TenantTable,
  subject: DataSubject,
  message: StoredMessage,
): Promise<void> {
  const theirs = reactorsOf(message).filter(
    (who) => isTheirs(subject, { number: who }) || isTheirs(subject, { lid: who }),
  )
  const remove = theirs.map(reactionOf).flatMap(({ emoji, at }) => [emoji, at])
  if (remove.length > 0) await changeMessage(table, message, { remove })
}

/** A group's ticket shows its last message. */
const emptyPreview = (table: TenantTable, connectionId: string, chat: Chat, at: string): Promise<void> =>
  retrying(
    table,
    () => liveTicket(table, connectionId, chat),
    async (ticket) => {
      if (ticket?.lastAt !== at || !ticket.preview) return
      if (!(await writeTicket(table, ticket, { ...ticket, preview: '', lastDeleted: true }))) return AGAIN
    },
  )

async function* messagesOf(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
): AsyncGenerator<StoredMessage> {
  const { pk } = messageKey({ connectionId, chat, at: '', messageId: '' })
  yield* allRows(table, { pk, consistent: true })
}

async function* groupChats(table: TenantTable, connectionId: string): AsyncGenerator<Chat> {
  const { pk } = conversationKey(connectionId, '')
  for await (const { chat } of allRows(table, { pk, prefix: 'group-' })) if (isGroup(chat)) yield chat
}
