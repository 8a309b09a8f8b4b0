import { clearChat, eraseEmptyRooms, forgetChatsOf } from '@recado/shared/chats/erase-chats'
import { getChatMessage, pageOfChatMessages, putChatMessage } from '@recado/shared/chats/message-store'
import { changeRoom, chatsOf, getChat, putPair, putRoom } from '@recado/shared/chats/store'
import { chatFileKey, type StoredChat, type StoredChatMessage } from '@recado/shared/chats/stored-chat'
import { foundCompany } from '@recado/shared/companies/register/register-store'
import { cleanUp } from '@recado/shared/retention/clean-up'
import { DEFAULT_BOUNDS, KEEPS_ALL } from '@recado/shared/retention/retention'
import { putRetention } from '@recado/shared/retention/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { platformTable } from '@recado/shared/table/platform'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test } from 'vitest'
import { aCompany } from '../support/builders.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const DAY_MS = 24 * 3_600_000

let memory: MemoryTable
let table: TenantTable
let forgotten: string[]
const ports = {
  now: () => NOW,
  forgetFile: async (key: string) => {
    forgotten.push(key)
  },
}

beforeEach(async () => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  forgotten = []
  await foundCompany({ table: memory }, aCompany({ id: 'A' }))
})

const agoText = (days: number): string => new Date(NOW - days * DAY_MS).toISOString()

const aChat = (id: string, userIds: string[], title: string | null): StoredChat => ({
  id,
  title,
  makerId: userIds[0] ?? '',
  users: userIds.map((userId) => ({ userId, name: userId })),
  seq: 0,
  lastAt: agoText(400),
  lastMessageId: null,
  revision: 1,
  createdAt: agoText(400),
})

/** Ana writes in a conversation, with a file. @param days how long ago */
async function anaWrites(chatId: string, id: string, days: number): Promise<void> {
  const chat = await getChat(table, chatId)
  if (!chat) throw new Error('There is no conversation')
  const file = { type: 'document', mediaId: `F${id}`, fileName: 'a.pdf' } as const
  const message: StoredChatMessage = {
    id,
    chatId,
    clientId: id,
    seq: chat.seq + 1,
    userId: 'ana',
    userName: 'Ana',
    at: agoText(days),
    text: `Texto ${id}`,
    media: { ...file, mimetype: 'application/pdf', bytes: 9 },
    isFileGone: false,
    ticketUuid: null,
    replyTo: null,
    uploadId: `U${id}`,
    editedAt: null,
    deletedAt: null,
    revision: 0,
  }
  if (!(await putChatMessage(table, chat, message))) throw new Error('The message was not stored')
}

const rowsNaming = (text: string) =>
  [...memory.rows((pk) => pk.startsWith('A#'))].filter((row) => JSON.stringify(row).includes(text))
const fileOf = (chatId: string, id: string) => chatFileKey('A', chatId, `F${id}`)

test('the clean-up deletes old messages with their files, and older files alone', async () => {
  await putRoom(table, aChat('R', ['ana', 'bruno'], 'Vendas'))
  await anaWrites('R', 'old', 100)
  await anaWrites('R', 'middle', 50)
  await anaWrites('R', 'new', 1)
  await putRetention(table, platformTable(memory), { ...KEEPS_ALL, conversations: 90, media: 30 })
  expect(await cleanUp(ports, table, DEFAULT_BOUNDS)).toBe('done')
  const { rows } = await pageOfChatMessages(table, 'R', { after: undefined, limit: 9 })
  expect(rows.map(({ id, isFileGone }) => [id, isFileGone])).toEqual([
    ['new', false],
    ['middle', true],
  ])
  expect(forgotten).toEqual([fileOf('R', 'old'), fileOf('R', 'middle')])
  expect(rowsNaming('old')).toEqual([])
  expect(await getChatMessage(table, 'R', 'old')).toBeUndefined()
  // Deleted messages stay deleted, and do not become unread again.
  expect(await chatsOf(table, 'bruno')).toMatchObject([{ chat: { seq: 3 }, readSeq: 0 }])
})

test('a conversation of two goes with the second of its users, and a room with the last one', async () => {
  await putPair(table, aChat('P', ['ana', 'bruno'], null))
  await putRoom(table, aChat('R', ['ana', 'bruno'], 'Vendas'))
  await anaWrites('P', 'two', 1)
  await anaWrites('R', 'room', 1)
  const gone = new Set(['bruno'])
  const forget = (userId: string) =>
    forgetChatsOf(table, userId, { isGone: async (id) => gone.has(id), forgetFile: ports.forgetFile })
  await forget('bruno')
  expect(await getChat(table, 'P')).toMatchObject({ users: [{ userId: 'ana' }, { name: 'bruno' }] })
  expect(await getChat(table, 'R')).toMatchObject({ users: [{ userId: 'ana' }] })
  expect(forgotten).toEqual([])
  gone.add('ana')
  await forget('ana')
  await forget('ana')
  expect(forgotten.sort()).toEqual([fileOf('P', 'two'), fileOf('R', 'room')].sort())
  for (const name of ['CHAT', 'two', 'room']) expect(rowsNaming(name)).toEqual([])
})

test('an empty room is deleted, and a room with users stays', async () => {
  await putRoom(table, aChat('R', ['ana'], 'Vendas'))
  await putRoom(table, aChat('S', ['ana'], 'Compras'))
  const room = await getChat(table, 'R')
  if (room) await changeRoom(table, room, { title: 'Vendas', users: [] })
  await eraseEmptyRooms(table, ports.forgetFile)
  expect([await getChat(table, 'R'), (await getChat(table, 'S'))?.title]).toEqual([undefined, 'Compras'])
})

test('a message is not stored in a room whose users changed since it was read', async () => {
  await putRoom(table, aChat('R', ['ana', 'bruno'], 'Vendas'))
  const read = await getChat(table, 'R')
  if (!read) throw new Error('There is no room')
  const [ana] = read.users
  await changeRoom(table, read, { title: 'Vendas', users: ana ? [ana] : [] })
  const late = { id: 'late', chatId: 'R', seq: 1, at: agoText(0), userId: 'bruno' } as StoredChatMessage
  expect(await putChatMessage(table, read, late)).toBe(false)
  expect(await chatsOf(table, 'bruno')).toEqual([])
  await clearChat(table, 'R')
})
