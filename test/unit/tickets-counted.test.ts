import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { Viewer } from '@recado/shared/tickets/rules/sight'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { countTickets } from '@recado/shared/tickets/store/count-tickets'
import { DESK_TALLIES, type TalliedTab } from '@recado/shared/tickets/store/tallies'
import { deleteTicket, getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { aTicket } from '../support/builders.ts'
import { listDrift } from '../support/list-drift.ts'

const QUEUES = ['vendas', 'suporte', 'financeiro']
const DESK = {
  queueIds: QUEUES,
  connections: new Map([
    ['loja', { queueIds: QUEUES }],
    ['aberta', { queueIds: [] }],
  ]),
}
const BRUNO: Viewer = { userId: 'bruno', seesAll: false, queueIds: ['vendas'] }
const CHEFE: Viewer = { userId: 'chefe', seesAll: true, queueIds: [] }

let memory: MemoryTable
let table: TenantTable
beforeEach(() => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
})

let chats = 0
async function given(overrides: Partial<StoredTicket>): Promise<StoredTicket> {
  const ticket = aTicket({ chat: `55119${70_000_000 + chats++}`, ...overrides })
  expect(await writeTicket(table, undefined, ticket)).toBe(true)
  const stored = await getTicket(table, ticket.id)
  if (!stored) throw new Error('The ticket is missing')
  return stored
}

const count = (viewer: Viewer, tab: TalliedTab = 'atendendo', upTo = 999) =>
  countTickets(table, tab, viewer, DESK, upTo)
const tallies = () => [...memory.rows((pk) => pk === `A#${DESK_TALLIES}`)]

test('an attendant counts the open tickets of her queues, and her own of other queues', async () => {
  await given({ status: 'open', queueId: 'vendas', userId: 'ana', inboundSeq: 3, readSeq: 1 })
  await given({ status: 'open', queueId: 'vendas', userId: 'bruno' })
  await given({ status: 'open', queueId: 'suporte', userId: 'bruno', inboundSeq: 1 })
  await given({ status: 'open', queueId: 'suporte', userId: 'ana' })
  expect(await count(BRUNO)).toEqual({ tickets: 3, unread: 3, mine: 2, mineUnread: 1 })
  expect(await count(CHEFE)).toEqual({ tickets: 4, unread: 3, mine: 0, mineUnread: 0 })
})

test('an admin’s own tickets and their messages are exact among more tickets than are counted', async () => {
  for (let index = 0; index < 9; index++)
    await given({ status: 'open', queueId: 'financeiro', userId: 'ana', inboundSeq: 1 })
  await given({ status: 'open', queueId: 'vendas', userId: 'chefe', inboundSeq: 4, readSeq: 1 })
  await given({ status: 'open', queueId: 'vendas', userId: 'chefe' })
  expect(await count(CHEFE, 'atendendo', 3)).toMatchObject({ mine: 2, mineUnread: 3 })
})

test('an attendant counts her own tickets of more queues than one filter compares', async () => {
  const queueIds = [...QUEUES, ...Array.from({ length: 100 }, (_, index) => `queue-${index}`)]
  await given({ status: 'open', queueId: 'queue-99', userId: 'bruno' })
  await given({ status: 'open', queueId: 'vendas', userId: 'bruno' })
  await given({ status: 'open', queueId: null, userId: 'bruno' })
  const desk = { ...DESK, queueIds }
  expect(await countTickets(table, 'atendendo', BRUNO, desk, 999)).toMatchObject({ tickets: 3, mine: 3 })
})

test('a ticket without a queue is counted by whom its connection shows it to', async () => {
  await given({ status: 'open', queueId: null, userId: 'ana', whatsappId: 'aberta' })
  await given({ status: 'open', queueId: null, userId: 'ana', whatsappId: 'loja' })
  await given({ status: 'open', queueId: null, userId: 'bruno', whatsappId: 'loja' })
  expect(await count(BRUNO)).toEqual({ tickets: 2, unread: 0, mine: 1, mineUnread: 0 })
})

test('waiting tickets are counted once, and a preferred user counts them as their own', async () => {
  await given({ queueId: 'vendas', preferredUserId: 'bruno' })
  await given({ queueId: 'suporte', userId: 'bruno' })
  await given({ queueId: 'suporte', userId: 'ana' })
  expect(await count(BRUNO, 'aguardando')).toEqual({ tickets: 2, unread: 0, mine: 2, mineUnread: 0 })
})

