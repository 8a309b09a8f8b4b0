import { GALLERY_KINDS, type GalleryKind } from '@recado/shared/messages/gallery'
import type { Ticket, TicketWithDraft } from '@recado/shared/tickets/contract/ticket'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contactKeys } from '../../web/src/contacts/keys.ts'
import type { LiveEvent } from '../../web/src/realtime/frame.ts'
import { DELETED, lostAt } from '../../web/src/realtime/losses.ts'
import { type Conversation, messagesIn } from '../../web/src/tickets/conversation-cache.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { type Outgoing, outgoingOf, putOutgoing } from '../../web/src/tickets/outgoing.ts'
import { isCustomerTyping } from '../../web/src/tickets/presence/customers.ts'
import { applyTicketEvent } from '../../web/src/tickets/realtime.ts'
import { dropTicket, putDraft, putTicket } from '../../web/src/tickets/ticket-cache.ts'
import {
  aShownMessage,
  aShownTicket,
  at,
  conversationPages,
  idsOf,
  listPages,
  MINE,
} from '../support/web-tickets.ts'

// Events read the signed-in user, and no user signs in here.
vi.mock('../../web/src/api/session.ts', () => ({ session: { user: () => ({ id: 'ana' }) } }))

let client: QueryClient
const opened = (ticket: Ticket): TicketWithDraft => ({
  ...ticket,
  draft: { text: 'rascunho', quoted: null },
})
const apply = (topic: string, action: string, body: object) => {
  const event: LiveEvent = { topic, action, frame: { channel: '', action, ...body } }
  applyTicketEvent(client, event)
}
const shownDraft = (draftText: string | null) => ({ pages: [{ records: [{ draftText }] }] })
const listed = () => idsOf(client.getQueryData(ticketKeys.listOf(MINE)) ?? { pages: [] })

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.setQueryData(ticketKeys.listOf(MINE), listPages([aShownTicket({ revision: 5 })]))
  client.setQueryData(ticketKeys.one('u1'), opened(aShownTicket({ revision: 5 })))
})
afterEach(() => {
  vi.useRealTimers()
  client.clear()
})

test('an event changes the open ticket and the list, and keeps the draft', () => {
  apply('ticket', 'update', { record: aShownTicket({ revision: 6, userId: 'bruno' }) })
  expect(client.getQueryData(ticketKeys.one('u1'))).toMatchObject({
    userId: 'bruno',
    draft: { text: 'rascunho' },
  })
  expect(listed()).toEqual([[]])
})

test('a customer is shown as typing until their message comes', () => {
  apply('ticket', 'presence', { id: 'T1', customer: 'typing' })
  expect(isCustomerTyping('T1')).toBe(true)
  apply('appMessage', 'create', { ticketId: 'T1', record: aShownMessage({ fromMe: true }) })
  expect(isCustomerTyping('T1')).toBe(true)
  apply('appMessage', 'create', { ticketId: 'T1', record: aShownMessage({ fromMe: false }) })
  expect(isCustomerTyping('T1')).toBe(false)
})

test('a draft that the user sent in another tab is gone here too', () => {
  const draft = () => client.getQueryData<TicketWithDraft>(ticketKeys.one('u1'))?.draft
  const sent = (text: string, id = 'ana') => ({
    ticketId: 'T1',
    record: aShownMessage({
      fromMe: true,
      author: { id, name: 'Ana Lima' },
      content: { type: 'text', text },
    }),
  })
  apply('appMessage', 'create', sent('rascunho pronto', 'bruno'))
  apply('appMessage', 'create', sent('Outra coisa'))
  // A tick of an earlier message with the same words.
  apply('appMessage', 'update', sent('rascunho'))
  expect(draft()).toMatchObject({ text: 'rascunho' })
  apply('appMessage', 'create', sent('*Ana:*\nrascunho pronto'))
  expect(draft()).toBeNull()
})

