import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { isLastDeleted, kindInPreview } from '../../web/src/messages/preview-words.ts'
import { matchesIn, partsOf } from '../../web/src/tickets/finding/matches.ts'
import { searchedIn } from '../../web/src/tickets/finding/searched.ts'
import { heldOrder } from '../../web/src/tickets/list/held-order.ts'
import { placeTicket } from '../../web/src/tickets/place-ticket.ts'
import { filterCount, viewOf } from '../../web/src/tickets/search.ts'
import { ticketTitle } from '../../web/src/tickets/ticket-title.ts'
import { isInView, type TicketView } from '../../web/src/tickets/ticket-view.ts'
import { aShownTicket, at, idsOf, listPages, MINE } from '../support/web-tickets.ts'

test('a ticket is in one tab only', () => {
  const tabs = ['atendendo', 'aguardando', 'resolvidos', 'grupos', 'adiados'] as const
  const tabsOf = (ticket: Ticket) => tabs.filter((tab) => isInView(ticket, { ...MINE, tab }, 'ana'))
  expect(tabsOf(aShownTicket())).toEqual(['atendendo'])
  expect(tabsOf(aShownTicket({ status: 'pending' }))).toEqual(['aguardando'])
  expect(tabsOf(aShownTicket({ status: 'closed' }))).toEqual(['resolvidos'])
  expect(tabsOf(aShownTicket({ snoozedUntil: at(9) }))).toEqual(['adiados'])
  expect(tabsOf(aShownTicket({ isGroup: true, userId: null }))).toEqual(['grupos'])
})

test('the user’s own list shows waiting tickets that prefer the user', () => {
  const ticket = aShownTicket({ status: 'pending', userId: null, preferredUserId: 'ana' })
  expect(isInView(ticket, { ...MINE, tab: 'aguardando' }, 'ana')).toBe(true)
  expect(isInView(ticket, { ...MINE, tab: 'aguardando' }, 'bruno')).toBe(false)
  expect(isInView(ticket, { ...MINE, tab: 'aguardando', all: true }, 'bruno')).toBe(true)
})

test('a list leaves out tickets that its filters do not match', () => {
  const ticket = aShownTicket({ tagIds: ['vip'] })
  const matches = (filter: Partial<TicketView>) => isInView(ticket, { ...MINE, ...filter }, 'ana')
  expect(matches({ queueIds: ['Q1', 'Q2'], tagIds: ['vip'], whatsappId: 'W1', unread: true })).toBe(true)
  expect(matches({ queueIds: ['Q2'] })).toBe(false)
  expect(matches({ tagIds: ['other'] })).toBe(false)
  expect(matches({ whatsappId: 'W2' })).toBe(false)
  expect(matches({ userId: 'bruno' })).toBe(false)
  expect(matches({ campaignId: 'C1' })).toBe(false)
  expect(isInView(aShownTicket({ campaignId: 'C1' }), { ...MINE, campaignId: 'C1' }, 'ana')).toBe(true)
  expect(isInView(aShownTicket({ unread: 0 }), { ...MINE, unread: true }, 'ana')).toBe(false)
})

test('a new message moves its ticket to the top of the list', () => {
  const data = listPages(
    [aShownTicket({ id: 'A', lastAt: at(9) }), aShownTicket({ id: 'B', lastAt: at(8) })],
    [aShownTicket({ id: 'C', lastAt: at(7) })],
  )
  const moved = placeTicket(data, aShownTicket({ id: 'C', lastAt: at(10) }), MINE, 'ana')
  expect(idsOf(moved)).toEqual([['C', 'A', 'B'], []])
})

test('the waiting list begins with the longest waiting ticket', () => {
  const view: TicketView = { ...MINE, tab: 'aguardando', all: true }
  const waiting = (id: string, minute: number) =>
    aShownTicket({ id, status: 'pending', waitingSince: at(minute), lastAt: at(50) })
  const placed = placeTicket(listPages([waiting('A', 1), waiting('C', 3)]), waiting('B', 2), view, 'ana')
  expect(idsOf(placed)).toEqual([['A', 'B', 'C']])
})

test('a ticket taken by another user leaves the own list', () => {
  const placed = placeTicket(listPages([aShownTicket()]), aShownTicket({ userId: 'bruno' }), MINE, 'ana')
  expect(idsOf(placed)).toEqual([[]])
})