test('tickets in the menu of queues, and groups, have no tally', async () => {
  await given({ bot: { step: 'menu', tries: 0, hadFile: false }, queueId: null })
  await given({ isGroup: true, status: 'open', group: { muted: false, queueIds: [] } })
  expect(tallies()).toEqual([])
})

test('a closed ticket is counted once by its attendant, also if its queue was deleted', async () => {
  await given({ status: 'closed', queueId: 'vendas', userId: 'bruno' })
  await given({ status: 'closed', queueId: 'deleted', userId: 'bruno' })
  await given({ status: 'closed', queueId: 'deleted', userId: 'ana' })
  expect(await count(BRUNO, 'resolvidos')).toEqual({ tickets: 2, unread: 0, mine: 2, mineUnread: 0 })
  expect(await count(CHEFE, 'resolvidos')).toMatchObject({ tickets: 3 })
})

test('a closed group is counted by the queues that saw it', async () => {
  const closed = { status: 'closed', isGroup: true } as const
  await given({ ...closed, group: { muted: false, queueIds: ['vendas'] } })
  await given({ ...closed, group: { muted: false, queueIds: ['suporte'] } })
  await given({ ...closed, group: { muted: false, queueIds: [] } })
  expect(await count(BRUNO, 'resolvidos')).toMatchObject({ tickets: 2 })
})

test('a message changes the tally of its ticket in its place', async () => {
  const before = await given({ status: 'open', queueId: 'vendas', userId: 'ana' })
  const [{ sk } = { sk: '' }] = tallies()
  const after = { ...before, inboundSeq: 1, lastAt: '2026-02-01T12:00:00.000Z' }
  expect(await writeTicket(table, before, after)).toBe(true)
  expect(tallies()).toMatchObject([{ sk, unread: 1 }])
})

test('a snoozed ticket is counted among the snoozed only, and a deleted one nowhere', async () => {
  const open = await given({ status: 'open', queueId: 'vendas', userId: 'bruno' })
  expect(await writeTicket(table, open, { ...open, snoozedUntil: '2026-02-01T12:00:00.000Z' })).toBe(true)
  expect(await count(BRUNO)).toMatchObject({ tickets: 0 })
  expect(await count(BRUNO, 'adiados')).toMatchObject({ tickets: 1, mine: 1 })
  const snoozed = await getTicket(table, open.id)
  if (!snoozed) throw new Error('The ticket is missing')
  expect(await deleteTicket(table, snoozed)).toBe(true)
  expect(tallies()).toEqual([])
  expect(await listDrift(memory, ['A'])).toEqual([])
})

test('a count is exact up to its limit, and ends at one more', async () => {
  for (let number = 0; number < 7; number++) await given({ queueId: QUEUES[number % 2] ?? null })
  expect(await count(CHEFE, 'aguardando', 7)).toMatchObject({ tickets: 7 })
  expect(await count(CHEFE, 'aguardando', 6)).toMatchObject({ tickets: 7 })
  expect(await count(CHEFE, 'aguardando', 3)).toMatchObject({ tickets: 4 })
})

const someTicket = fc.record({
  status: fc.constantFrom('pending' as const, 'open' as const, 'closed' as const),
  queueId: fc.constantFrom('vendas', 'suporte', null),
  userId: fc.constantFrom('ana', 'bruno'),
  whatsappId: fc.constantFrom('loja', 'aberta'),
  inboundSeq: fc.nat(3),
})
const messagesOf = (tickets: StoredTicket[]) => tickets.reduce((sum, { inboundSeq }) => sum + inboundSeq, 0)
const TABS = { pending: 'aguardando', open: 'atendendo', closed: 'resolvidos' } as const

test('counters equal a recount of the tickets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someTicket, { maxLength: 12 }), async (some) => {
      memory = new MemoryTable()
      table = new TenantTable(memory, 'A')
      const all: StoredTicket[] = []
      for (const each of some) all.push(await given(each))
      for (const viewer of [BRUNO, CHEFE])
        for (const status of ['pending', 'open', 'closed'] as const) {
          const seen = all.filter(
            (ticket) =>
              ticket.status === status &&
              canSee(viewer, sightOf(ticket, DESK.connections.get(ticket.whatsappId)?.queueIds ?? [])),
          )
          const mine = seen.filter(({ userId }) => userId === viewer.userId)
          expect(await count(viewer, TABS[status])).toEqual({
            tickets: seen.length,
            unread: messagesOf(seen),
            mine: mine.length,
            mineUnread: messagesOf(mine),
          })
        }
    }),
    { numRuns: 50 },
  )
})
