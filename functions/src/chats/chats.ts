import { CHAT_USERS_MAX, type Chat, type ChatInput, unreadsOf } from '@recado/shared/chats/chat'
import { chatsOf, getChat, type OwnChat, putPair, putRoom } from '@recado/shared/chats/store'
import type { ChatUser, StoredChat } from '@recado/shared/chats/stored-chat'
import { DomainError, invalidField, notFound } from '@recado/shared/errors/errors'
import { firstOf } from '@recado/shared/first-of'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import { searchable } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import { userKey } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import type { Exchange } from '../http/exchange.ts'
import { pageOf } from '../http/pages.ts'
import { publishChat } from './live.ts'
import { ownChat } from './own-chat.ts'
import { shownChat, shownChats } from './shown.ts'

/**
 * A page of the caller's conversations. All of them are read, because each new message moves one to the top: a user has tens
 * of them, and a room has a hundred users whose lists would have to be written.
 */
export async function page(actor: Actor, query: PageQuery) {
  const { companyId, userId } = actor
  const own = (await chatsOf(tableOf(companyId), userId)).filter((each) => isListed(each, userId))
  const search = searchable(query.searchParam ?? '')
  const found = own.filter(({ chat }) => !search || isFound(chat, userId, search)).map(({ chat }) => chat)
  const sorted = found.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))
  const load = async (after: string | undefined, limit: number) => pageBehind(sorted, after, limit)
  const { rows, ...end } = await pageOf([companyId, 'chats', userId, search], query, load)
  const unread = own.reduce((sum, { chat: { seq }, readSeq }) => sum + unreadsOf({ seq, readSeq }), 0)
  return { records: await shownChats(actor, rows), unread, ...end }
}

/** A conversation of two that has no message yet is shown only to the user who began it. */
const isListed = ({ chat: { title, seq, makerId } }: OwnChat, userId: string): boolean =>
  title !== null || seq > 0 || makerId === userId

const isFound = ({ title, users }: StoredChat, userId: string, search: string): boolean =>
  [title ?? '', ...users.filter((user) => user.userId !== userId).map(({ name }) => name)].some((text) =>
    searchable(text).includes(search),
  )

const placeOf = ({ lastAt, id }: StoredChat): string => `${lastAt}#${id}`

function pageBehind(sorted: readonly StoredChat[], after: string | undefined, limit: number) {
  const left = after === undefined ? sorted : sorted.filter((chat) => placeOf(chat) < after)
  const rows = firstOf(left, limit)
  const last = rows.at(-1)
  return { rows, ...(left.length > limit && last && { after: placeOf(last) }) }
}

/** @throws DomainError ERR_NO_CHAT_FOUND */
export const get = async (actor: Actor, chatId: string): Promise<Chat> =>
  shownChat(actor, await ownChat(actor, chatId))

/**
 * Begins a conversation. Two users have one conversation without a title; it does not matter who begins it.
 * @throws DomainError ERR_NO_USER_FOUND, ERR_VALIDATION; ERR_NO_PERMISSION for users who are in the company for support
 */
export async function create(actor: Actor, { userIds, title }: ChatInput, exchange: Exchange): Promise<Chat> {
  const { companyId, userId } = actor
  if (actor.homeCompanyId !== companyId)
    throw new DomainError('forbidden', 'ERR_NO_PERMISSION', 'Only users of the company talk here')
  const users = await chatUsers(actor, userIds)
  if (users.length < 2) throw invalid('userIds', 'too_small')
  if (users.length > 2 && title === undefined) throw invalid('title', 'required')
  const now = ports.now()
  const createdAt = new Date(now).toISOString()
  const chat: StoredChat = {
    id: newId(now),
    title: title ?? null,
    makerId: userId,
    users,
    seq: 0,
    lastAt: createdAt,
    lastMessageId: null,
    revision: 1,
    createdAt,
  }
  if (title === undefined) return createPair(actor, chat, exchange)
  await putRoom(tableOf(companyId), chat)
  await publishChat(companyId, chat)
  return shownChat(actor, chat)
}

async function createPair(actor: Actor, chat: StoredChat, exchange: Exchange): Promise<Chat> {
  const table = tableOf(actor.companyId)
  const chatId = await putPair(table, chat)
  exchange.wasThere = chatId !== chat.id
  const found = exchange.wasThere ? await getChat(table, chatId) : chat
  if (!found) throw notFound('ERR_NO_USER_FOUND')
  // The other user learns of it with the first message.
  if (!exchange.wasThere) await publishChat(actor.companyId, chat, [actor.userId])
  return shownChat(actor, found)
}

/**
 * The caller and these users of the company, each once.
 * @throws DomainError ERR_NO_USER_FOUND; ERR_VALIDATION for too many
 */
export async function chatUsers(
  { companyId, userId }: Actor,
  userIds: readonly string[],
): Promise<ChatUser[]> {
  const wanted = [...new Set([userId, ...userIds])]
  if (wanted.length > CHAT_USERS_MAX) throw invalid('userIds', 'too_big')
  const users = await tableOf(companyId).getMany(wanted.map(userKey))
  const names = new Map(users.map(({ id, name }) => [id, name]))
  return wanted.map((id) => {
    const name = names.get(id)
    if (name === undefined) throw notFound('ERR_NO_USER_FOUND')
    return { userId: id, name }
  })
}

const invalid = (path: string, code: string) => invalidField(path, code, 'These users have no conversation')
