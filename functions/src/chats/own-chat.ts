import { getChatMessage } from '@recado/shared/chats/message-store'
import { getChat } from '@recado/shared/chats/store'
import { isIn, type StoredChat, type StoredChatMessage } from '@recado/shared/chats/stored-chat'
import { notFound } from '@recado/shared/errors/errors'
import type { Actor } from '@recado/shared/sessions/session'
import { tableOf } from '../context.ts'

/**
 * A conversation of the caller. Others get 404, so that they do not learn that it exists.
 * @throws DomainError ERR_NO_CHAT_FOUND
 */
export async function ownChat({ companyId, userId }: Actor, chatId: string): Promise<StoredChat> {
  const chat = await getChat(tableOf(companyId), chatId)
  if (!chat || !isIn(chat, userId)) throw notFound('ERR_NO_CHAT_FOUND')
  return chat
}

/** @throws DomainError ERR_NO_MESSAGE_FOUND */
export async function messageIn(
  { companyId }: Actor,
  { id: chatId }: StoredChat,
  messageId: string,
): Promise<StoredChatMessage> {
  const message = await getChatMessage(tableOf(companyId), chatId, messageId)
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND')
  return message
}