test('an event keeps the draft of a listed ticket, in its old list and in the one that it moves to', () => {
  const waiting = ticketKeys.listOf({ ...MINE, tab: 'aguardando' })
  client.setQueryData(waiting, listPages([]))
  putDraft(client, { id: 'T1', uuid: 'u1' }, { text: ' Vou ver\n e já ', quoted: null })
  expect(client.getQueryData(ticketKeys.listOf(MINE))).toMatchObject(shownDraft('Vou ver e já'))
  apply('ticket', 'update', { record: aShownTicket({ revision: 6 }) })
  expect(client.getQueryData(ticketKeys.listOf(MINE))).toMatchObject(shownDraft('Vou ver e já'))
  apply('ticket', 'update', { record: aShownTicket({ revision: 7, status: 'pending' }) })
  expect(client.getQueryData(waiting)).toMatchObject(shownDraft('Vou ver e já'))
  putDraft(client, { id: 'T1', uuid: 'u1' }, { text: '', quoted: null })
  expect(client.getQueryData(waiting)).toMatchObject(shownDraft(null))
})

test('a ticket that comes into a list brings the draft of its open page', () => {
  client.setQueryData(ticketKeys.listOf(MINE), listPages([]))
  apply('ticket', 'update', { record: aShownTicket({ revision: 6 }) })
  expect(client.getQueryData(ticketKeys.listOf(MINE))).toMatchObject(shownDraft('rascunho'))
})

test('the tickets of a contact change with their events, and new ones are fetched', () => {
  const former = (): unknown => client.getQueryData(contactKeys.ticketsOf('C1'))
  client.setQueryData(contactKeys.one('C0'), { id: 'C1' })
  client.setQueryData(
    contactKeys.ticketsOf('C1'),
    listPages([aShownTicket({ contactId: 'C1', revision: 5 })]),
  )
  apply('ticket', 'update', { record: aShownTicket({ contactId: 'C1', revision: 6, status: 'closed' }) })
  expect(former()).toMatchObject({ pages: [{ records: [{ id: 'T1', status: 'closed' }] }] })
  expect(client.getQueryState(contactKeys.ticketsOf('C1'))?.isInvalidated).toBe(false)
  apply('ticket', 'create', { record: aShownTicket({ id: 'T2', uuid: 'u2', contactId: 'C0' }) })
  expect(client.getQueryState(contactKeys.ticketsOf('C1'))?.isInvalidated).toBe(true)
  apply('ticket', 'delete', { id: 'T1' })
  expect(former()).toMatchObject({ pages: [{ records: [] }] })
})

test('a message with a file refreshes the gallery of files, and no other one', () => {
  const isOld = (kind: GalleryKind) =>
    client.getQueryState(ticketKeys.gallery('T1', kind))?.isInvalidated ?? false
  for (const kind of GALLERY_KINDS) client.setQueryData(ticketKeys.gallery('T1', kind), listPages([]))
  apply('appMessage', 'create', { ticketId: 'T1', record: aShownMessage() })
  expect(GALLERY_KINDS.filter(isOld)).toEqual([])
  const media = { state: 'READY', mimetype: 'application/pdf', bytes: 9, key: null } as const
  const content = { type: 'document' as const, fileName: 'a.pdf', caption: '', media }
  apply('appMessage', 'update', { ticketId: 'T1', record: aShownMessage({ content, deletedAt: at(1) }) })
  expect(GALLERY_KINDS.filter(isOld)).toEqual(['files'])
})

test('an event of an older revision changes nothing', () => {
  apply('ticket', 'update', { record: aShownTicket({ revision: 4, userId: 'bruno' }) })
  expect(client.getQueryData(ticketKeys.one('u1'))).toMatchObject({ userId: 'ana', revision: 5 })
  expect(listed()).toEqual([['T1']])
})

test('events add new tickets to the list and remove deleted ones', () => {
  apply('ticket', 'create', { record: aShownTicket({ id: 'T2', uuid: 'u2', lastAt: at(5) }) })
  expect(listed()).toEqual([['T2', 'T1']])
  apply('ticket', 'delete', { id: 'T1' })
  expect(listed()).toEqual([['T2']])
})

test('a deletion older than the cached ticket changes nothing: the user sees the ticket again', () => {
  apply('ticket', 'update', { record: aShownTicket({ revision: 8 }) })
  apply('ticket', 'delete', { id: 'T1', revision: 7 })
  expect(listed()).toEqual([['T1']])
  expect(client.getQueryState(ticketKeys.one('u1'))?.isInvalidated).toBe(false)
  apply('ticket', 'delete', { id: 'T1', revision: 8 })
  expect(listed()).toEqual([[]])
  expect(client.getQueryState(ticketKeys.one('u1'))?.isInvalidated).toBe(true)
})

