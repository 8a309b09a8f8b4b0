import type { KeptMedia } from '../messages/kept-media.ts'
import type { ChatMessage } from './chat.ts'

/** A conversation as it is stored. Its `users` decide who is in it. */
export interface StoredChat {
  id: string
  /** null: a conversation of two. */
  title: string | null
  makerId: string
  /** Names as they were when the users came in: a deleted user keeps theirs. */
  users: ChatUser[]
  /** The number of its last message; 0: it never had one. */
  seq: number
  /** ISO 8601: of the last message, or of the beginning. */
  lastAt: string
  lastMessageId: string | null
  /** Raised by every change of its users and of its title. */
  revision: number
  createdAt: string
}

export interface ChatUser {
  userId: string
  name: string
}

/** A user's place in a conversation: how far they have read. */
export interface Membership {
  userId: string
  chatId: string
  readSeq: number
  /** The revision with which they came in. */
  since: number
}

/** A message as it is stored. */
export interface StoredChatMessage extends Omit<ChatMessage, 'replyTo'> {
  /** The id of the message that it replies to. */
  replyTo: string | null
  /** What its file was made of: the same `clientId` with another file is another message. */
  uploadId: string | null
  /** Raised by every change. */
  revision: number
}

/** Key of a message's file. */
export const chatFileKey = (companyId: string, chatId: string, mediaId: string): string =>
  `${companyId}/chats/${chatId}/${mediaId}`

/** Key of the file that a message has; undefined if it has none, or no longer. */
export const fileOfMessage = (
  companyId: string,
  {
    chatId,
    media,
    isFileGone,
  }: Pick<StoredChatMessage, 'chatId' | 'isFileGone'> & {
    media: Pick<KeptMedia, 'mediaId'> | null
  },
): string | undefined => (media && !isFileGone ? chatFileKey(companyId, chatId, media.mediaId) : undefined)

export const isIn = ({ users }: Pick<StoredChat, 'users'>, userId: string): boolean =>
  users.some((user) => user.userId === userId)
