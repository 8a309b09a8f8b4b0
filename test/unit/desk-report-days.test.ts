import { localDate } from '@recado/shared/calendar/local-date'
import { datesBetween, localDay } from '@recado/shared/calendar/open-time'
import { addUp } from '@recado/shared/desk-report/add-up'
import { storedFact } from '@recado/shared/desk-report/day-facts'
import { factsOfDays } from '@recado/shared/desk-report/period'
import { reportHours } from '@recado/shared/desk-report/report-hours'
import { firstIdOf } from '@recado/shared/ids'
import { MemoryTable } from '@recado/shared/table/memory'
import { allRows } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { applyChange, closed } from '@recado/shared/tickets/rules/apply-change'
import { reportEntries } from '@recado/shared/tickets/rules/report-entries'
import { TICKETS } from '@recado/shared/tickets/store/ticket-entity'
import { getTicket, ticketWrites, writeTicket } from '@recado/shared/tickets/store/tickets'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTicket } from '../support/builders.ts'

const ZONE = 'America/Sao_Paulo'
const HOUR_MS = 3_600_000
const [FROM, TO] = ['2026-11-20', '2026-11-24']
/** Four in the afternoon of the first day. */
const BEGIN = Date.parse('2026-11-20T19:00:00.000Z')
const ACTOR = { userId: 'ana', seesAll: true, queueIds: [] }
const hoursOf = (from: string) =>
  reportHours(
    {
      scheduleType: 'company',
      schedules: {
        periods: [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({ weekday, from, to: '18:00' })),
        holidays: [],
      },
    },
    [{ id: 'vendas', name: 'Vendas', schedules: null, targetMinutes: 30 }],
    ZONE,
  )
const HOURS = hoursOf('08:00')

let memory: MemoryTable
let table: TenantTable
let made = 0
beforeEach(() => {
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
})

const textOf = (moment: number) => new Date(moment).toISOString()
function newTicketAt(moment: number): StoredTicket {
  const number = String(++made).padStart(16, '0')
  return aTicket({
    id: `${firstIdOf(moment)}${number}`,
    chat: `5511${number}`,
    queueId: 'vendas',
    createdAt: textOf(moment),
    updatedAt: textOf(moment),
    firstInboundAt: textOf(moment),
    waitingSince: textOf(moment),
    lastAt: textOf(moment),
  })
}

/** What reports show, from storage where it is current. */
const reported = async (now: number, hours = HOURS) =>
  addUp(await factsOfDays(table, hours, { from: FROM, to: TO }, now), {}, hours, [])

/** The same from all tickets of the company, without days, ranges and storage. */
async function recounted(hours = HOURS) {
  const tickets: StoredTicket[] = []
  for await (const ticket of allRows(table, { pk: TICKETS })) tickets.push(ticket)
  const days = datesBetween(FROM, TO).map((date) => {
    const { from, to } = localDay(date, ZONE)
    const entries = tickets
      .flatMap(reportEntries)
      .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
    return {
      date,
      facts: entries.map((entry) => ({ ...entry, facts: [storedFact(entry, hours)] })),
    }
  })
  return addUp(days, {}, hours, [])
}

const rowsOf = (partition: string) => [...memory.rows((pk) => pk === `A#${partition}`)]
const changes = () => rowsOf('DESK-PAST-CHANGES').length

async function changeTo(id: string, change: (ticket: StoredTicket) => StoredTicket | undefined) {
  const ticket = await getTicket(table, id)
  if (!ticket) return
  expect(await writeTicket(table, ticket, change(ticket))).toBe(true)
}

const CHANGES: Record<string, (moment: number) => (ticket: StoredTicket) => StoredTicket | undefined> = {
  accepts: (moment) => (ticket) => ({ ...ticket, status: 'open', userId: 'ana', updatedAt: textOf(moment) }),
  answers: (moment) => (ticket) => ({
    ...ticket,
    waitingSince: null,
    firstResponseAt: ticket.firstResponseAt ?? textOf(moment),
    updatedAt: textOf(moment),
  }),
  transfers: (moment) => (ticket) => ({ ...ticket, queueId: null, updatedAt: textOf(moment) }),
  closes: (moment) => (ticket) =>
    ticket.status === 'closed'
      ? ticket
      : closed(ticket, { reason: 'person', by: 'ana', farewell: 'rating' }, textOf(moment)),
  reopens: (moment) => (ticket) =>
    ticket.status === 'closed' ? applyChange(ticket, { kind: 'open' }, ACTOR, [], textOf(moment)) : ticket,
  rates: (moment) => (ticket) =>
    ticket.rating
      ? { ...ticket, rating: { ...ticket.rating, rate: 5, at: textOf(moment) }, updatedAt: textOf(moment) }
      : ticket,
  merges: (moment) => (ticket) =>
    ticket.status === 'closed'
      ? ticket
      : closed(ticket, { reason: 'merged', by: null, farewell: 'nothing' }, textOf(moment)),
  deletes: () => () => undefined,
}

const happening = fc.record({
  afterMinutes: fc.integer({ min: 0, max: 9 * 60 }),
  what: fc.constantFrom('opens', 'opens', 'reports', 'reports', ...Object.keys(CHANGES)),
  which: fc.nat(5),
})

