import type { Schedule } from '@recado/shared/schedules/schedule'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LiveEvent } from '../../web/src/realtime/frame.ts'
import { hoursOf } from '../../web/src/schedules/day/hours.ts'
import { nearDay, proposedTime, rangeOfDay } from '../../web/src/schedules/days.ts'
import { scheduleKeys } from '../../web/src/schedules/keys.ts'
import { withDays } from '../../web/src/schedules/list/with-days.ts'
import { applyScheduleEvent } from '../../web/src/schedules/realtime.ts'
import type { ScheduleFilter } from '../../web/src/schedules/schedule-filter.ts'
import { stateOf } from '../../web/src/schedules/schedule-state.ts'

const ZONE = 'America/Sao_Paulo'
const AT = '2026-11-26T17:00:00.000Z'

const aSchedule = (overrides: Partial<Schedule> = {}): Schedule => ({
  id: 'S1',
  contactId: 'C1',
  contact: { name: 'Rita Sousa', number: '5511944990310' },
  whatsappId: null,
  body: 'Sua consulta é amanhã',
  media: null,
  sendAt: AT,
  status: 'PENDENTE',
  reason: null,
  waitsFor: null,
  sentAt: null,
  lateSeconds: null,
  openTicket: false,
  cancelIfReplied: false,
  userId: 'U1',
  userName: 'Ana Lima',
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
})

describe('days', () => {
  test('a day of the company is a range of instants', () => {
    expect(rangeOfDay('2026-11-26', ZONE)).toEqual({
      from: '2026-11-26T03:00:00.000Z',
      to: '2026-11-27T03:00:00.000Z',
    })
  })

  test('a day with a change of the clocks is as long as it is', () => {
    expect(rangeOfDay('2026-03-08', 'America/New_York')).toEqual({
      from: '2026-03-08T05:00:00.000Z',
      to: '2026-03-09T04:00:00.000Z',
    })
  })

  test('the days around today have names, also at the end of a month', () => {
    const named = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02']
    expect(named.map((date) => nearDay(date, '2026-11-30'))).toEqual([
      'yesterday',
      'today',
      'tomorrow',
      undefined,
    ])
  })

  test('a new schedule proposes the next hour in steps of five minutes, or a later day’s morning', () => {
    const now = Date.parse('2026-11-26T17:03:20.000Z')
    expect(proposedTime(now, ZONE)).toBe('2026-11-26T18:05:00.000Z')
    expect(proposedTime(now, ZONE, '2026-11-26')).toBe('2026-11-26T18:05:00.000Z')
    expect(proposedTime(now, ZONE, '2026-11-20')).toBe('2026-11-26T18:05:00.000Z')
    expect(proposedTime(now, ZONE, '2026-12-01')).toBe('2026-12-01T12:00:00.000Z')
  })

  test('each day of a list has one heading, by the time at which a message was sent', () => {
    const [late, next] = [
      aSchedule({ id: 'S1', sendAt: '2026-11-26T02:50:00.000Z', sentAt: '2026-11-26T03:10:00.000Z' }),
      aSchedule({ id: 'S2', sendAt: '2026-11-26T12:00:00.000Z' }),
    ]
    const other = aSchedule({ id: 'S3', sendAt: '2026-11-27T12:00:00.000Z' })
    expect(withDays([late, next, other], ZONE)).toEqual([
      { date: '2026-11-26' },
      { schedule: late },
      { schedule: next },
      { date: '2026-11-27' },
      { schedule: other },
    ])
  })

  test('a day shows its hours from the first to the last with a schedule', () => {
    const [early, late] = [
      aSchedule({ id: 'S1', sendAt: '2026-11-26T12:00:00.000Z' }),
      aSchedule({ id: 'S2', sendAt: '2026-11-26T14:59:00.000Z' }),
    ]
    expect(hoursOf([early, late], ZONE)).toEqual([
      { hour: 9, schedules: [early] },
      { hour: 10, schedules: [] },
      { hour: 11, schedules: [late] },
    ])
    expect(hoursOf([], ZONE)).toEqual([])
  })
})

describe('the state of a schedule', () => {
  const before = Date.parse(AT) - 1

  test.each([
    ['ahead of its time is scheduled', {}, before, { is: 'scheduled' }],
    ['whose time has come leaves', {}, Date.parse(AT), { is: 'leaving' }],
    [
      'that something holds up waits since its time',
      { waitsFor: 'connection' as const },
      Date.parse(AT),
      { is: 'waiting', waitsFor: 'connection', since: AT },
    ],
    [
      'that was sent within a minute was not late',
      { status: 'ENVIADA' as const, sentAt: AT, lateSeconds: 59 },
      before,
      { is: 'sent', at: AT, lateMinutes: 0 },
    ],
    [
      'that was sent later was late',
      { status: 'ENVIADA' as const, sentAt: AT, lateSeconds: 720 },
      before,
      { is: 'sent', at: AT, lateMinutes: 12 },
    ],
    [
      'whose contact replied was skipped',
      { status: 'ERRO' as const, reason: 'SKIPPED_REPLIED' },
      before,
      { is: 'skipped' },
    ],
    [
      'with another reason failed',
      { status: 'ERRO' as const, reason: '463' },
      before,
      { is: 'failed', reason: '463' },
    ],
  ])('one %s', (_, overrides, now, state) => {
    expect(stateOf(aSchedule(overrides), now)).toEqual(state)
  })
})

