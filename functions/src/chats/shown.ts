import {
  type Chat,
  type ChatMessage,
  chat,
  chatMessage,
  excerptOf,
  unreadsOf,
} from '@recado/shared/chats/chat'
import { chatMessagesAt, chatMessagesOf } from '@recado/shared/chats/message-store'
import { membershipKey, readSeqsOf } from '@recado/shared/chats/store'
import type { StoredChat, StoredChatMessage } from '@recado/shared/chats/stored-chat'
import type { Actor } from '@recado/shared/sessions/session'
import { userKey } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'

/** Conversations as the caller sees them: with present names, and with names of deleted users as they were. */
export async function shownChats({ companyId, userId: me }: Actor, chats: readonly StoredChat[]) {
  const table = tableOf(companyId)
  const userIds = new Set(chats.flatMap(({ users }) => users.map(({ userId }) => userId)))
  const lastOnes = chats.flatMap(({ id: chatId, lastMessageId: id, lastAt: at }) =>
    id ? [{ chatId, id, at }] : [],
  )
  const [readSeqs, users, messages] = await Promise.all([
    readSeqsOf(table, chats),
    table.getMany([...userIds].map(userKey)),
    chatMessagesAt(table, lastOnes),
  ])
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return chats.map((stored): Chat => {
    const { id: chatId, seq, lastMessageId } = stored
    const readSeqOf = (userId: string) => readSeqs.get(membershipKey({ userId, chatId }).sk) ?? seq
    const last = messages.get(lastMessageId ?? '')
    const readSeq = readSeqOf(me)
    return chat.parse({
      ...stored,
      users: stored.users.map(({ userId, name }) => ({
        userId,
        name: names.get(userId) ?? name,
        unreads: unreadsOf({ seq, readSeq: readSeqOf(userId) }),
      })),
      lastMessage: last ? excerptOf(last) : null,
      readSeq,
      unreads: unreadsOf({ seq, readSeq }),
    })
  })
}

export async function shownChat(actor: Actor, stored: StoredChat): Promise<Chat> {
  const [shown] = await shownChats(actor, [stored])
  if (!shown) throw new Error('No conversation was shown')
  return shown
}

/** Messages of one conversation, each with an excerpt of the message that it replies to. */
export async function shownMessages(
  companyId: string,
  chatId: string,
  stored: readonly StoredChatMessage[],
): Promise<ChatMessage[]> {
  const replied = [...new Set(stored.flatMap(({ replyTo }) => replyTo ?? []))]
  const known = await chatMessagesOf(tableOf(companyId), chatId, replied)
  return stored.map((message) => {
    const original = known.get(message.replyTo ?? '')
    return chatMessage.parse({ ...message, replyTo: original ? excerptOf(original) : null })
  })
}

export async function shownMessage(companyId: string, stored: StoredChatMessage): Promise<ChatMessage> {
  const [shown] = await shownMessages(companyId, stored.chatId, [stored])
  if (!shown) throw new Error('No message was shown')
  return shown
}
