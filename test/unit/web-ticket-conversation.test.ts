import type { StoredMessage } from '@recado/shared/conversations/message'
import { type ShownMessage, shownMessage } from '@recado/shared/tickets/contract/shown-message'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { InfiniteQueryObserver, QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type Conversation,
  messagesIn,
  newerOf,
  putMessage,
  shortenConversation,
  withMessage,
} from '../../web/src/tickets/conversation-cache.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { conversationRows, loadedUnread, rowsAfter } from '../../web/src/tickets/messages/rows.ts'
import { writerName } from '../../web/src/tickets/messages/writer-name.ts'
import { aShownMessage, at, conversationPages, ZONE } from '../support/web-tickets.ts'

test('a new message takes its place in the conversation', () => {
  const data = conversationPages([
    aShownMessage({ id: 'C', at: at(3) }),
    aShownMessage({ id: 'A', at: at(1) }),
  ])
  const order = (message: ShownMessage) => messagesIn(withMessage(data, message)).map(({ id }) => id)
  expect(order(aShownMessage({ id: 'D', at: at(4) }))).toEqual(['A', 'C', 'D'])
  expect(order(aShownMessage({ id: 'B', at: at(2) }))).toEqual(['A', 'B', 'C'])
  expect(order(aShownMessage({ id: '0', at: at(0) }))).toEqual(['0', 'A', 'C'])
})

test('a message behind the loaded pages is left to the next page', () => {
  const data = conversationPages([aShownMessage({ id: 'B', at: at(2) })], [])
  const [page] = data.pages
  const loaded: Conversation = { pages: page ? [page] : [], pageParams: [] }
  expect(messagesIn(withMessage(loaded, aShownMessage({ id: 'A', at: at(1) })))).toHaveLength(1)
})

test('a part around an older message takes changes of its messages, and no new ones', () => {
  const client = new QueryClient()
  const part = ticketKeys.messagesAround('T1', 'A')
  const pages = () => conversationPages([aShownMessage({ id: 'A', at: at(1) })])
  client.setQueryData(part, pages())
  client.setQueryData(ticketKeys.messages('T1'), pages())
  putMessage(client, 'T1', aShownMessage({ id: 'B', at: at(2) }))
  putMessage(client, 'T1', aShownMessage({ id: 'A', at: at(1), editedAt: at(3) }))
  const shown = (key: QueryKey) =>
    messagesIn(client.getQueryData<Conversation>(key)).map(({ id, editedAt }) => [id, editedAt])
  expect(shown(part)).toEqual([['A', at(3)]])
  expect(shown(ticketKeys.messages('T1'))).toEqual([
    ['A', at(3)],
    ['B', null],
  ])
})

test('a shortened conversation has its newest page alone, which is loaded anew in one call', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  const [key, part] = [ticketKeys.messages('T1'), ticketKeys.messagesAround('T1', 'A')]
  const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((id, minute) => aShownMessage({ id, at: at(minute) }))
  if (!a || !b || !c || !d) throw new Error('There are four messages')
  const load = vi.fn(async () => conversationPages([d, c], []).pages[0])
  const loaded = { ...conversationPages([d, c, b], [a]), pageParams: ['', 'B'] }
  client.setQueryData(key, loaded)
  client.setQueryData(part, loaded)
  const shown = new InfiniteQueryObserver(client, {
    queryKey: key,
    queryFn: load,
    initialPageParam: '',
    getNextPageParam: () => 'B',
    staleTime: Number.POSITIVE_INFINITY,
  })
  onTestFinished(shown.subscribe(() => {}))
  await shortenConversation(client, 'T1')
  expect(load).toHaveBeenCalledOnce()
  expect(messagesIn(client.getQueryData<Conversation>(key)).map(({ id }) => id)).toEqual(['C', 'D'])
  expect(messagesIn(client.getQueryData<Conversation>(part))).toHaveLength(4)
})

test('pages around a message overlap, and their messages are shown once', () => {
  const [a, b, c] = ['A', 'B', 'C'].map((id, index) => aShownMessage({ id, at: at(index) }))
  if (!a || !b || !c) throw new Error('There are three messages')
  expect(messagesIn(conversationPages([c, b], [b, a])).map(({ id }) => id)).toEqual(['A', 'B', 'C'])
})

