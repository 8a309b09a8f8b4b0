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

/**
 * Empties a person's messages and reactions in groups, and forgets messages sent to the person that no conversation refers
 * to.
 */
export async function eraseFromGroupConversations(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
  forgetFile: ForgetFile,
): Promise<Pick<Erased, 'messages' | 'files'>> {
  const erased = { messages: 0, files: 0 }
  for (const connectionId of connectionIds) await forgetSentTo(table, connectionId, subject.chats)
  for await (const message of inAllGroups(table, connectionIds)) {
    await eraseReactions(table, subject, message)
    if (!isBy(subject, message)) continue
    erased.files += await eraseFile(table, message, forgetFile)
    await emptyMessage(table, message)
    erased.messages++
  }
  return erased
}

interface ConversationPorts {
  forgetFile: ForgetFile
  /** Called with each message after its deletion. */
  messageErased(message: StoredMessage): void
}

/**
 * Deletes a person's conversations with their files and tickets. The person may write meanwhile: the caller repeats the
 * call until it finds nothing. A call that finds nothing deletes nothing, so that a conversation that begins during it
 * stays whole.
 * @returns undefined if there was nothing
 */
export async function eraseConversations(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
  ports: ConversationPorts,
): Promise<Erased | undefined> {
  let erased: Erased | undefined
  for (const connectionId of connectionIds) {
    // LIDs come first: a conversation moves from a LID to its number, and is seen under one of them.
    for (const chat of subject.chats.toReversed()) {
      const more = await eraseConversation(table, connectionId, chat, ports)
      if (more) erased = sumOf(erased, more)
    }
  }
  if (erased) for (const connectionId of connectionIds) await forgetSentTo(table, connectionId, subject.chats)
  return erased
}

const sumOf = (one: Erased = { messages: 0, files: 0, tickets: 0 }, other: Erased): Erased => ({
  messages: one.messages + other.messages,
  files: one.files + other.files,
  tickets: one.tickets + other.tickets,
})

async function eraseConversation(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  { forgetFile, messageErased }: ConversationPorts,
): Promise<Erased | undefined> {
  const erased = { messages: 0, files: 0, tickets: 0 }
  const conversation = await getConversation(table, connectionId, chat)
  // Tickets come before messages: a deleted ticket takes no further message, so that none is left without its ticket.
  const tickets = await ticketsOf(table, [connectionId], [chat])
  for (const { id } of tickets) if (await eraseTicket(table, id)) erased.tickets++
  for await (const message of messagesOf(table, connectionId, chat)) {
    erased.files += await eraseFile(table, message, forgetFile)
    await eraseMessage(table, message)
    messageErased(message)
    erased.messages++
  }
  const outgoing = await outgoingMessages(table, connectionId, chat)
  for (const waiting of outgoing) await forgetOutgoing(table, connectionId, waiting)
  // The next look finds messages that came into it meanwhile.
  if (conversation) await table.delete(conversationKey(connectionId, chat))
  const isFound = conversation || tickets.length > 0 || erased.messages > 0 || outgoing.length > 0
  return isFound ? erased : undefined
}

/** Deletes a ticket with its drafts, also one that changes at this moment. @returns false if it was deleted before */
async function eraseTicket(table: TenantTable, id: string): Promise<boolean> {
  // The drafts go first: only the ticket leads to them, and a run that dies here is repeated.
  await forgetDrafts(table, id)
  const isDeleted = await retrying(
    table,
    () => getTicket(table, id),
    async (ticket) => ticket !== undefined && ((await deleteTicket(table, ticket)) || AGAIN),
  )
  // An attendant may have gone on writing meanwhile.
  await forgetDrafts(table, id)
  return isDeleted
}

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