describe('events of schedules', () => {
  let cache: QueryClient
  const pages = (...records: Schedule[]) => ({
    pages: [{ records, hasMore: false, nextCursor: null }],
    pageParams: [''],
  })
  const event = (topic: string, action: string, body: object): LiveEvent => ({
    topic,
    action,
    frame: { channel: `company-C1-${topic}`, action, ...body },
  })
  const LISTS = {
    pending: { status: 'PENDENTE' },
    sent: { status: 'ENVIADA' },
    ofContact: { status: 'PENDENTE', contactId: 'C1' },
    ofOther: { status: 'PENDENTE', contactId: 'C2' },
    day: rangeOfDay('2026-11-26', ZONE),
    nextDay: rangeOfDay('2026-11-27', ZONE),
  } satisfies Record<string, ScheduleFilter>
  type List = keyof typeof LISTS
  const recordsOf = (list: List) =>
    cache.getQueryData<ReturnType<typeof pages>>(scheduleKeys.listOf(LISTS[list]))?.pages[0]?.records
  const stale = () =>
    Object.entries(LISTS)
      .filter(([, filter]) => cache.getQueryState(scheduleKeys.listOf(filter))?.isInvalidated)
      .map(([list]) => list)

  beforeEach(() => {
    cache = new QueryClient()
    for (const filter of Object.values(LISTS)) cache.setQueryData(scheduleKeys.listOf(filter), pages())
  })
  const holds = (...lists: List[]) => {
    for (const list of lists) cache.setQueryData(scheduleKeys.listOf(LISTS[list]), pages(aSchedule()))
  }

  test('a new schedule is fetched by the lists where it belongs, and by no other', () => {
    applyScheduleEvent(cache, event('schedule', 'create', { record: aSchedule() }))
    expect(stale()).toEqual(['pending', 'ofContact', 'day'])
  })

  test('a sent one goes from the pending ones to those that were sent', () => {
    holds('pending', 'ofContact', 'day')
    const record = aSchedule({ status: 'ENVIADA', lateSeconds: 1 })
    applyScheduleEvent(cache, event('schedule', 'update', { record }))
    expect(recordsOf('pending')).toEqual([])
    expect(recordsOf('ofContact')).toEqual([])
    expect(recordsOf('day')).toEqual([record])
    expect(stale()).toEqual(['sent'])
  })

  test('one that waits shows it without a fetch', () => {
    holds('pending', 'ofContact', 'day')
    const record = aSchedule({ waitsFor: 'connection' })
    applyScheduleEvent(cache, event('schedule', 'update', { record }))
    for (const list of ['pending', 'ofContact', 'day'] as const) expect(recordsOf(list)).toEqual([record])
    expect(stale()).toEqual([])
  })

  test('an event that looks older than the lists makes the server decide', () => {
    holds('pending', 'day')
    const record = aSchedule({ body: 'Antes', updatedAt: '2020-01-01T00:00:00.000Z' })
    applyScheduleEvent(cache, event('schedule', 'update', { record }))
    expect(recordsOf('pending')).toEqual([aSchedule()])
    expect(stale()).toEqual(expect.arrayContaining(['pending', 'day']))
  })

  test('one with another time changes its day, and its place in the lists', () => {
    holds('pending', 'ofContact', 'day')
    const record = aSchedule({ sendAt: '2026-11-27T17:00:00.000Z' })
    applyScheduleEvent(cache, event('schedule', 'update', { record }))
    expect(recordsOf('day')).toEqual([])
    expect(stale()).toEqual(['pending', 'ofContact', 'nextDay'])
  })

  test('a deleted one goes everywhere', () => {
    holds('pending', 'day')
    applyScheduleEvent(cache, event('schedule', 'delete', { id: 'S1' }))
    expect([recordsOf('pending'), recordsOf('day')]).toEqual([[], []])
  })

  test('a contact’s new name reaches its schedules', () => {
    holds('pending')
    const record = { id: 'C1', name: 'Rita Prado', number: '5511944990310' }
    applyScheduleEvent(cache, event('contact', 'update', { record }))
    expect(recordsOf('pending')).toMatchObject([{ contact: { name: 'Rita Prado' } }])
  })
})
