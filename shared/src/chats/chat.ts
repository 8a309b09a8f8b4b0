import * as z from 'zod'
import { id } from '../ids.ts'
import { keptMedia, keptMediaInput } from '../messages/kept-media.ts'
import { nameText } from '../name.ts'
import { cutText } from '../text.ts'

/** The most users of a room, its maker included (part 4 §3). */
export const CHAT_USERS_MAX = 100
/** The longest text of a message, in characters (part 4 §3). */
export const CHAT_TEXT_MAX = 4096
/** The longest excerpt of a message in a list or a reply, in characters. */
export const CHAT_EXCERPT_MAX = 200

const title = nameText(1, 100)

/** One user and no title: their conversation of two. Otherwise a room. */
export const chatInput = z.strictObject({
  userIds: z.array(id).min(1).max(CHAT_USERS_MAX),
  title: title.optional(),
})
export type ChatInput = z.infer<typeof chatInput>

/** Omitted fields stay as they are. `userIds` are all users of the room; who calls stays in it. */
export const chatChange = z.strictObject({
  title: title.optional(),
  userIds: z.array(id).max(CHAT_USERS_MAX).optional(),
})
export type ChatChange = z.infer<typeof chatChange>

/** An excerpt of a message: the last one in the list, or the one that a message replies to. */
export const chatExcerpt = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  at: z.string(),
  text: z.string(),
  /** The kind of its file. */
  file: z.enum(['image', 'video', 'audio', 'document']).nullable(),
  hasTicket: z.boolean(),
  deletedAt: z.string().nullable(),
})
export type ChatExcerpt = z.infer<typeof chatExcerpt>

/** A conversation among users of the company, as one of its users sees it. Moments are ISO 8601. */
export const chat = z.object({
  id: z.string(),
  /** null: a conversation of two. */
  title: z.string().nullable(),
  /** Who made it, and may change a room. */
  makerId: z.string(),
  /** With those who were deleted, in a conversation of two. */
  users: z.array(z.object({ userId: z.string(), name: z.string(), unreads: z.number().int() })),
  lastMessage: chatExcerpt.nullable(),
  lastAt: z.string(),
  /** The number of its last message, and of the last one that the caller has read. */
  seq: z.number().int(),
  readSeq: z.number().int(),
  /** The caller's: {@link unreadsOf}. */
  unreads: z.number().int(),
})
export type Chat = z.infer<typeof chat>

/** Messages of a user's colleagues that the user has not read: sending one reads all before it. Pure. */
export const unreadsOf = ({ seq, readSeq }: Pick<Chat, 'seq' | 'readSeq'>): number =>
  Math.max(0, seq - readSeq)

const chatMessageId = id

/** A text, a file, a link to a ticket, or several of them. */
export const chatMessageInput = z
  .strictObject({
    /** Made by the browser: the same message sent twice is one message. */
    clientId: z.uuid(),
    text: z.string().max(CHAT_TEXT_MAX).default(''),
    /** Its file; `mediaId` names an upload with the purpose `message-media`. */
    media: keptMediaInput.optional(),
    /** The address of a ticket. Each reader sees the ticket as far as they may. */
    ticketUuid: z.uuid().optional(),
    /** The message of the same conversation that it replies to. */
    replyTo: chatMessageId.optional(),
  })
  .refine(({ text, media, ticketUuid }) => media || ticketUuid || text.trim() !== '', {
    path: ['text'],
    message: 'blank',
  })
export type ChatMessageInput = z.infer<typeof chatMessageInput>

export const chatEditInput = z.strictObject({
  text: z
    .string()
    .max(CHAT_TEXT_MAX)
    .refine((text) => text.trim() !== '', 'blank'),
})

export const chatReadInput = z.strictObject({ messageId: chatMessageId })

/** A message among users. A deleted one stays, without its content. */
export const chatMessage = z.object({
  id: z.string(),
  chatId: z.string(),
  clientId: z.string(),
  /** Its number in the conversation, from 1 on without gaps. */
  seq: z.number().int(),
  userId: z.string(),
  /** The author's name when they wrote it. */
  userName: z.string(),
  at: z.string(),
  text: z.string(),
  media: keptMedia.nullable(),
  /** The file was deleted after the company's retention time. */
  isFileGone: z.boolean(),
  ticketUuid: z.string().nullable(),
  /** null also if the message that it replied to is no longer kept. */
  replyTo: chatExcerpt.nullable(),
  editedAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
})
export type ChatMessage = z.infer<typeof chatMessage>

/** The excerpt of a message for a list or a reply. Pure. */
export const excerptOf = (message: Omit<ChatMessage, 'replyTo'>): ChatExcerpt => {
  const { id, userId, userName, at, text, media, ticketUuid, deletedAt } = message
  return {
    id,
    userId,
    userName,
    at,
    text: cutText(text, CHAT_EXCERPT_MAX),
    file: media?.type ?? null,
    hasTicket: ticketUuid !== null,
    deletedAt,
  }
}
