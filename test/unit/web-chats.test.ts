import { type Chat, excerptOf } from '@recado/shared/chats/chat'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addMessage,
  type ChatMessages,
  changeMessage,
  messagesIn,
  putChat,
} from '../../web/src/chats/chat-cache.ts'
import { ticketUuidIn } from '../../web/src/chats/composer/ticket-address.ts'
import { chatKeys } from '../../web/src/chats/keys.ts'
import { chatRows, unreadInChat } from '../../web/src/chats/messages/rows.ts'
import { applyChatEvent } from '../../web/src/chats/realtime.ts'
import { lineOf } from '../../web/src/tickets/messages/opening.ts'
import { aChat, aChatMessage } from '../support/web-chats.ts'
import { at, ZONE } from '../support/web-tickets.ts'

// Events read the signed-in user, and no user signs in here.
vi.mock('../../web/src/api/session.ts', () => ({ session: { user: () => ({ id: 'ana' }) } }))

let client: QueryClient
const page = <T>(records: T[], more: object = {}) => ({ records, hasMore: false, nextCursor: null, ...more })
const infinite = (pages: object[]) => ({ pages, pageParams: pages.map(() => '') })
const HERS = chatKeys.listOf('')

beforeEach(() => {
  client = new QueryClient()
  const chats = [aChat({ id: 'H9', title: 'Vendas' }), aChat({ seq: 1, readSeq: 1 })]
  client.setQueryData(HERS, infinite([page(chats, { unread: 0 })]))
  client.setQueryData(chatKeys.messages('H1'), infinite([page([aChatMessage({ seq: 1 })])]))
})

const listed = () => {
  const data = client.getQueryData<{ pages: { records: Chat[]; unread: number }[] }>(HERS)
  const [first] = data?.pages ?? []
  return { unread: first?.unread, ids: first?.records.map(({ id }) => id), chats: first?.records ?? [] }
}
const texts = () =>
  messagesIn(client.getQueryData<ChatMessages>(chatKeys.messages('H1'))).map(({ text }) => text)
const happens = (action: string, body: object) =>
  applyChatEvent(client, { topic: 'chat', action, frame: { channel: '', action, ...body } })

test('the answer to a change of a room takes back no message that came since', () => {
  happens('new-message', { chatId: 'H1', record: aChatMessage({ seq: 3 }) })
  happens('update', { chatId: 'H1', readSeq: 2 })
  putChat(client, aChat({ title: 'Entregas', seq: 1, readSeq: 1 }))
  const shown = { title: 'Entregas', seq: 3, readSeq: 2, unreads: 1, lastMessage: { text: 'Texto 3' } }
  expect(listed().chats[0]).toMatchObject(shown)
  expect(listed().unread).toBe(1)
  expect(client.getQueryData(chatKeys.one('H1'))).toMatchObject({ title: 'Entregas' })
})