describe('a report of past days', () => {
  test('equals a recount of all tickets, whatever happened between two reports', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 40 }), async (happenings) => {
        memory = new MemoryTable()
        table = new TenantTable(memory, 'A')
        const ids: string[] = []
        let now = BEGIN
        for (const { afterMinutes, what, which } of happenings) {
          now += afterMinutes * 60_000
          const id = ids[which % Math.max(1, ids.length)]
          const change = CHANGES[what]
          if (what === 'opens') {
            const ticket = newTicketAt(now)
            await writeTicket(table, undefined, ticket)
            ids.push(ticket.id)
          } else if (what === 'reports') expect(await reported(now)).toEqual(await recounted())
          else if (id && change) await changeTo(id, change(now))
        }
        expect(await reported(now)).toEqual(await recounted())
      }),
      { numRuns: 300, seed: 20261125 },
    )
  })

  test('is read from storage, and counted again only after a change or under other hours', async () => {
    const ticket = newTicketAt(BEGIN)
    await writeTicket(table, undefined, ticket)
    const later = BEGIN + 40 * HOUR_MS
    const first = await reported(later)
    const [stored] = rowsOf('DESK-DAYS').filter(({ sk }) => sk === FROM)
    expect(stored).toBeDefined()
    expect(await reported(later)).toEqual(first)
    expect(rowsOf('DESK-DAYS').filter(({ sk }) => sk === FROM)).toEqual([stored])
    await changeTo(ticket.id, (found) => ({
      ...found,
      firstResponseAt: textOf(later),
      updatedAt: textOf(later),
    }))
    expect(await reported(later)).toEqual(await recounted())
    const others = hoursOf('06:00')
    expect(await reported(later, others)).toEqual(await recounted(others))
    expect(rowsOf('DESK-DAYS').filter(({ sk }) => sk.startsWith(`${FROM}#`))).toHaveLength(1)
  })

  test('of many days is counted in several calls, each of which keeps what it counted', async () => {
    const ticket = newTicketAt(BEGIN)
    await writeTicket(table, undefined, ticket)
    const later = BEGIN + 40 * HOUR_MS
    const range = { from: localDate(BEGIN - 19 * 24 * HOUR_MS, ZONE), to: FROM }
    const counting = () => factsOfDays(table, HOURS, range, later, () => false)
    await expect(counting()).rejects.toMatchObject({
      code: 'ERR_REPORT_COUNTING',
      values: { done: 6, days: 20 },
    })
    expect(rowsOf('DESK-DAYS').filter(({ sk }) => !sk.includes('#'))).toHaveLength(6)
    await expect(counting()).rejects.toMatchObject({ values: { done: 12, days: 20 } })
    await expect(counting()).rejects.toMatchObject({ values: { done: 18, days: 20 } })
    expect((await counting()).filter(({ facts }) => facts.length > 0).map(({ date }) => date)).toEqual([FROM])
  })

  test('counts a change that comes while the day is counted in the next report', async () => {
    const ticket = newTicketAt(BEGIN)
    await writeTicket(table, undefined, ticket)
    const later = BEGIN + 40 * HOUR_MS
    const query = memory.query.bind(memory)
    // After the day’s tickets were read, and before the day is stored.
    memory.query = async (...of) => {
      const page = await query(...of)
      if (of[0].pk === `A#${TICKETS}` && page.rows.length > 0) {
        memory.query = query
        await changeTo(ticket.id, CHANGES.answers?.(later) ?? ((found) => found))
      }
      return page
    }
    await reported(later)
    expect((await reported(later)).period.firstResponse.median).not.toBeNull()
    expect(await reported(later)).toEqual(await recounted())
  })
})

test('only what changes a past hour in reports takes a write more', async () => {
  const ticket = newTicketAt(BEGIN)
  await writeTicket(table, undefined, ticket)
  const [soon, later] = [textOf(BEGIN + HOUR_MS), textOf(BEGIN + 9 * HOUR_MS)]
  const atTheEnd = textOf(BEGIN + 10 * HOUR_MS)
  await changeTo(ticket.id, (found) => ({ ...found, status: 'open', userId: 'ana', updatedAt: soon }))
  await changeTo(ticket.id, (found) => ({
    ...found,
    inboundSeq: 2,
    lastAt: later,
    tagIds: ['T'],
    updatedAt: later,
  }))
  await changeTo(ticket.id, (found) =>
    closed(found, { reason: 'person', by: 'ana', farewell: 'nothing' }, atTheEnd),
  )
  expect(changes()).toBe(0)
  await changeTo(ticket.id, (found) => ({
    ...found,
    userId: 'bruno',
    updatedAt: textOf(BEGIN + 11 * HOUR_MS),
  }))
  // The end was an hour ago, and the opening eleven.
  expect(changes()).toBe(1)
  const found = await getTicket(table, ticket.id)
  expect(ticketWrites(table, found, undefined).length).toBeGreaterThan(
    ticketWrites(table, found, found).length,
  )
  await changeTo(ticket.id, () => undefined)
  expect(changes()).toBe(2)
})
