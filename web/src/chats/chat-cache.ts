import {
  type Chat,
  type ChatExcerpt,
  type ChatMessage,
  excerptOf,
  unreadsOf,
} from '@recado/shared/chats/chat'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { chatKeys } from './keys.ts'

interface Paged<T> {
  records: T[]
  hasMore: boolean
  nextCursor: string | null
}
type ChatPages = InfiniteData<Paged<Chat> & { unread: number }>
export type ChatMessages = InfiniteData<Paged<ChatMessage>>

/** The loaded messages from old to new. */
export const messagesIn = (data: ChatMessages | undefined): ChatMessage[] =>
  data?.pages.flatMap(({ records }) => records).toReversed() ?? []

/**
 * Changes a conversation wherever it is shown. Unread messages follow from its numbers, and their sum with them, so that an
 * event that comes twice, or late, changes nothing.
 * @returns whether the list has it
 */
export function patchChat(client: QueryClient, chatId: string, patch: (chat: Chat) => Chat): boolean {
  const patched = (chat: Chat): Chat => {
    const changed = patch(chat)
    return { ...changed, unreads: unreadsOf(changed) }
  }
  client.setQueryData<Chat>(chatKeys.one(chatId), (chat) => chat && patched(chat))
  let isListed = false
  client.setQueriesData<ChatPages>({ queryKey: chatKeys.lists }, (data) => {
    const before = data?.pages.flatMap(({ records }) => records).find(({ id }) => id === chatId)
    if (!data || !before) return data
    isListed = true
    const after = patched(before)
    const by = after.unreads - before.unreads
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        unread: Math.max(0, page.unread + by),
        records: page.records.map((chat) => (chat.id === chatId ? after : chat)),
      })),
    }
  })
  return isListed
}

/** Moves a conversation to the top of the lists that have it. */
function moveToTop(client: QueryClient, chatId: string): void {
  client.setQueriesData<ChatPages>({ queryKey: chatKeys.lists }, (data) => {
    const chat = data?.pages.flatMap(({ records }) => records).find(({ id }) => id === chatId)
    if (!data || !chat) return data
    const pages = data.pages.map((page, index) => {
      const others = page.records.filter(({ id }) => id !== chatId)
      return { ...page, records: index === 0 ? [chat, ...others] : others }
    })
    return { ...data, pages }
  })
}

/** Shows a conversation as the server answered it. */
export function putChat(client: QueryClient, chat: Chat): void {
  client.setQueryData<Chat>(chatKeys.one(chat.id), (known) => known ?? chat)
  if (!patchChat(client, chat.id, (known) => withLaterMessages(chat, known)))
    client.invalidateQueries({ queryKey: chatKeys.lists })
}

/** The answer to a call, with the messages that came or were read since. */
function withLaterMessages(answered: Chat, known: Chat): Chat {
  const readSeq = Math.max(answered.readSeq, known.readSeq)
  if (known.seq <= answered.seq) return { ...answered, readSeq }
  const { seq, lastAt, lastMessage } = known
  return { ...answered, readSeq, seq, lastAt, lastMessage }
}

/** Puts away a conversation that the user is no longer in. */
export function removeChat(client: QueryClient, chatId: string): void {
  patchChat(client, chatId, (chat) => ({ ...chat, readSeq: chat.seq }))
  client.setQueriesData<ChatPages>({ queryKey: chatKeys.lists }, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            records: page.records.filter(({ id }) => id !== chatId),
          })),
        }
      : data,
  )
  // The server says to an open conversation that it is gone.
  client.invalidateQueries({ queryKey: chatKeys.one(chatId) })
}

/** Shows a new message, in its conversation and in the list. @param me the user: their own message reads all before it */
export function addMessage(client: QueryClient, message: ChatMessage, me: string): void {
  const { chatId, seq, at, userId } = message
  const isListed = patchChat(client, chatId, (chat) => ({
    ...chat,
    readSeq: userId === me ? Math.max(chat.readSeq, seq) : chat.readSeq,
    ...(seq > chat.seq && { seq, lastAt: at, lastMessage: excerptOf(message) }),
  }))
  if (isListed) moveToTop(client, chatId)
  else client.invalidateQueries({ queryKey: chatKeys.lists })
  let isComplete = true
  client.setQueryData<ChatMessages>(chatKeys.messages(chatId), (data) => {
    const [first, ...others] = data?.pages ?? []
    if (!data || !first) return data
    const newest = first.records[0]?.seq ?? 0
    if (seq <= newest) return data
    isComplete = seq === newest + 1
    return { ...data, pages: [{ ...first, records: [message, ...first.records] }, ...others] }
  })
  // Messages in between are missing.
  if (!isComplete) client.invalidateQueries({ queryKey: chatKeys.messages(chatId) })
}

/** Shows an edited or deleted message, also where others reply to it. A late event of an older change is ignored. */
export function changeMessage(client: QueryClient, message: ChatMessage): void {
  const { chatId, id } = message
  const known = messagesIn(client.getQueryData(chatKeys.messages(chatId))).find((each) => each.id === id)
  if (known && isChangedBefore(message, known)) return
  const excerpt = excerptOf(message)
  // An excerpt does not tell its edits.
  const isToChange = (shown: ChatExcerpt | null): boolean =>
    shown?.id === id && (shown.deletedAt === null || excerpt.deletedAt !== null)
  client.setQueryData<ChatMessages>(chatKeys.messages(chatId), (data) => {
    const changed = (each: ChatMessage): ChatMessage => {
      if (each.id === id) return message
      return isToChange(each.replyTo) ? { ...each, replyTo: excerpt } : each
    }
    if (!data) return data
    const pages = data.pages.map((page) => ({ ...page, records: page.records.map(changed) }))
    return { ...data, pages }
  })
  patchChat(client, chatId, (chat) =>
    isToChange(chat.lastMessage) ? { ...chat, lastMessage: excerpt } : chat,
  )
}

/** Whether a message is as it was before another state of it. A deleted message is not edited. */
const isChangedBefore = (one: ChatMessage, other: ChatMessage): boolean =>
  !one.deletedAt && (other.deletedAt !== null || (one.editedAt ?? '') < (other.editedAt ?? ''))