describe('a live event of a conversation', () => {
  test('with a new message moves it to the top and counts it as unread, once however often it comes', () => {
    const record = aChatMessage({ seq: 2 })
    for (let times = 0; times < 2; times++) happens('new-message', { chatId: 'H1', record })
    expect(listed()).toMatchObject({ unread: 1, ids: ['H1', 'H9'] })
    expect(listed().chats[0]).toMatchObject({ unreads: 1, seq: 2, lastMessage: { text: 'Texto 2' } })
    expect(texts()).toEqual(['Texto 1', 'Texto 2'])
  })

  test('with an older message than the last one changes neither the list nor the unread counts', () => {
    happens('new-message', { chatId: 'H1', record: aChatMessage({ seq: 3 }) })
    happens('new-message', { chatId: 'H1', record: aChatMessage({ seq: 2 }) })
    expect(listed().unread).toBe(2)
    expect(listed().chats[0]?.lastMessage?.text).toBe('Texto 3')
  })

  test('that tells how far the user has read, in any browser, only raises it', () => {
    happens('new-message', { chatId: 'H1', record: aChatMessage({ seq: 2 }) })
    happens('update', { chatId: 'H1', readSeq: 2 })
    happens('update', { chatId: 'H1', readSeq: 1 })
    expect(listed()).toMatchObject({ unread: 0 })
  })

  test('that the user left removes it from the list, with its unread count', () => {
    happens('new-message', { chatId: 'H1', record: aChatMessage({ seq: 2 }) })
    happens('update', { chatId: 'H1', isMember: false })
    expect(listed()).toMatchObject({ unread: 0, ids: ['H9'] })
  })

  test('about a conversation that is not in the list has the list fetched again', () => {
    happens('new-message', { chatId: 'H5', record: aChatMessage({ chatId: 'H5', seq: 1 }) })
    expect(client.getQueryState(HERS)?.isInvalidated).toBe(true)
  })

  test('with a deleted message changes it, the replies to it and the list', () => {
    addMessage(client, aChatMessage({ seq: 2, replyTo: null }), 'ana')
    const reply = aChatMessage({ seq: 3 })
    const to = { ...aChatMessage({ seq: 2 }), file: null, hasTicket: false }
    addMessage(client, { ...reply, replyTo: to }, 'ana')
    changeMessage(client, aChatMessage({ seq: 2, text: '', deletedAt: reply.at }))
    changeMessage(client, aChatMessage({ seq: 3, text: 'Editada', replyTo: to }))
    expect(texts()).toEqual(['Texto 1', '', 'Editada'])
    expect(listed().chats[0]?.lastMessage?.text).toBe('Editada')
  })

  test('with an older change than the one that is shown changes nothing', () => {
    addMessage(client, aChatMessage({ seq: 2 }), 'ana')
    const edited = (text: string, minute: number) => aChatMessage({ seq: 2, text, editedAt: at(minute) })
    changeMessage(client, edited('Segunda', 11))
    changeMessage(client, edited('Primeira', 10))
    expect(texts()).toEqual(['Texto 1', 'Segunda'])
    expect(listed().chats[0]?.lastMessage?.text).toBe('Segunda')
    changeMessage(client, aChatMessage({ seq: 2, text: '', editedAt: at(11), deletedAt: at(12) }))
    changeMessage(client, edited('Segunda', 11))
    expect(texts()).toEqual(['Texto 1', ''])
    expect(listed().chats[0]?.lastMessage).toMatchObject({ text: '', deletedAt: at(12) })
  })

  test('with an edit leaves a deleted excerpt, also of a message that is not loaded', () => {
    const deleted = excerptOf(aChatMessage({ id: 'M0', text: '', deletedAt: at(12) }))
    addMessage(client, aChatMessage({ seq: 2, replyTo: deleted }), 'ana')
    changeMessage(client, aChatMessage({ id: 'M0', text: 'De volta', editedAt: at(11) }))
    const shown = messagesIn(client.getQueryData<ChatMessages>(chatKeys.messages('H1')))
    expect(shown.at(-1)?.replyTo).toEqual(deleted)
  })
})

test('one’s own message reads all before it', () => {
  addMessage(client, aChatMessage({ seq: 2 }), 'ana')
  addMessage(client, aChatMessage({ seq: 3, userId: 'ana' }), 'ana')
  expect(listed()).toMatchObject({ unread: 0 })
})

test('messages stand under their days, and the first unread one under a line', () => {
  const messages = [
    aChatMessage({ seq: 1, at: '2026-11-22T12:00:00.000Z' }),
    aChatMessage({ seq: 2 }),
    aChatMessage({ seq: 3 }),
  ]
  const kinds = (readSeq: number, of = messages, seq = 3, hasMore = false) => {
    const unread = unreadInChat({ messages: of, hasMore, me: 'ana', opened: { readSeq, seq } })
    const line = lineOf(unread, undefined)
    return chatRows({ messages: of, line, zone: ZONE }).map(({ kind }) => kind)
  }
  expect(kinds(1)).toEqual(['day', 'message', 'day', 'unread', 'message', 'message'])
  expect(kinds(3)).toEqual(['day', 'message', 'day', 'message', 'message'])
  // Older unread messages are not loaded.
  expect(kinds(1, messages.slice(2), 3, true)).not.toContain('unread')
  expect(kinds(2, messages.slice(2), 3, true)).toContain('unread')
  // What arrived since the conversation was opened is none of it.
  expect(kinds(1, messages, 1)).not.toContain('unread')
  // An own message resets the unread count.
  expect(kinds(1, [...messages, aChatMessage({ seq: 4, userId: 'ana' })])).not.toContain('unread')
})

describe('the address of a ticket', () => {
  const UUID = '0b0f5a3e-7a4d-4f57-9d7e-3f1c2b4a5d6e'
  const HERE = 'https://app.exemplo.test'

  test.each([`${HERE}/tickets/${UUID}`, ` ${HERE}/tickets/${UUID}?tab=aguardando `])(
    'is found in %j',
    (text) => {
      expect(ticketUuidIn(text, HERE)).toBe(UUID)
    },
  )

  test.each([
    UUID,
    `https://outro.test/tickets/${UUID}`,
    `Veja ${HERE}/tickets/${UUID}`,
    `${HERE}/tickets/42`,
    '',
  ])('is not found in %j', (text) => {
    expect(ticketUuidIn(text, HERE)).toBeUndefined()
  })
})