test('a tick never goes back', () => {
  const known = aShownMessage({ fromMe: true, status: 'SENT', level: 'read' })
  const told = aShownMessage({ fromMe: true, status: 'PENDING', level: 'server', editedAt: at(1) })
  expect(newerOf(known, told)).toMatchObject({ status: 'SENT', level: 'read', editedAt: at(1) })
  expect(newerOf(told, known)).toMatchObject({ status: 'SENT', level: 'read', editedAt: at(1) })
})

test('a refusal keeps its code when it overtakes the answer to the call that sent the message', () => {
  const waits = aShownMessage({ fromMe: true, status: 'PENDING' })
  const refused = aShownMessage({ fromMe: true, status: 'FAILED', failureCode: '479' })
  for (const seen of [newerOf(refused, waits), newerOf(waits, refused)])
    expect(seen).toMatchObject({ status: 'FAILED', failureCode: '479' })
  const retried = { ...refused, retriedAs: 'B' }
  expect(newerOf(retried, refused)).toMatchObject({ retriedAs: 'B' })
})

test('an edit and a deletion stay, whichever event comes last', () => {
  const said = (text: string) => ({ type: 'text' as const, text })
  const first = aShownMessage({ content: said('Custa dez') })
  const edited = aShownMessage({ content: said('Custa doze'), editedAt: at(1) })
  const deleted = aShownMessage({ content: said('Custa dez'), deletedAt: at(2) })
  for (const seen of [newerOf(first, edited), newerOf(edited, first)])
    expect(seen).toMatchObject({ content: said('Custa doze'), editedAt: at(1) })
  for (const seen of [newerOf(edited, deleted), newerOf(deleted, edited)])
    expect(seen).toMatchObject({ deletedAt: at(2) })
})

test('a loaded file and reactions stay, whichever event comes last', () => {
  const media = { mimetype: 'image/png', bytes: 1, key: null }
  const picture = (state: 'PENDING' | 'READY') => ({
    type: 'image' as const,
    caption: '',
    media: { ...media, state },
  })
  const pending = aShownMessage({ content: picture('PENDING'), contentRevision: 1 })
  const reactions = [{ by: '551', emoji: '👍' }]
  const ready = aShownMessage({ content: picture('READY'), contentRevision: 2, reactions })
  for (const seen of [newerOf(ready, pending), newerOf(pending, ready)])
    expect(seen).toMatchObject({ content: picture('READY'), reactions, contentRevision: 2 })
  const first = aShownMessage({ content: picture('PENDING') })
  for (const seen of [newerOf(ready, first), newerOf(first, ready)]) expect(seen).toMatchObject({ reactions })
  const withdrawn = { ...ready, reactions: [], contentRevision: 3 }
  for (const seen of [newerOf(ready, withdrawn), newerOf(withdrawn, ready)])
    expect(seen).toMatchObject({ reactions: [], contentRevision: 3 })
})

/** A message that quotes one that is not loaded. */
const withQuote = () =>
  aShownMessage({
    id: 'LATE',
    quoted: 'EARLY',
    quotedPreview: { id: 'EARLY', fromMe: true, author: null, sender: null, preview: 'Oi', deletedAt: null },
  })

test('the beginning of a quoted message stays when an event without it comes', () => {
  expect(newerOf(withQuote(), aShownMessage({ id: 'LATE', quoted: 'EARLY' }))).toMatchObject({
    quotedPreview: { preview: 'Oi' },
  })
})

test('a quote follows an edit and the deletion of the quoted message, also in the conversation of another ticket', () => {
  const client = new QueryClient()
  const pages = conversationPages([withQuote()])
  client.setQueryData(ticketKeys.messages('T1'), {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, tickets: [] })),
  })
  const quote = () =>
    messagesIn(client.getQueryData<Conversation>(ticketKeys.messages('T1')))[0]?.quotedPreview
  const quoted = aShownMessage({
    id: 'EARLY',
    ticketId: 'FORMER',
    author: { id: 'ana', name: 'Ana Lima' },
    content: { type: 'text', text: '*Ana:*\nOlá' },
  })
  putMessage(client, 'FORMER', { ...quoted, editedAt: at(1) })
  expect(quote()).toMatchObject({ preview: 'Olá', deletedAt: null })
  putMessage(client, 'FORMER', { ...quoted, editedAt: at(1), deletedAt: at(2) })
  expect(quote()).toMatchObject({ preview: '', deletedAt: at(2) })
})

