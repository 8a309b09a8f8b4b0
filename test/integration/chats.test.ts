import type { Chat, ChatMessage } from '@recado/shared/chats/chat'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { keysUnder } from '../support/bucket.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type Frame, LiveSocket } from '../support/live-socket.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()

const NAMES = ['ana', 'bruno', 'carla'] as const
type Name = (typeof NAMES)[number]

let company: string
let people: Record<Name, Person>
let [admin, ana, bruno, carla, stranger] = [] as unknown as ApiClient[] as [
  ApiClient,
  ApiClient,
  ApiClient,
  ApiClient,
  ApiClient,
]

/** Users who have no conversations yet. */
async function newUsers(): Promise<void> {
  const user = (name: string) => principals.person(company, { profile: 'user', name })
  people = { ana: await user('Ana Lima'), bruno: await user('Bruno Reis'), carla: await user('Carla Dias') }
  ana = await principals.signIn(people.ana)
  bruno = await principals.signIn(people.bruno)
  carla = await principals.signIn(people.carla)
}

beforeAll(async () => {
  company = await principals.company()
  admin = await principals.signIn(await principals.person(company, { name: 'Dora Chefe' }))
  stranger = await principals.signIn(await principals.person(await principals.company()))
}, atMost(60_000))

const aPair = (): Promise<Chat> => ana.call('createChat', { userIds: [people.bruno.id] })
const aRoom = (more: object = {}): Promise<Chat> =>
  ana.call('createChat', { userIds: [people.bruno.id, people.carla.id], title: 'Vendas', ...more })
const says = (
  client: ApiClient,
  { id: chatId }: Chat,
  text: string,
  more: object = {},
): Promise<ChatMessage> =>
  client.call('sendChatMessage', { chatId, clientId: crypto.randomUUID(), text, ...more })
const unreads = async (client: ApiClient, { id: chatId }: Chat) =>
  (await client.call('getChat', { chatId })).unreads
const texts = async (client: ApiClient, { id: chatId }: Chat) =>
  (await client.call('listChatMessages', { chatId })).records.map(({ text }) => text)
const isOf = (chatId: string, action: string) => (frame: Frame) =>
  frame.channel.endsWith('-chat') && frame.action === action && frame.chatId === chatId

