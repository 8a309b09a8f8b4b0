import type { Chat, ChatMessage } from '@recado/shared/chats/chat'
import { at } from './web-tickets.ts'

/** A message of Bruno. */
export const aChatMessage = (overrides: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `M${overrides.seq ?? 1}`,
  chatId: 'H1',
  clientId: `c${overrides.seq ?? 1}`,
  seq: 1,
  userId: 'bruno',
  userName: 'Bruno',
  at: at(overrides.seq ?? 1),
  text: `Texto ${overrides.seq ?? 1}`,
  media: null,
  isFileGone: false,
  ticketUuid: null,
  replyTo: null,
  editedAt: null,
  deletedAt: null,
  ...overrides,
})

/** The conversation of Ana and Bruno, as Ana sees it. */
export const aChat = (overrides: Partial<Chat> = {}): Chat => ({
  id: 'H1',
  title: null,
  makerId: 'ana',
  users: [
    { userId: 'ana', name: 'Ana', unreads: 0 },
    { userId: 'bruno', name: 'Bruno', unreads: 0 },
  ],
  lastMessage: null,
  lastAt: at(0),
  seq: 0,
  readSeq: 0,
  unreads: 0,
  ...overrides,
})