test('a message tells the revision of its content, and none while it is as it was sent', () => {
  const stored: StoredMessage = {
    connectionId: 'W1',
    chat: '5511987654321',
    messageId: 'M1',
    at: at(0),
    fromMe: false,
    content: { type: 'text', text: 'Oi' },
  }
  const shown = (message: StoredMessage) => shownMessage.parse(messageShown(message, Date.parse(at(0))))
  expect(shown({ ...stored, contentRevision: 2 })).toMatchObject({ contentRevision: 2 })
  expect(shown(stored)).not.toHaveProperty('contentRevision')
})

test('a tick of an older revision of the content counts', () => {
  const reacted = aShownMessage({ fromMe: true, status: 'SENT', level: 'server', contentRevision: 1 })
  const read = aShownMessage({ fromMe: true, status: 'SENT', level: 'read' })
  for (const seen of [newerOf(reacted, read), newerOf(read, reacted)])
    expect(seen).toMatchObject({ level: 'read', contentRevision: 1 })
})

test('a conversation has dividers for days, tickets and unread messages', () => {
  const divider = {
    id: 'T1',
    protocol: 'P',
    userId: null,
    queueId: null,
    closedAt: null,
    rate: null,
    createdAt: at(0),
  }
  const data = conversationPages([
    aShownMessage({ id: 'C', at: at(2), seq: 2 }),
    aShownMessage({ id: 'B', at: at(1), seq: 1 }),
    aShownMessage({ id: 'A', at: '2026-11-20T12:00:00.000Z', ticketId: null }),
  ])
  for (const page of data.pages) page.tickets.push(divider)
  const rows = conversationRows({ data, line: 'C', zone: ZONE })
  expect(rows.map(({ kind, key }) => (kind === 'message' ? key : kind))).toEqual([
    'day',
    'A',
    'day',
    'ticket',
    'B',
    'unread',
    'C',
  ])
  expect(rowsAfter(rows, 'B').map(({ id }) => id)).toEqual(['C'])
})

test('a message is read after an answer, but not after an automatic message or a note', () => {
  const marks = (answer: Partial<ShownMessage>) => {
    const data = conversationPages([
      aShownMessage({ id: 'B', at: at(2), fromMe: true, ...answer }),
      aShownMessage({ id: 'A', at: at(1), seq: 1 }),
    ])
    return loadedUnread(data, 'T1', 0).ids.length
  }
  expect(marks({ origin: 'user' })).toBe(0)
  expect(marks({ origin: 'automatic', auto: 'greeting' })).toBe(1)
  expect(marks({ internal: true })).toBe(1)
})

test('the hidden messages of a ticket are added up over the pages', () => {
  const data = conversationPages([aShownMessage()], [])
  for (const page of data.pages) page.hidden.push({ ticketId: 'T0', count: 6 })
  const rows = conversationRows({ data, line: undefined, zone: ZONE })
  expect(rows.find(({ kind }) => kind === 'hidden')).toMatchObject({ count: 12 })
})

test('a quote names its writer', () => {
  const named = (message: Partial<ShownMessage>) => writerName(aShownMessage(message), 'Ana Lima', 'Nós')
  expect(named({ fromMe: true, author: { id: 'U1', name: 'Caio' } })).toBe('Caio')
  expect(named({ fromMe: true, author: null })).toBe('Nós')
  expect(named({ fromMe: false, sender: null })).toBe('Ana Lima')
  expect(named({ fromMe: false, sender: { name: 'Bia', number: '5511900000001' } })).toBe('Bia')
  expect(named({ fromMe: false, sender: { name: null, number: '5511900000001' } })).toBe('+55 11 90000-0001')
  expect(named({ fromMe: false, sender: { name: null, number: null } })).toBe('Ana Lima')
})
