import {
  allRows,
  committed,
  deleteRow,
  type Key,
  partition,
  putRow,
  type Row,
  updateRow,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type ChatUser, isIn, type Membership, type StoredChat } from './stored-chat.ts'

const CHATS = partition<StoredChat>('CHATS')
/** Under the user, so that a user's conversations are one query. */
const MEMBERS = partition<Membership>('CHAT-MEMBERS')
/** The conversation of two users, which makes it the only one. */
const PAIRS = partition<{ chatId: string }>('CHAT-PAIRS')

export const chatKey = (chatId: string): Key<StoredChat> => ({ pk: CHATS, sk: chatId })
export const membershipKey = ({
  userId,
  chatId,
}: Pick<Membership, 'userId' | 'chatId'>): Key<Membership> => ({
  pk: MEMBERS,
  sk: `${userId}#${chatId}`,
})
const pairKey = (users: readonly ChatUser[]): Key<{ chatId: string }> => ({
  pk: PAIRS,
  sk: users
    .map(({ userId }) => userId)
    .sort()
    .join('#'),
})

export async function getChat(table: TenantTable, chatId: string): Promise<StoredChat | undefined> {
  const row = await table.get(chatKey(chatId))
  return row && withoutKey(row)
}

export async function allChats(table: TenantTable): Promise<StoredChat[]> {
  const chats: StoredChat[] = []
  for await (const row of allRows(table, { pk: CHATS, consistent: true })) chats.push(withoutKey(row))
  return chats
}

function withoutKey({ pk: _, sk: __, ...chat }: Row<StoredChat>): StoredChat {
  return chat
}

/** A conversation, and how far the user has read it. */
export interface OwnChat {
  chat: StoredChat
  readSeq: number
}

/** All conversations that a user is in, in no order. */
export async function chatsOf(table: TenantTable, userId: string): Promise<OwnChat[]> {
  const readSeqs = new Map<string, number>()
  for await (const { chatId, readSeq } of allRows(table, {
    pk: MEMBERS,
    prefix: `${userId}#`,
    consistent: true,
  }))
    readSeqs.set(chatId, readSeq)
  const rows = await table.getMany([...readSeqs.keys()].map(chatKey))
  // A membership may be left behind by a call that died.
  return rows
    .filter((chat) => isIn(chat, userId))
    .map((chat) => ({ chat: withoutKey(chat), readSeq: readSeqs.get(chat.id) ?? 0 }))
}

/** How far users have read conversations, by {@link membershipKey}'s sort key. */
export async function readSeqsOf(
  table: TenantTable,
  chats: readonly Pick<StoredChat, 'id' | 'users'>[],
): Promise<Map<string, number>> {
  const keys = chats.flatMap(({ id: chatId, users }) =>
    users.map(({ userId }) => membershipKey({ userId, chatId })),
  )
  const rows = await table.getMany(keys)
  return new Map(rows.map(({ sk, readSeq }) => [sk, readSeq]))
}

const membershipOf = ({ id, revision, seq }: StoredChat, userId: string): Membership & Key<Membership> => ({
  userId,
  chatId: id,
  // Messages from before they joined count as read.
  readSeq: seq,
  since: revision,
  ...membershipKey({ userId, chatId: id }),
})

/** Stores a new conversation of two. @returns the id of the conversation that the two have: another one if they had one */
export async function putPair(table: TenantTable, chat: StoredChat): Promise<string> {
  const key = pairKey(chat.users)
  const isNew = await committed(
    table.transact([
      putRow({ ...key, chatId: chat.id }, { pk: { exists: false } }),
      putRow({ ...chat, ...chatKey(chat.id) }),
      ...chat.users.map(({ userId }) => putRow(membershipOf(chat, userId))),
    ]),
  )
  return isNew ? chat.id : ((await table.get(key))?.chatId ?? chat.id)
}

/** Stores a new room. Its memberships come first: a hundred of them and the room are more than one transaction. */
export async function putRoom(table: TenantTable, chat: StoredChat): Promise<void> {
  await table.putMany(chat.users.map(({ userId }) => membershipOf(chat, userId)))
  await table.transact([putRow({ ...chat, ...chatKey(chat.id) }, { pk: { exists: false } })])
}

/**
 * Changes a room's title or users. Users who leave lose their membership behind it.
 * @returns the changed room; undefined if it changed since it was read
 */
export async function changeRoom(
  table: TenantTable,
  read: StoredChat,
  { title, users }: Pick<StoredChat, 'title' | 'users'>,
): Promise<StoredChat | undefined> {
  const after = { ...read, title, users, revision: read.revision + 1 }
  const come = users.filter(({ userId }) => !isIn(read, userId))
  const left = read.users.filter(({ userId }) => !isIn(after, userId))
  const change = { set: { title, users, revision: after.revision } }
  // The number of messages decides what counts as read for who comes in.
  const asRead = { revision: read.revision, ...(come.length > 0 && { seq: read.seq }) }
  const isChanged = await committed(
    table.transact([
      updateRow(chatKey(read.id), change, asRead),
      ...come.map(({ userId }) => putRow(membershipOf(after, userId))),
    ]),
  )
  if (!isChanged) return undefined
  await Promise.all(left.map(({ userId }) => endMembership(table, { userId, chatId: read.id }, after)))
  return after
}

/** Deletes the membership of a user who left, unless they came in again meanwhile. */
const endMembership = (
  table: TenantTable,
  member: Pick<Membership, 'userId' | 'chatId'>,
  { revision }: StoredChat,
): Promise<boolean> => committed(table.delete(membershipKey(member), { since: { below: revision } }))

/** Raises how far a user has read. @returns false if they had read as far */
export const raiseReadSeq = (
  table: TenantTable,
  member: Pick<Membership, 'userId' | 'chatId'>,
  readSeq: number,
): Promise<boolean> =>
  committed(table.update(membershipKey(member), { set: { readSeq } }, { readSeq: { below: readSeq } }))

/** Deletes a conversation behind its messages. */
export const deleteChat = (table: TenantTable, { id, title, users }: StoredChat): Promise<void> =>
  table.transact([deleteRow(chatKey(id)), ...(title === null ? [deleteRow(pairKey(users))] : [])])