describe('among users with conversations of their own', () => {
  beforeEach(newUsers)

  describe('a conversation of two', () => {
    test('is created once, also by parallel calls of both users', async () => {
      const begun = await Promise.all([
        ana.attempt('createChat', { userIds: [people.bruno.id] }),
        bruno.attempt('createChat', { userIds: [people.ana.id, people.bruno.id] }),
        ana.attempt('createChat', { userIds: [people.bruno.id] }),
      ])
      expect(begun.map(({ status }) => status).sort()).toEqual([200, 200, 201])
      expect(new Set(begun.map(({ body }) => Object(body).id)).size).toBe(1)
      const pair = await aPair()
      expect(pair).toMatchObject({ title: null, lastMessage: null, unreads: 0 })
      expect(pair.users.map(({ name }) => name).sort()).toEqual(['Ana Lima', 'Bruno Reis'])
    })

    test('stands first in both lists with its last message, and is unread for the other user only', async () => {
      const pair = await aPair()
      // The other user does not see an empty conversation.
      expect(await bruno.call('listChats')).toMatchObject({ records: [] })
      expect(await ana.call('listChats')).toMatchObject({ records: [{ id: pair.id }] })
      const room = await aRoom()
      await says(ana, pair, 'Oi')
      const last = await says(ana, pair, 'Tudo bem?')
      const [hers, his] = [await ana.call('listChats'), await bruno.call('listChats')]
      for (const { records } of [hers, his])
        expect(records).toMatchObject([{ id: pair.id, lastMessage: { text: 'Tudo bem?' } }, { id: room.id }])
      expect([hers.unread, his.unread, his.records[0]?.unreads]).toEqual([0, 2, 2])
      await bruno.call('readChat', { chatId: pair.id, messageId: last.id })
      expect(await unreads(bruno, pair)).toBe(0)
    })

    test('is no room: it is neither left nor renamed', async () => {
      const { id: chatId } = await aPair()
      for (const refusal of [
        await ana.attempt('leaveChat', { chatId }),
        await ana.attempt('updateChat', { chatId, title: 'Nós dois' }),
      ])
        expect(refusal).toMatchObject(refused(409, 'ERR_CHAT_OF_TWO'))
    })

    test('stays readable with the name of a user who was deleted', async () => {
      const [pair, room] = [await aPair(), await aRoom()]
      await says(bruno, pair, 'Até amanhã')
      await admin.call('deleteUser', { userId: people.bruno.id })
      await eventually('he is out of the room', async () => {
        const { users } = await ana.call('getChat', { chatId: room.id })
        return users.length === 2
      })
      expect(await texts(ana, pair)).toEqual(['Até amanhã'])
      const { users } = await ana.call('getChat', { chatId: pair.id })
      expect(users).toContainEqual(expect.objectContaining({ name: 'Bruno Reis' }))
    })
  })

  describe('reading', () => {
    test('only raises how far a user has read, and one’s own message reads all before it', async () => {
      const room = await aRoom()
      const first = await says(ana, room, 'um')
      const second = await says(bruno, room, 'dois')
      expect(await Promise.all([ana, bruno, carla].map((one) => unreads(one, room)))).toEqual([1, 0, 2])
      const read = (messageId: string) => carla.call('readChat', { chatId: room.id, messageId })
      await read(second.id)
      await read(first.id)
      expect(await unreads(carla, room)).toBe(0)
      const { users } = await ana.call('getChat', { chatId: room.id })
      expect(Object.fromEntries(users.map(({ name, unreads: count }) => [name, count]))).toEqual({
        'Ana Lima': 1,
        'Bruno Reis': 0,
        'Carla Dias': 0,
      })
    })

    test('reaches all browsers of the user, and no other user', async () => {
      const pair = await aPair()
      const { id: messageId } = await says(ana, pair, 'Oi')
      const ears = await Promise.all([bruno, bruno, ana].map((client) => LiveSocket.open(client)))
      await bruno.call('readChat', { chatId: pair.id, messageId })
      await says(bruno, pair, 'Lido')
      for (const socket of ears) await socket.frame('the answer', isOf(pair.id, 'new-message'))
      const told = ears.map(({ frames }) =>
        frames.filter(isOf(pair.id, 'update')).map(({ readSeq }) => readSeq),
      )
      expect(told).toEqual([[1], [1], []])
      for (const socket of ears) socket.close()
    })

    test('of many at once counts every message once', async () => {
      const room = await aRoom()
      await Promise.all([ana, bruno, ana, bruno, ana].map((client, at) => says(client, room, `n${at}`)))
      const { records } = await carla.call('listChatMessages', { chatId: room.id })
      expect(records.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1])
      expect(await unreads(carla, room)).toBe(5)
    })
  })

  describe('a message', () => {
    test('sent twice is one; with other content it is refused', async () => {
      const { id: chatId } = await aPair()
      const sent = { chatId, clientId: crypto.randomUUID(), text: 'Uma vez' }
      const [one, other] = [await ana.call('sendChatMessage', sent), await ana.call('sendChatMessage', sent)]
      expect(other).toEqual(one)
      expect(await ana.attempt('sendChatMessage', { ...sent, text: 'Outra' })).toMatchObject(
        refused(422, 'ERR_MESSAGE_REUSED'),
      )
      // The same id of another user is another message.
      await bruno.call('sendChatMessage', { ...sent, text: 'Minha' })
      expect(await texts(ana, { id: chatId } as Chat)).toEqual(['Minha', 'Uma vez'])
    })

    test('is edited and deleted by its author only, and stays as deleted without its words', async () => {
      const room = await aRoom()
      const { id: messageId } = await says(ana, room, 'Reunião às 3')
      const reply = await says(bruno, room, 'Ok', { replyTo: messageId })
      expect(reply.replyTo).toMatchObject({ id: messageId, text: 'Reunião às 3', userName: 'Ana Lima' })
      const at = { chatId: room.id, messageId }
      for (const refusal of [
        await bruno.attempt('editChatMessage', { ...at, text: 'Não' }),
        await bruno.attempt('deleteChatMessage', at),
      ])
        expect(refusal).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
      const edited = await ana.call('editChatMessage', { ...at, text: 'Reunião às 4' })
      expect(edited).toMatchObject({ text: 'Reunião às 4', editedAt: expect.any(String) })
      await ana.call('deleteChatMessage', at)
      await ana.call('deleteChatMessage', at)
      const { records } = await bruno.call('listChatMessages', { chatId: room.id })
      expect(records).toMatchObject([
        { replyTo: { text: '', deletedAt: expect.any(String) } },
        { text: '', deletedAt: expect.any(String), editedAt: expect.any(String) },
      ])
      expect(await ana.attempt('editChatMessage', { ...at, text: 'De novo' })).toMatchObject(
        refused(404, 'ERR_NO_MESSAGE_FOUND'),
      )
    })

    test('with a file keeps a copy that users of the conversation open, and that goes with the message', async () => {
      const pair = await aPair()
      const mediaId = await uploaded(ana, new Uint8Array(Buffer.from('%PDF-1.4 tabela')), 'message-media')
      const media = { type: 'document', mediaId, fileName: '../tabela.pdf' } as const
      const sent = { chatId: pair.id, clientId: crypto.randomUUID(), media }
      const message = await ana.call('sendChatMessage', sent)
      expect(await ana.call('sendChatMessage', sent)).toEqual(message)
      expect(message.media).toMatchObject({ fileName: 'tabela.pdf', mimetype: 'application/pdf' })
      const at = { chatId: pair.id, messageId: message.id }
      const { url } = await bruno.call('getChatMedia', at)
      expect(await (await fetch(url)).text()).toBe('%PDF-1.4 tabela')
      expect(await carla.attempt('getChatMedia', at)).toMatchObject(refused(404, 'ERR_NO_CHAT_FOUND'))
      const kept = async () => (await keysUnder(company)).filter((key) => key.includes(`/chats/${pair.id}/`))
      expect(await kept()).toHaveLength(1)
      await ana.call('deleteChatMessage', at)
      expect(await kept()).toEqual([])
      expect(await bruno.attempt('getChatMedia', at)).toMatchObject(refused(400, 'ERR_NO_FILE'))
    })

    test('holds the address of a ticket as it is, with or without words', async () => {
      const pair = await aPair()
      const ticketUuid = crypto.randomUUID()
      expect(await says(ana, pair, '', { ticketUuid })).toMatchObject({ text: '', ticketUuid })
      const { records } = await bruno.call('listChats')
      expect(records).toMatchObject([{ lastMessage: { hasTicket: true } }])
    })

    test('comes in pages of twenty, newest first; a cursor is of its conversation', async () => {
      const [pair, room] = [await aPair(), await aRoom()]
      for (let count = 1; count <= 21; count++) await says(ana, pair, `m${count}`)
      const first = await bruno.call('listChatMessages', { chatId: pair.id })
      expect(first.records.map(({ text }) => text).slice(-1)).toEqual(['m2'])
      const cursor = first.nextCursor ?? ''
      const second = await bruno.call('listChatMessages', { chatId: pair.id, cursor })
      expect(second).toMatchObject({ records: [{ text: 'm1' }], hasMore: false })
      expect(await bruno.attempt('listChatMessages', { chatId: room.id, cursor })).toMatchObject(
        refused(400, 'ERR_VALIDATION'),
      )
    })
  })

  describe('a room', () => {
    test('is renamed and gets users from its maker and from admins in it; who comes in has nothing unread', async () => {
      const room = await ana.call('createChat', { userIds: [people.bruno.id], title: ' Vendas ' })
      expect(room).toMatchObject({ title: 'Vendas', makerId: people.ana.id })
      await says(ana, room, 'Antes')
      const change = { chatId: room.id, title: 'Balcão' }
      expect(await bruno.attempt('updateChat', change)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
      expect(await admin.attempt('updateChat', change)).toMatchObject(refused(404, 'ERR_NO_CHAT_FOUND'))
      const adminId = (await admin.call('me')).id
      await ana.call('updateChat', { chatId: room.id, userIds: [people.bruno.id, people.carla.id, adminId] })
      expect(await unreads(carla, room)).toBe(0)
      expect(await texts(carla, room)).toEqual(['Antes'])
      const renamed = await admin.call('updateChat', change)
      expect([renamed.title, renamed.users.length]).toEqual(['Balcão', 4])
    })

    test('is gone for a user who was taken out or left, and for its messages', async () => {
      const room = await aRoom()
      const ears = await LiveSocket.open(carla)
      await ana.call('updateChat', { chatId: room.id, userIds: [people.bruno.id] })
      expect(await ears.frame('she is out', isOf(room.id, 'update'))).toMatchObject({ isMember: false })
      await says(ana, room, 'Sem a Carla')
      expect(await carla.call('listChats')).toMatchObject({ records: [], unread: 0 })
      expect(await carla.attempt('listChatMessages', { chatId: room.id })).toMatchObject(
        refused(404, 'ERR_NO_CHAT_FOUND'),
      )
      await bruno.call('leaveChat', { chatId: room.id })
      expect((await ana.call('getChat', { chatId: room.id })).users).toHaveLength(1)
      expect(ears.frames.filter(isOf(room.id, 'new-message'))).toEqual([])
      ears.close()
    })

    test('is deleted with its messages and files when the last user leaves', async () => {
      const room = await ana.call('createChat', { userIds: [people.bruno.id], title: 'Passageira' })
      const mediaId = await uploaded(ana, new Uint8Array(Buffer.from('%PDF-1.4')), 'message-media')
      await says(ana, room, '', { media: { type: 'document', mediaId, fileName: 'a.pdf' } })
      const left = async () => {
        const files = (await keysUnder(company)).filter((key) => key.includes(room.id))
        const rows = (await principals.dump()).filter((row) => JSON.stringify(row).includes(room.id))
        // The audit trail keeps who did it.
        return [...files, ...rows.map(({ pk }) => pk).filter((pk) => !/#(AUDIT|IDEMPOTENCY)$/.test(pk))]
      }
      expect((await left()).length).toBeGreaterThan(2)
      await bruno.call('leaveChat', { chatId: room.id })
      await ana.call('leaveChat', { chatId: room.id })
      expect((await ana.call('listChats')).records).toEqual([])
      await eventually('nothing of it is left', async () => (await left()).length === 0, 30_000)
    })

    test('has a hundred users at most', async () => {
      const others = await Promise.all(
        Array.from({ length: 98 }, (_, at) =>
          principals.person(company, { profile: 'user', name: `N ${at}` }),
        ),
      )
      const userIds = [...others.map(({ id }) => id), people.bruno.id]
      const room = await ana.call('createChat', { userIds, title: 'Todos' })
      expect(room.users).toHaveLength(100)
      const tooMany = { userIds: [...userIds, people.carla.id] }
      expect(await ana.attempt('createChat', { ...tooMany, title: 'Mais' })).toMatchObject(
        refused(400, 'ERR_VALIDATION'),
      )
      expect(await ana.attempt('updateChat', { chatId: room.id, ...tooMany })).toMatchObject(
        refused(400, 'ERR_VALIDATION'),
      )
      const now = await ana.call('updateChat', { chatId: room.id, userIds: [people.carla.id] })
      expect(now.users.map(({ name }) => name)).toEqual(['Ana Lima', 'Carla Dias'])
    })
  })

  describe('users who are not in a conversation', () => {
    test('find none of it by any call, admins and other companies included, and get none of its events', async () => {
      const pair = await aPair()
      const { id: messageId } = await says(ana, pair, 'Só nós')
      const ears = await Promise.all([carla, admin, stranger, bruno].map((client) => LiveSocket.open(client)))
      const at = { chatId: pair.id, messageId }
      const message = { chatId: pair.id, clientId: crypto.randomUUID(), text: 'Oi' }
      for (const client of [carla, admin, stranger])
        for (const refusal of [
          await client.attempt('getChat', { chatId: pair.id }),
          await client.attempt('updateChat', { chatId: pair.id, title: 'Nossa' }),
          await client.attempt('leaveChat', { chatId: pair.id }),
          await client.attempt('readChat', at),
          await client.attempt('listChatMessages', { chatId: pair.id }),
          await client.attempt('sendChatMessage', message),
          await client.attempt('editChatMessage', { ...at, text: 'Não' }),
          await client.attempt('deleteChatMessage', at),
          await client.attempt('getChatMedia', at),
        ])
          expect(refusal).toMatchObject(refused(404, 'ERR_NO_CHAT_FOUND'))
      for (const client of [carla, admin, stranger])
        expect((await client.call('listChats')).records.map(({ id }) => id)).not.toContain(pair.id)
      await ana.call('editChatMessage', { ...at, text: 'Só nós dois' })
      await ears[3]?.frame('the edit', isOf(pair.id, 'update'))
      // Published behind the ones above, for everybody of the company.
      const tag = await admin.call('createTag', {
        name: `Depois ${messageId.slice(-6)}`,
        color: `#${messageId.slice(-6).toLowerCase()}`,
      })
      for (const socket of ears.slice(0, 2))
        await socket.frame('the last event', ({ record }) => Object(record).id === tag.id)
      expect(ears.map(({ frames }) => frames.some((frame) => frame.chatId === pair.id))).toEqual([
        false,
        false,
        false,
        true,
      ])
      for (const socket of ears) socket.close()
    })

    test('are helpers of the platform too, who also begin none', async () => {
      const operator = await principals.operator()
      const helper = await principals.person((await operator.call('me')).companyId)
      const support = await principals.signIn(helper)
      const { id: userId, name, email } = helper
      const access = { reason: 'Chamado 4712', minutes: 60, mayChange: true }
      await operator.call('updateUser', { userId, name, email, selectedCompanyId: company, support: access })
      const pair = await aPair()
      expect(await support.attempt('getChat', { chatId: pair.id })).toMatchObject(
        refused(404, 'ERR_NO_CHAT_FOUND'),
      )
      expect(await support.attempt('createChat', { userIds: [people.ana.id] })).toMatchObject(
        refused(403, 'ERR_NO_PERMISSION'),
      )
    })
  })

  test('the list is searched by title and by colleague, and paged by twenty', async () => {
    for (let count = 1; count <= 21; count++)
      await ana.call('createChat', { userIds: [people.carla.id], title: `Sala ${count}` })
    await says(ana, await aPair(), 'Oi')
    const first = await ana.call('listChats')
    expect(first.records).toHaveLength(20)
    const second = await ana.call('listChats', { cursor: first.nextCursor ?? '' })
    expect(second.records.map(({ title }) => title)).toEqual(['Sala 2', 'Sala 1'])
    const found = async (searchParam: string) => (await ana.call('listChats', { searchParam })).records.length
    expect([await found('sála 21'), await found('BRUNO'), await found('Ana')]).toEqual([1, 1, 0])
  })
})

describe('bad input', () => {
  beforeAll(newUsers)

  const text = (value: string) => ({ clientId: crypto.randomUUID(), text: value })
  test.each<[string, (chatId: string) => [string, string, object], number, string]>([
    ['no user', () => ['POST', '/chats', { userIds: [] }], 400, 'ERR_VALIDATION'],
    ['an unknown user', () => ['POST', '/chats', { userIds: ['SEM-USUARIO'] }], 404, 'ERR_NO_USER_FOUND'],
    ['oneself alone', () => ['POST', '/chats', { userIds: [people.ana.id] }], 400, 'ERR_VALIDATION'],
    [
      'three users without a title',
      () => ['POST', '/chats', { userIds: [people.bruno.id, people.carla.id] }],
      400,
      'ERR_VALIDATION',
    ],
    [
      'a title of 101 characters',
      () => ['POST', '/chats', { userIds: [people.bruno.id], title: 'a'.repeat(101) }],
      400,
      'ERR_VALIDATION',
    ],
    [
      'a title that turns its direction',
      () => ['POST', '/chats', { userIds: [people.bruno.id], title: 'a\u202eb' }],
      400,
      'ERR_VALIDATION',
    ],
    ['a blank text', (id) => ['POST', `/chats/${id}/messages`, text(' \n ')], 400, 'ERR_VALIDATION'],
    [
      '4,097 characters',
      (id) => ['POST', `/chats/${id}/messages`, text('a'.repeat(4097))],
      400,
      'ERR_VALIDATION',
    ],
    ['a NUL', (id) => ['POST', `/chats/${id}/messages`, text('a\0b')], 400, 'ERR_VALIDATION'],
    [
      'half a surrogate pair',
      (id) => ['POST', `/chats/${id}/messages`, text('\ud83d')],
      400,
      'ERR_VALIDATION',
    ],
    [
      'a reply to no message',
      (id) => ['POST', `/chats/${id}/messages`, { ...text('Oi'), replyTo: 'M1' }],
      404,
      'ERR_NO_MESSAGE_FOUND',
    ],
    [
      'a ticket that is no address',
      (id) => ['POST', `/chats/${id}/messages`, { ...text('Oi'), ticketUuid: '42' }],
      400,
      'ERR_VALIDATION',
    ],
    [
      'a file that is not there',
      (id) => [
        'POST',
        `/chats/${id}/messages`,
        { ...text(''), media: { type: 'image', mediaId: 'SEM-ARQUIVO' } },
      ],
      400,
      'ERR_NO_FILE',
    ],
    [
      'the reading of no message',
      (id) => ['POST', `/chats/${id}/read`, { messageId: 'M1' }],
      404,
      'ERR_NO_MESSAGE_FOUND',
    ],
    [
      'an unknown key',
      (id) => ['POST', `/chats/${id}/messages`, { ...text('Oi'), mentions: [] }],
      400,
      'ERR_VALIDATION',
    ],
  ])('%s is refused, and nothing changes', async (_, call, status, code) => {
    const pair = await aPair()
    const before = [await ana.call('listChats'), await bruno.call('listChats')]
    expect(await ana.send(...call(pair.id))).toMatchObject(refused(status, code))
    expect([await ana.call('listChats'), await bruno.call('listChats')]).toEqual(before)
    expect(await texts(ana, pair)).toEqual([])
  })

  test('a file of another company, or whose bytes are not its type, is refused', async () => {
    const { id: chatId } = await aPair()
    const PDF = new Uint8Array(Buffer.from('%PDF-1.4'))
    const theirs = await uploaded(stranger, PDF, 'message-media')
    const hers = await uploaded(ana, PDF, 'message-media')
    const send = (media: object) => ana.send('POST', `/chats/${chatId}/messages`, { ...text(''), media })
    expect(await send({ type: 'document', mediaId: theirs, fileName: 'a.pdf' })).toMatchObject(
      refused(400, 'ERR_NO_FILE'),
    )
    expect(await send({ type: 'image', mediaId: hers })).toMatchObject(refused(400, 'ERR_MEDIA_TYPE'))
  })
})
