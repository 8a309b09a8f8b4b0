import { chatMessage } from '@recado/shared/chats/chat'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { session } from '../api/session.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { addMessage, changeMessage, patchChat, removeChat } from './chat-cache.ts'
import { chatKeys } from './keys.ts'

const told = z.object({
  chatId: z.string(),
  record: chatMessage.optional(),
  /** How far the user has read, in another browser too. */
  readSeq: z.number().optional(),
  /** The user is no longer in the room. */
  isMember: z.literal(false).optional(),
})

/** Applies events of conversations among colleagues. */
export function applyChatEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'chat') return []
  const event = told.safeParse(frame)
  if (!event.success) return []
  const { chatId, record, readSeq, isMember } = event.data
  if (isMember === false) removeChat(client, chatId)
  else if (record && action === 'new-message') addMessage(client, record, session.user()?.id ?? '')
  else if (record) changeMessage(client, record)
  else if (readSeq === undefined || !raiseReadSeq(client, chatId, readSeq)) refresh(client, chatId)
  return [chatKeys.lists, chatKeys.one(chatId), chatKeys.messages(chatId)]
}

/** @returns whether the list has the conversation */
const raiseReadSeq = (client: QueryClient, chatId: string, readSeq: number): boolean =>
  patchChat(client, chatId, (chat) => ({ ...chat, readSeq: Math.max(chat.readSeq, readSeq) }))

/** The title or the users of a conversation changed, or it is new. */
function refresh(client: QueryClient, chatId: string): void {
  client.invalidateQueries({ queryKey: chatKeys.one(chatId) })
  client.invalidateQueries({ queryKey: chatKeys.lists })
}