test('a late event does not bring back a lost ticket, and a newer one does', () => {
  apply('ticket', 'delete', { id: 'T1', revision: 7 })
  for (const revision of [6, 7]) {
    apply('ticket', 'update', { record: aShownTicket({ revision }) })
    expect(listed()).toEqual([[]])
  }
  expect(client.getQueryData(ticketKeys.one('u1'))).toMatchObject({ revision: 5 })
  apply('ticket', 'delete', { id: 'T1', revision: 6 })
  apply('ticket', 'update', { record: aShownTicket({ revision: 7 }) })
  expect(listed()).toEqual([[]])
  apply('ticket', 'update', { record: aShownTicket({ revision: 8 }) })
  expect(listed()).toEqual([['T1']])
})

test('a lost ticket that was fetched again changes with its events and with what its user does', () => {
  apply('ticket', 'delete', { id: 'T1', revision: 7 })
  client.setQueryData(ticketKeys.listOf(MINE), listPages([aShownTicket({ revision: 7 })]))
  expect(putTicket(client, aShownTicket({ revision: 7, unread: 0 }), 'ana')).toBe(true)
  expect(client.getQueryData(ticketKeys.listOf(MINE))).toMatchObject({
    pages: [{ records: [{ unread: 0 }] }],
  })
})

test('a deletion without a revision, of an older server, removes the ticket until its next event', () => {
  apply('ticket', 'delete', { id: 'T1' })
  expect(listed()).toEqual([[]])
  apply('ticket', 'update', { record: aShownTicket({ revision: 6 }) })
  expect(listed()).toEqual([['T1']])
})

test('a late event does not bring back a ticket that this user deleted', () => {
  dropTicket(client, 'T1', DELETED)
  apply('ticket', 'update', { record: aShownTicket({ revision: 9 }) })
  expect(listed()).toEqual([[]])
})

test('the revision of a lost ticket is forgotten after some minutes', () => {
  apply('ticket', 'delete', { id: 'T2', revision: 7 })
  expect(lostAt(client, 'T2')).toBe(7)
  vi.advanceTimersByTime(6 * 60_000)
  expect(lostAt(client, 'T2')).toBeUndefined()
})

test('an event without a ticket changes nothing', () => {
  apply('ticket', 'update', { record: { id: 'T1' } })
  expect(listed()).toEqual([['T1']])
})

test('a burst of events refetches the counters once', () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  for (let revision = 6; revision < 16; revision++)
    apply('ticket', 'update', { record: aShownTicket({ revision }) })
  vi.runAllTimers()
  expect(invalidate).toHaveBeenCalledTimes(1)
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ticketKeys.counters })
})

test('the event of a message adds it to the conversation, and removes the outgoing message', () => {
  const waiting: Outgoing = {
    clientId: 'c1',
    text: 'Oi',
    at: at(1),
    seenAt: at(0),
    accept: false,
    state: 'sending',
    reason: '',
  }
  putOutgoing(client, 'T1', waiting)
  client.setQueryData(ticketKeys.messages('T1'), conversationPages([aShownMessage()]))
  apply('appMessage', 'create', {
    ticketId: 'T1',
    record: aShownMessage({ id: 'M2', at: at(1), clientId: 'c1' }),
  })
  const shown = client.getQueryData<Conversation>(ticketKeys.messages('T1'))
  expect(messagesIn(shown).map(({ id }) => id)).toEqual(['M1', 'M2'])
  expect(outgoingOf(client, 'T1')).toEqual([])
})

test('an event of presence changes the attendant without a call', () => {
  client.setQueryData(ticketKeys.attendants, [
    { id: 'bruno', name: 'Bruno', queueIds: [], online: false, lastSeenAt: null },
  ])
  apply('user', 'presence', { id: 'bruno', online: true, lastSeenAt: '2026-01-02T12:00:00.000Z' })
  expect(client.getQueryData(ticketKeys.attendants)).toMatchObject([{ online: true }])
})
