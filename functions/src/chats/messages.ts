import type { ChatMessage, ChatMessageInput } from '@recado/shared/chats/chat'
import {
  changeChatMessage,
  getChatMessage,
  pageOfChatMessages,
  putChatMessage,
} from '@recado/shared/chats/message-store'
import { raiseReadSeq } from '@recado/shared/chats/store'
import type { StoredChat, StoredChatMessage } from '@recado/shared/chats/stored-chat'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { messageIdFrom } from '@recado/shared/messages/message-id'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { ports, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { publishMessage, publishRead } from './live.ts'
import { messageIn, ownChat } from './own-chat.ts'
import { shownMessage, shownMessages } from './shown.ts'

/** @throws DomainError ERR_NO_CHAT_FOUND */
export async function page(actor: Actor, chatId: string, query: { cursor?: string | undefined }) {
  const { companyId } = actor
  await ownChat(actor, chatId)
  const load = (after: string | undefined, limit: number) =>
    pageOfChatMessages(tableOf(companyId), chatId, { after, limit })
  const { rows, ...end } = await pageOf([companyId, 'chat-messages', chatId], query, load)
  return { records: await shownMessages(companyId, chatId, rows), ...end }
}

/**
 * Writes a message, once for each `clientId` of a user.
 * @throws DomainError any of the route's
 */
export async function send(actor: Actor, chatId: string, input: ChatMessageInput): Promise<ChatMessage> {
  const { companyId, userId } = actor
  const id = messageIdFrom(companyId, chatId, userId, input.clientId)
  const { message, sentTo } = await retrying(
    tableOf(companyId),
    () => ownChat(actor, chatId),
    async (chat) => {
      const known = await getChatMessage(tableOf(companyId), chatId, id)
      if (known) return { message: sameOrRefused(known, input), sentTo: undefined }
      const made = await trySend(actor, chat, input, id)
      return made ? { message: made, sentTo: chat } : AGAIN
    },
  )
  const record = await shownMessage(companyId, message)
  if (sentTo) await publishMessage(companyId, 'new-message', sentTo, record)
  return record
}

/** @returns undefined if the conversation changed since it was read */
async function trySend(
  actor: Actor,
  chat: StoredChat,
  input: ChatMessageInput,
  id: string,
): Promise<StoredChatMessage | undefined> {
  const { companyId, userId, name: userName } = actor
  if (input.replyTo) await messageIn(actor, chat, input.replyTo)
  const media = input.media ? await (await chatFiles()).keepChatFile(companyId, chat.id, input.media) : null
  const message: StoredChatMessage = {
    id,
    chatId: chat.id,
    clientId: input.clientId,
    seq: chat.seq + 1,
    userId,
    userName,
    at: momentBehind(chat.lastAt),
    text: input.text,
    media,
    isFileGone: false,
    ticketUuid: input.ticketUuid ?? null,
    replyTo: input.replyTo ?? null,
    uploadId: input.media?.mediaId ?? null,
    editedAt: null,
    deletedAt: null,
    revision: 0,
  }
  if (await putChatMessage(tableOf(companyId), chat, message)) return message
  if (media) await (await chatFiles()).forgetChatFile(companyId, chat.id, media)
  return undefined
}

/** Loaded with the first file: most messages have none. */
const chatFiles = () => import('./chat-files.ts')

/** Now, and later than the last message: by its moment each message has a place of its own. */
const momentBehind = (lastAt: string): string =>
  new Date(Math.max(ports.now(), Date.parse(lastAt) + 1)).toISOString()

/** The same call again is answered with the same message. */
function sameOrRefused(known: StoredChatMessage, input: ChatMessageInput): StoredChatMessage {
  const { text, media, ticketUuid = null, replyTo = null } = input
  const isSame =
    (known.text === text || known.editedAt !== null) &&
    known.uploadId === (media?.mediaId ?? null) &&
    known.ticketUuid === ticketUuid &&
    known.replyTo === replyTo
  if (isSame || known.deletedAt !== null) return known
  throw new DomainError('unprocessable', 'ERR_MESSAGE_REUSED', 'This clientId belongs to another message')
}

/** @throws DomainError any of the route's */
export const edit = (actor: Actor, chatId: string, messageId: string, text: string): Promise<ChatMessage> =>
  changeOwn(actor, chatId, messageId, (message) => {
    if (message.deletedAt !== null) throw notFound('ERR_NO_MESSAGE_FOUND')
    return message.text === text ? undefined : { text, editedAt: nowText() }
  })

/** @throws DomainError any of the route's */
export async function remove(actor: Actor, chatId: string, messageId: string): Promise<undefined> {
  await changeOwn(actor, chatId, messageId, ({ deletedAt }) =>
    deletedAt === null
      ? { text: '', media: null, ticketUuid: null, replyTo: null, deletedAt: nowText() }
      : undefined,
  )
  return undefined
}

const nowText = (): string => new Date(ports.now()).toISOString()

/** Changes the caller's own message. @param changeOf undefined: it is so already */
async function changeOwn(
  actor: Actor,
  chatId: string,
  messageId: string,
  changeOf: (message: StoredChatMessage) => Partial<StoredChatMessage> | undefined,
): Promise<ChatMessage> {
  const { companyId, userId } = actor
  const chat = await ownChat(actor, chatId)
  return retrying(
    tableOf(companyId),
    () => messageIn(actor, chat, messageId),
    async (read) => {
      if (read.userId !== userId)
        throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only its author changes a message')
      const change = changeOf(read)
      if (!change) return shownMessage(companyId, read)
      // Before the change, by which a repeated call would not find it.
      if (change.media === null && read.media)
        await (await chatFiles()).forgetChatFile(companyId, chatId, read.media)
      const after = await changeChatMessage(tableOf(companyId), read, change)
      if (!after) return AGAIN
      const record = await shownMessage(companyId, after)
      await publishMessage(companyId, 'update', chat, record)
      return record
    },
  )
}

/**
 * Raises how far the caller has read, in all of their browsers.
 * @throws DomainError ERR_NO_CHAT_FOUND, ERR_NO_MESSAGE_FOUND
 */
export async function read(actor: Actor, chatId: string, messageId: string): Promise<undefined> {
  const { companyId, userId } = actor
  const { seq: readSeq } = await messageIn(actor, await ownChat(actor, chatId), messageId)
  const isRaised = await raiseReadSeq(tableOf(companyId), { userId, chatId }, readSeq)
  if (isRaised) await publishRead(companyId, userId, { chatId, readSeq })
  return undefined
}
