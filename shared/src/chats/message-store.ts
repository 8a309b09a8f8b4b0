import { pageOfPartition } from '../table/pages.ts'
import {
  allRows,
  committed,
  type Key,
  type Partition,
  partition,
  putRow,
  type Row,
  updateRow,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { chatKey, membershipKey } from './store.ts'
import type { StoredChat, StoredChatMessage } from './stored-chat.ts'

/** Messages by their moment. No two of a conversation have the same. */
export const messagesOfChat = (chatId: string): Partition<StoredChatMessage> =>
  partition<StoredChatMessage>(`CHAT-MESSAGES#${chatId}`)

/** Where each message is, which makes it unique. */
interface Place {
  at: string
}
export const placesOfChat = (chatId: string): Partition<Place> => partition<Place>(`CHAT-PLACES#${chatId}`)

type Ref = Pick<StoredChatMessage, 'chatId' | 'id' | 'at'>

export const chatMessageKey = ({ chatId, id, at }: Ref): Key<StoredChatMessage> => ({
  pk: messagesOfChat(chatId),
  sk: `${at}#${id}`,
})
export const chatPlaceKey = ({ chatId, id }: Pick<Ref, 'chatId' | 'id'>): Key<Place> => ({
  pk: placesOfChat(chatId),
  sk: id,
})

/**
 * Stores a new message as the last one of its conversation. Its author has read everything before it.
 * @param chat as it was read; the message has its next number
 * @returns false if the conversation has another message, or other users, since then
 */
export function putChatMessage(
  table: TenantTable,
  { id: chatId, seq: before, revision }: StoredChat,
  message: StoredChatMessage,
): Promise<boolean> {
  const { id: lastMessageId, at, seq, userId } = message
  const writes = [
    putRow({ ...message, ...chatMessageKey(message) }),
    putRow({ ...chatPlaceKey(message), at }, { pk: { exists: false } }),
    updateRow(chatKey(chatId), { set: { seq, lastAt: at, lastMessageId } }, { seq: before, revision }),
    updateRow(membershipKey({ userId, chatId }), { set: { readSeq: seq } }, { pk: { exists: true } }),
  ]
  return committed(table.transact(writes))
}

export async function getChatMessage(
  table: TenantTable,
  chatId: string,
  id: string,
): Promise<StoredChatMessage | undefined> {
  const place = await table.get(chatPlaceKey({ chatId, id }))
  const row = place && (await table.get(chatMessageKey({ chatId, id, at: place.at })))
  return row && withoutKey(row)
}

/** The messages at these places that are still kept, by their id. */
export async function chatMessagesAt(
  table: TenantTable,
  refs: readonly Ref[],
): Promise<Map<string, StoredChatMessage>> {
  const rows = await table.getMany(refs.map(chatMessageKey))
  return new Map(rows.map((row) => [row.id, withoutKey(row)]))
}

/** The messages with these ids that are still kept, by their id. */
export async function chatMessagesOf(
  table: TenantTable,
  chatId: string,
  ids: readonly string[],
): Promise<Map<string, StoredChatMessage>> {
  const places = await table.getMany(ids.map((id) => chatPlaceKey({ chatId, id })))
  return chatMessagesAt(
    table,
    places.map(({ sk: id, at }) => ({ chatId, id, at })),
  )
}

/** Newest first. */
export async function pageOfChatMessages(
  table: TenantTable,
  chatId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ rows: StoredChatMessage[]; after?: string }> {
  const query = { pk: messagesOfChat(chatId), descending: true, consistent: true, after, limit }
  const { rows, ...end } = await pageOfPartition(table, query)
  return { rows: rows.map(withoutKey), ...end }
}

/**
 * Messages before a moment, oldest first.
 * @param from before which nothing is looked at; both in milliseconds since 1970
 */
export async function* chatMessagesBefore(
  table: TenantTable,
  chatId: string,
  to: number,
  from?: number,
): AsyncGenerator<StoredChatMessage> {
  const iso = (moment: number) => new Date(moment).toISOString()
  const range = { upTo: iso(to), ...(from !== undefined && { after: iso(from) }) }
  for await (const row of allRows(table, { pk: messagesOfChat(chatId), ...range, consistent: true }))
    yield withoutKey(row)
}

/** Changes a message. @returns the changed one; undefined if it changed since it was read */
export async function changeChatMessage(
  table: TenantTable,
  read: StoredChatMessage,
  change: Partial<StoredChatMessage>,
): Promise<StoredChatMessage | undefined> {
  const { revision } = read
  const set = { ...change, revision: revision + 1 }
  const isChanged = await committed(table.transact([updateRow(chatMessageKey(read), { set }, { revision })]))
  return isChanged ? { ...read, ...set } : undefined
}

function withoutKey({ pk: _, sk: __, ...message }: Row<StoredChatMessage>): StoredChatMessage {
  return message
}
