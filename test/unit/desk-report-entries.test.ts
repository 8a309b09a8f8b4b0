import { openTime } from '@recado/shared/calendar/open-time'
import { storedFact } from '@recado/shared/desk-report/day-facts'
import { Sum } from '@recado/shared/desk-report/figures'
import { reportHours } from '@recado/shared/desk-report/report-hours'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { reportEntries } from '@recado/shared/tickets/rules/report-entries'
import { describe, expect, test } from 'vitest'
import { aTicket } from '../support/builders.ts'

const ZONE = 'America/Sao_Paulo'
const weekdays = (from: string, to: string) => [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from, to }))
/** Monday to Friday from eight to six; the 25th of November 2026, a Wednesday, is a holiday. */
const OFFICE = { enabled: true, periods: weekdays('08:00', '18:00'), holidays: ['2026-11-25'] }
/** A local time of São Paulo, three hours behind UTC. */
const local = (text: string) => Date.parse(`${text}:00.000-03:00`)
const HOUR = 3600

describe('business hours between two moments', () => {
  const office = openTime(OFFICE, ZONE)
  test.each([
    ['within a day', '2026-11-23T09:00', '2026-11-23T09:20', HOUR / 3],
    ['before it opens', '2026-11-23T06:00', '2026-11-23T07:59', 0],
    ['over a night', '2026-11-23T17:30', '2026-11-24T08:10', 40 * 60],
    ['over a holiday', '2026-11-24T17:00', '2026-11-26T09:00', 2 * HOUR],
    ['over a weekend', '2026-11-27T17:59', '2026-11-30T08:01', 120],
    ['on a holiday alone', '2026-11-25T09:00', '2026-11-25T17:00', 0],
    ['of three weeks', '2026-11-02T00:00', '2026-11-23T00:00', 15 * 10 * HOUR],
    ['backwards', '2026-11-23T12:00', '2026-11-23T11:00', 0],
  ])('%s', (_, from, to, seconds) => {
    expect(office(local(from), local(to))).toBe(seconds)
  })

  test('a day on which the clocks change is an hour shorter or longer', () => {
    const allDay = openTime(
      {
        enabled: true,
        periods: [0, 1].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
        holidays: [],
      },
      'America/New_York',
    )
    const days = (date: string, next: string) => allDay(Date.parse(date), Date.parse(next)) / HOUR
    expect(days('2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z')).toBe(23)
    expect(days('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z')).toBe(25)
    // From one to three o'clock, with the hour that the clocks skip.
    const atNight = openTime(
      { enabled: true, periods: [{ weekday: 0, from: '01:00', to: '03:00' }], holidays: [] },
      'America/New_York',
    )
    expect(atNight(Date.parse('2026-03-08T05:00:00Z'), Date.parse('2026-03-09T04:00:00Z'))).toBe(HOUR)
    expect(atNight(Date.parse('2026-11-01T04:00:00Z'), Date.parse('2026-11-02T05:00:00Z'))).toBe(3 * HOUR)
  })

  test('without hours every second counts', () => {
    expect(openTime(undefined, ZONE)(1_000, 4_999)).toBe(3)
  })
})

const at = (text: string) => new Date(local(text)).toISOString()
const HOURS = reportHours(
  { scheduleType: 'queue', schedules: null },
  [
    { id: 'vendas', name: 'Vendas', schedules: OFFICE, targetMinutes: 30 },
    { id: 'noite', name: 'Noite', schedules: null, targetMinutes: null },
  ],
  ZONE,
)
const ticket = (overrides: Partial<StoredTicket>) =>
  aTicket({
    queueId: 'vendas',
    userId: 'ana',
    createdAt: at('2026-11-23T17:30'),
    firstInboundAt: at('2026-11-23T17:30'),
    ...overrides,
  })
const factsOf = (overrides: Partial<StoredTicket>) =>
  reportEntries(ticket(overrides)).map((entry) => [entry.kind, ...storedFact(entry, HOURS).slice(1)])

describe('a ticket counts', () => {
  test.each<[string, Partial<StoredTicket>, unknown[][]]>([
    ['as opened while nobody answers', {}, [['opened', 17, -1]]],
    [
      'with its first answer in the hours of its queue',
      { firstResponseAt: at('2026-11-24T08:10') },
      [['opened', 17, 40 * 60]],
    ],
    [
      'at all hours in a queue without hours',
      { queueId: 'noite', firstResponseAt: at('2026-11-24T08:10') },
      [['opened', 17, 14 * HOUR + 40 * 60]],
    ],
    [
      'as closed, with its rate',
      {
        status: 'closed',
        closeReason: 'person',
        closedAt: at('2026-11-26T09:00'),
        rating: { askedAt: '', until: '', rate: 4, at: '' },
      },
      [
        ['opened', 17, -1],
        ['closed', 9, 30 * 60 + 10 * HOUR + HOUR, 4],
      ],
    ],
    [
      'as closed with a question that nobody answered',
      {
        status: 'closed',
        closeReason: 'idle',
        closedAt: at('2026-11-23T17:40'),
        rating: { askedAt: '', until: '', rate: null, at: null },
      },
      [
        ['opened', 17, -1],
        ['closed', 17, 600, 0],
      ],
    ],
    [
      'as reopened, and no longer as closed, while it is open again',
      { reopenedAt: at('2026-11-24T11:00'), status: 'open' },
      [
        ['opened', 17, -1],
        ['reopened', 11],
      ],
    ],
    [
      'from its opening where a person opened it, and without a first answer',
      {
        firstInboundAt: null,
        firstResponseAt: null,
        status: 'closed',
        closeReason: 'person',
        closedAt: at('2026-11-23T17:45'),
      },
      [
        ['opened', 17, -1],
        ['closed', 17, 900, -1],
      ],
    ],
    [
      'as opened only where its connection ended',
      { status: 'closed', closeReason: 'connection', closedAt: at('2026-11-23T17:45') },
      [['opened', 17, -1]],
    ],
    [
      'nowhere after it became another one',
      { status: 'closed', closeReason: 'merged', closedAt: at('2026-11-23T17:45') },
      [],
    ],
    ['nowhere as a group', { isGroup: true }, []],
  ])('%s', (_, overrides, facts) => {
    expect(factsOf(overrides)).toEqual(facts)
  })
})

test('median and p90 are times that occurred, and the target counts first answers of queues with one', () => {
  const sum = new Sum()
  for (const seconds of [100, 1800, 1801, 40, 5000])
    sum.add({ kind: 'opened', hour: 9, seconds, isAsked: false }, 30)
  sum.add({ kind: 'opened', hour: 9, seconds: 9, isAsked: false }, null)
  sum.add({ kind: 'opened', hour: 9, isAsked: false }, 30)
  for (const rate of [5, 4, undefined])
    sum.add({ kind: 'closed', hour: 9, seconds: 60, isAsked: true, ...(rate && { rate }) }, 30)
  expect(sum.figures).toEqual({
    opened: 7,
    closed: 3,
    reopened: 0,
    firstResponse: { median: 100, p90: 5000 },
    resolution: { median: 60, p90: 60 },
    target: { met: 3, of: 5 },
    rating: { asked: 3, count: 2, mean: 4.5 },
  })
  expect(new Sum().figures).toMatchObject({
    firstResponse: { median: null, p90: null },
    rating: { mean: null },
  })
})
