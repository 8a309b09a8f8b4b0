import type { ChatMessage } from '@recado/shared/chats/chat'
import type { StoredChat } from '@recado/shared/chats/stored-chat'
import { publish } from '../context.ts'

/** Part 1 §9's actions. An update without a record says that the conversation itself changed. */
type Action = 'new-message' | 'update'

/** Publishes to the users of a conversation, and to no other. */
async function publishTo(
  companyId: string,
  userIds: readonly string[],
  action: Action,
  body: { chatId: string; [field: string]: unknown },
): Promise<void> {
  if (userIds.length > 0) await publish({ companyId, topic: 'chat', action, userIds: [...userIds], body })
}

const idsIn = ({ users }: StoredChat): string[] => users.map(({ userId }) => userId)

/** A new message, or one that was edited or deleted. */
export const publishMessage = (
  companyId: string,
  action: Action,
  chat: StoredChat,
  record: ChatMessage,
): Promise<void> => publishTo(companyId, idsIn(chat), action, { chatId: chat.id, record: fitted(record) })

/** Beside a longer text, in UTF-16 units, a frame of 32 KB may have no room for a preview picture. */
const LONG_TEXT = 2000

function fitted(record: ChatMessage): ChatMessage {
  const { media, text } = record
  if (text.length <= LONG_TEXT || !media || !('thumbnail' in media)) return record
  const { thumbnail: _, ...rest } = media
  return { ...record, media: rest }
}

/** A new conversation, a new title or other users: browsers read it again. @param to all of its users by default */
export const publishChat = (companyId: string, chat: StoredChat, to = idsIn(chat)): Promise<void> =>
  publishTo(companyId, to, 'update', { chatId: chat.id })

/** To users who left: their browsers put the conversation away. */
export const publishLeft = (companyId: string, chatId: string, userIds: readonly string[]): Promise<void> =>
  publishTo(companyId, userIds, 'update', { chatId, isMember: false })

/** How far a user has read, to all of their browsers. */
export const publishRead = (
  companyId: string,
  userId: string,
  { chatId, readSeq }: { chatId: string; readSeq: number },
): Promise<void> => publishTo(companyId, [userId], 'update', { chatId, readSeq })
