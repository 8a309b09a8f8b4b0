import { Sum } from '@recado/shared/desk-report/figures'
import { type Figures, type ReportFigure, reportFigure } from '@recado/shared/desk-report/report'
import { firstIdOf } from '@recado/shared/ids'
import { readSheetRows } from '@recado/shared/spreadsheets/read-rows'
import { cutText } from '@recado/shared/text'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, fileOf, refused } from '../support/api-client.ts'
import { aTicket } from '../support/builders.ts'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

let desk: Desk
let { admin, ana, bruno, carla, stranger, queues, people } = {} as Desk['parts']

const inDays = (days: number) =>
  cutText(new Date(Date.now() + days * 86_400_000).toISOString(), 'YYYY-MM-DD'.length)
/** Around today, whatever the hour is here. */
const TODAY = { from: inDays(-1), to: inDays(1) }
const NOTHING = new Sum().figures

beforeAll(async () => {
  desk = await Desk.open(principals, '5511900000271', '551195591')
  ;({ admin, ana, bruno, carla, stranger, queues, people } = desk.parts)
  await admin.call('saveSetting', { settingKey: 'userRating', value: 'enabled' })
  await admin.call('updateTicketQueue', {
    queueId: queues[SALES],
    name: SALES,
    color: '#119911',
    greetingMessage: `Aqui é ${SALES}`,
    // The played day takes most of a minute on a slow machine.
    targetMinutes: 5,
  })
}, atMost(120_000))

const ticketsOf = async (client: ApiClient, figure: ReportFigure, more: object = TODAY) =>
  (await client.call('listReportTickets', { ...TODAY, ...more, figure })).records

interface Conversation {
  ticket: Ticket
  messages: ShownMessage[]
}

/** All tickets that somebody sees in lists, with their conversations. */
async function conversationsOf(client: ApiClient): Promise<Conversation[]> {
  const tabs = ['atendendo', 'aguardando', 'resolvidos', 'adiados'] as const
  const pages = await Promise.all(tabs.map((tab) => client.call('listTickets', { tab, all: 'true' })))
  const tickets = pages.flatMap(({ records }) => records)
  return Promise.all(
    tickets.map(async (ticket) => ({
      ticket,
      messages: (await desk.messages(client, ticket.id)).filter((one) => one.ticketId === ticket.id),
    })),
  )
}

const isEvent = (kind: string) => (one: ShownMessage) =>
  one.content.type === 'event' && one.content.kind === kind
const secondsFrom = (first: ShownMessage, last: ShownMessage) =>
  Math.floor((Date.parse(last.at) - Date.parse(first.at)) / 1000)

interface Recount extends Pick<Figures, 'opened' | 'closed' | 'reopened'> {
  responses: number[]
  resolutions: number[]
  rates: number[]
}

/** The figures by the messages alone, as a person would count them. */
function recount(conversations: readonly Conversation[]): Recount {
  const counted: Recount = { opened: 0, closed: 0, reopened: 0, responses: [], resolutions: [], rates: [] }
  for (const { ticket, messages } of conversations) {
    counted.opened += 1
    const first = messages.find((one) => !one.fromMe && !one.internal)
    const answer = messages.find((one) => one.fromMe && one.author)
    if (first && answer) counted.responses.push(secondsFrom(first, answer))
    if (messages.some(isEvent('reopened'))) counted.reopened += 1
    const end = messages.findLast(isEvent('closed'))
    if (!end || ticket.status !== 'closed') continue
    counted.closed += 1
    if (first) counted.resolutions.push(secondsFrom(first, end))
    const rate = messages.find((one) => one.seq && one.at > end.at && one.content.type === 'text')
    if (rate?.content.type === 'text') counted.rates.push(Number(rate.content.text))
  }
  return counted
}