test('a ticket behind the loaded pages is left to the next page', () => {
  const data = { pages: [{ records: [aShownTicket({ id: 'A', lastAt: at(9) })], hasMore: true }] }
  expect(idsOf(placeTicket(data, aShownTicket({ id: 'B', lastAt: at(1) }), MINE, 'ana'))).toEqual([['A']])
})

test('a list keeps its order under the pointer, and counts the new tickets', () => {
  const records = ['new', 'B', 'A', 'older'].map((id) => ({ id }))
  const { shown, waiting } = heldOrder(records, ['A', 'B', 'gone'])
  expect(shown.map(({ id }) => id)).toEqual(['A', 'B', 'older'])
  expect(waiting).toBe(1)
  expect(heldOrder(records, undefined)).toEqual({ shown: records, waiting: 0 })
})

test('the waiting list starts with all tickets, other lists with the own ones', () => {
  expect(viewOf({})).toEqual(MINE)
  expect(viewOf({ tab: 'aguardando' }).all).toBe(true)
  expect(viewOf({ tab: 'aguardando', scope: 'mine' }).all).toBe(false)
  expect(viewOf({ queueIds: 'Q1,Q2', tagIds: 'x' })).toMatchObject({
    queueIds: ['Q1', 'Q2'],
    tagIds: ['x'],
  })
  expect(viewOf({ campaignId: 'C1' }).campaignId).toBe('C1')
  expect(filterCount({ tab: 'grupos', scope: 'all', queueIds: 'Q1', unread: 'true' })).toBe(2)
  expect(filterCount({ campaignId: 'C1' })).toBe(1)
})

test('the preview of a message without text names its kind', () => {
  expect(kindInPreview('[image]')).toBe('messages.kinds.image')
  expect(kindInPreview('[missed-call]')).toBe('messages.notices.missed-call')
  expect(kindInPreview('[nothing]')).toBeUndefined()
  expect(kindInPreview('Oi')).toBeUndefined()
})

test('a search marks what it found, without regard to case, accents and a number’s punctuation', () => {
  const marked = (text: string, typed: string) =>
    partsOf(text, matchesIn(text, typed)).filter((_, index) => index % 2 === 1)
  expect(marked('João e joão', 'JOAO')).toEqual(['João', 'joão'])
  expect(marked('👩‍🚀 Cafe\u0301 grande', 'café')).toEqual(['Cafe\u0301'])
  expect(marked('+55 11 98765-4321', '(11) 9876')).toEqual(['11 9876'])
  expect(marked('20261123-00001', '00001')).toEqual(['00001'])
  expect(marked('Maria', 'joão')).toEqual([])
  expect(marked('Maria', '  ')).toEqual([])
})

test('ranges that overlap or lie outside of the text mark nothing', () => {
  expect(
    partsOf('bolo de fubá', [
      [8, 12],
      [0, 4],
      [2, 6],
      [10, 40],
      [5, 5],
    ]),
  ).toEqual(['', 'bolo', ' de ', 'fubá', ''])
})

test('a search begins at two characters', () => {
  expect([undefined, '', ' a ', ' ab '].map(searchedIn)).toEqual([undefined, undefined, undefined, 'ab'])
})

test.each([
  ['5511987654321', '+55 11 98765-4321'],
  ['351912345678', '+351 912345678'],
  ['lid-777000111222', 'Sem nome'],
  ['Maria 2', 'Maria 2'],
  ['2026', '2026'],
])('a ticket that is stored as “%s” is shown as “%s”', async (name, shown) => {
  const texts = { 'common.nameless': 'Sem nome' }
  await i18next.init({ lng: 'pt', resources: { pt: { translation: texts } }, keySeparator: false })
  expect(ticketTitle(name)).toBe(shown)
})

test('a ticket shows a deleted message until a newer one has words', () => {
  expect(isLastDeleted(aShownTicket({ preview: '', lastDeleted: true }))).toBe(true)
  expect(isLastDeleted(aShownTicket({ preview: '' }))).toBe(false)
  expect(isLastDeleted(aShownTicket({ preview: 'Oi', lastDeleted: true }))).toBe(false)
})