const lowestOf = (share: number, values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? null

describe('the figures of a played day', () => {
  beforeAll(async () => {
    const close = (ticketId: string) => ana.call('changeTicket', { ticketId, status: 'closed' })
    desk.newCustomer()
    const rated = await desk.attended()
    await desk.answer(ana, rated.id, 'Bom dia')
    await desk.receives('Bom dia')
    await close(rated.id)
    await desk.receives('De 1 a 5')
    await desk.writes('4')
    await eventually('the rate', async () => (await ticketsOf(ana, 'rated')).length === 1)
    desk.newCustomer()
    const again = await desk.attended()
    await desk.answer(ana, again.id, 'Pois não?')
    await close(again.id)
    await desk.receives('De 1 a 5')
    await desk.writes('E o meu boleto?')
    await eventually('it is open again', async () => (await ticketsOf(admin, 'reopened')).length === 1)
    desk.newCustomer()
    await desk.waiting(FINANCE)
  }, atMost(120_000))

  test('equal a recount from the messages, and each opens as many tickets', async () => {
    const counted = recount(await conversationsOf(admin))
    const { period, now, by } = await admin.call('getDeskReport', TODAY)
    const { responses, resolutions, rates, ...numbers } = counted
    expect(period).toEqual({
      ...numbers,
      firstResponse: { median: lowestOf(0.5, responses), p90: lowestOf(0.9, responses) },
      resolution: { median: lowestOf(0.5, resolutions), p90: lowestOf(0.9, resolutions) },
      target: { met: 2, of: 2 },
      rating: { asked: 1, count: 1, mean: 4 },
    })
    expect({ ...numbers, rates }).toEqual({ opened: 3, closed: 1, reopened: 1, rates: [4] })
    const shown: Record<ReportFigure, number> = {
      ...{ opened: 3, answered: 2, met: 2, missed: 0, closed: 1, reopened: 1, asked: 1, rated: 1 },
      ...{ waiting: now.waiting, open: 0, forgotten: 0 },
    }
    for (const figure of reportFigure.options)
      expect({ figure, count: (await ticketsOf(admin, figure)).length }).toEqual({
        figure,
        count: shown[figure],
      })
    expect(now).toMatchObject({ waiting: 2, longestWaitSince: expect.any(String) })
    expect(now.open.map(({ name, open }) => [name, open])).toContainEqual(['Ana Lima', 0])
    const sums = Object.values(by).map((parts) => parts.reduce((sum, { opened }) => sum + opened, 0))
    expect(sums).toEqual([3, 3, 3, 3])
    expect(by.queue.map(({ name, opened }) => [name, opened])).toEqual([
      [FINANCE, 1],
      [SALES, 2],
    ])
  })

  test('are one’s own without the right to all, and those of others are refused', async () => {
    const own = await ana.call('getDeskReport', TODAY)
    expect(own.period).toMatchObject({ opened: 1, closed: 1, rating: { count: 1 } })
    expect(own.now.open.map(({ userId }) => userId)).toEqual([people.ana.id])
    expect((await bruno.call('getDeskReport', TODAY)).period).toEqual(NOTHING)
    const ofAna = { ...TODAY, userId: people.ana.id }
    expect(await ana.call('getDeskReport', ofAna)).toEqual(await ana.call('getDeskReport', TODAY))
    expect((await admin.call('getDeskReport', ofAna)).period).toEqual(own.period)
    for (const client of [bruno, carla])
      for (const refusal of [
        await client.attempt('getDeskReport', ofAna),
        await client.attempt('exportDeskReport', ofAna),
        await client.attempt('listReportTickets', { ...ofAna, figure: 'opened' }),
        await client.attempt('getDeskReport', { ...TODAY, userId: 'none' }),
      ])
        expect(refusal).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect((await stranger.call('getDeskReport', TODAY)).period).toEqual(NOTHING)
    expect(await ticketsOf(stranger, 'opened')).toEqual([])
  })

  test('show who waits longer than the target of the queue', async () => {
    desk.newCustomer()
    const { id } = await desk.waiting()
    const table = principals.tenant(people.ana.companyId)
    const ticket = await getTicket(table, id)
    if (!ticket) throw new Error('There is no ticket')
    const waitingSince = new Date(Date.now() - 301_000).toISOString()
    await writeTicket(table, ticket, { ...ticket, waitingSince })
    const { forgotten, now } = await admin.call('getDeskReport', TODAY)
    expect(forgotten.map((one) => one.id)).toEqual([id])
    expect(now.longestWaitSince).toBe(waitingSince)
    expect((await ticketsOf(admin, 'forgotten')).map((one) => one.id)).toEqual([id])
    expect((await ticketsOf(admin, 'waiting'))[0]?.id).toBe(id)
  })

  test('are a spreadsheet', async () => {
    const { fileName, bytes } = fileOf(await admin.call('exportDeskReport', TODAY))
    expect(fileName).toMatch(/^Atendimento \d\d-\d\d-\d{4}\.xlsx$/)
    const rows: unknown[] = []
    for await (const { cells } of readSheetRows(bytes)) rows.push([cells[0], cells[1], cells[2]])
    const { period, by } = await admin.call('getDeskReport', TODAY)
    expect(rows).toContainEqual(['período', '', String(period.opened)])
    for (const { name, opened } of by.queue) expect(rows).toContainEqual(['fila', name, String(opened)])
    expect(rows).toHaveLength(2 + by.day.length + by.queue.length + by.user.length + 24)
  })
})

describe('a day that is over', () => {
  let made = 0
  /** A ticket of Carla that was answered after eight minutes, and ended after ten. */
  const past = async (
    day: string,
    { answeredAfter = 8, ...overrides }: Partial<StoredTicket> & { answeredAfter?: number } = {},
  ): Promise<StoredTicket> => {
    const { connection } = desk.parts
    const noon = Date.parse(`${day}T15:00:00.000Z`)
    const moment = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()
    const ticket = aTicket({
      id: `${firstIdOf(noon)}${String(made++).padStart(16, '0')}`,
      whatsappId: connection.id,
      chat: desk.newCustomer(),
      queueId: queues[SALES],
      userId: people.carla.id,
      status: 'closed',
      closeReason: 'person',
      createdAt: moment(0),
      firstInboundAt: moment(0),
      firstResponseAt: moment(answeredAfter),
      closedAt: moment(10),
      updatedAt: moment(10),
      ...overrides,
    })
    await writeTicket(principals.tenant(people.ana.companyId), undefined, ticket)
    return ticket
  }

  test('is counted anew after its tickets change', async () => {
    const day = inDays(-9)
    const figures = async () => (await carla.call('getDeskReport', { from: day, to: day })).period
    const [first, second] = [await past(day), await past(day, { answeredAfter: 1 })]
    const before = {
      opened: 2,
      closed: 2,
      target: { met: 1, of: 2 },
      firstResponse: { median: 60, p90: 480 },
    }
    expect(await figures()).toMatchObject(before)
    expect(await figures()).toMatchObject(before)
    await carla.call('changeTicket', { ticketId: first.id, status: 'open' })
    expect(await figures()).toMatchObject({ ...before, closed: 1 })
    expect((await carla.call('getDeskReport', TODAY)).period).toMatchObject({ opened: 0, reopened: 1 })
    await carla.call('changeTicket', { ticketId: first.id, userId: people.ana.id })
    expect(await figures()).toMatchObject({ opened: 1, firstResponse: { median: 60, p90: 60 } })
    await admin.call('deleteTicket', { ticketId: second.id })
    expect(await figures()).toEqual(NOTHING)
  })

  test('has pages of tickets, whose cursor fits no other number', async () => {
    const day = inDays(-8)
    for (let count = 0; count < 21; count++) await past(day)
    const wanted = { from: day, to: day, userId: people.carla.id }
    expect((await admin.call('getDeskReport', wanted)).period).toMatchObject({ opened: 21, closed: 21 })
    for (const figure of ['opened', 'closed'] as const) {
      const one = await admin.call('listReportTickets', { ...wanted, figure })
      const cursor = one.nextCursor ?? ''
      const other = await admin.call('listReportTickets', { ...wanted, figure, cursor })
      const ids = [...one.records, ...other.records].map(({ id }) => id)
      expect([one.records.length, other.records.length, new Set(ids).size]).toEqual([20, 1, 21])
      expect(other.hasMore).toBe(false)
      const elsewhere = { ...wanted, figure: 'rated' as const, cursor }
      expect((await admin.attempt('listReportTickets', elsewhere)).status).toBe(400)
    }
  })
})

test.each<[string, object, number, string]>([
  ['days in the wrong order', { from: inDays(0), to: inDays(-1) }, 400, 'ERR_DATE_RANGE'],
  ['93 days', { from: inDays(-92), to: inDays(0) }, 400, 'ERR_DATE_RANGE'],
  ['a day of the first century', { from: '0001-01-01', to: '0001-01-02' }, 400, 'ERR_DATE_RANGE'],
  ['no days', {}, 400, 'ERR_VALIDATION'],
  ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, 400, 'ERR_VALIDATION'],
  ['an unknown field', { ...TODAY, day: inDays(0) }, 400, 'ERR_VALIDATION'],
  ['an unknown user', { ...TODAY, userId: 'U1' }, 404, 'ERR_NO_USER_FOUND'],
  ['an unknown queue', { ...TODAY, queueId: 'Q1' }, 404, 'ERR_NO_QUEUE_FOUND'],
])('a report of %s is refused', async (_, query, status, code) => {
  const search = new URLSearchParams({ ...query }).toString()
  for (const path of ['/desk/report', '/desk/report/export'])
    expect(await admin.send('GET', `${path}?${search}`)).toMatchObject(refused(status, code))
})

test('92 days are a report, and another company’s queue or user is none', async () => {
  expect((await admin.attempt('getDeskReport', { from: inDays(-91), to: inDays(0) })).status).toBe(200)
  for (const field of [{ queueId: queues[SALES] }, { userId: people.ana.id }])
    expect((await stranger.attempt('getDeskReport', { ...TODAY, ...field })).status).toBe(404)
})
