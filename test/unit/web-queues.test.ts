import { type TicketQueue, ticketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import type { ShownUser } from '@recado/shared/users/user'
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, describe, expect, test } from 'vitest'
import type { LiveEvent } from '../../web/src/realtime/frame.ts'
import { SUGGESTED_COLORS } from '../../web/src/tags/color/suggested-colors.ts'
import { tagKeys } from '../../web/src/tags/keys.ts'
import { applyTagEvent } from '../../web/src/tags/realtime.ts'
import { userChanges } from '../../web/src/ticket-queues/form/user-changes.ts'
import {
  freeColors,
  placeAfter,
  queueFormValues,
  queueInputOf,
  validateQueueForm,
} from '../../web/src/ticket-queues/form/values.ts'
import { ticketQueueKeys } from '../../web/src/ticket-queues/keys.ts'
import { inOrderOf, withMoved } from '../../web/src/ticket-queues/list/queue-order.ts'
import { sameDaysOf } from '../../web/src/ticket-queues/list/same-days.ts'
import { applyTicketQueueEvent } from '../../web/src/ticket-queues/realtime.ts'
import { speakPortuguese } from '../support/portuguese.ts'

const AT = '2026-01-02T12:00:00.000Z'
const aQueue = (overrides: Partial<TicketQueue> = {}): TicketQueue => ({
  id: 'Q1',
  name: 'Vendas',
  color: '#1a7f50',
  greetingMessage: null,
  outOfHoursMessage: null,
  schedules: null,
  targetMinutes: null,
  distribution: 'manual',
  orderIndex: 0,
  createdAt: AT,
  updatedAt: AT,
  ...overrides,
})
const aUser = (id: string, queueIds: string[] = []): ShownUser => ({
  id,
  name: `User ${id}`,
  email: `${id}@x.test`,
  profile: 'user',
  super: false,
  companyId: 'C1',
  queueIds,
  queues: [],
  online: false,
  mailProblem: null,
  lastSeenAt: null,
  totp: false,
  selectedCompanyId: null,
  createdAt: AT,
})
const valuesOf = (queue?: TicketQueue) => queueFormValues(queue, queue ? [queue] : [], [])
const event = (topic: string, action: string, body: object = {}): LiveEvent => ({
  topic,
  action,
  frame: { channel: `company-C1-${topic}`, action, ...body },
})

beforeAll(speakPortuguese)

describe('the form of a queue', () => {
  test('an unchanged form leaves its queue unchanged', () => {
    const schedules = { periods: [{ weekday: 1, from: '09:00', to: '12:00' }], holidays: ['2026-12-25'] }
    const {
      id: _,
      createdAt: __,
      updatedAt: ___,
      orderIndex: ____,
      ...fields
    } = aQueue({
      schedules,
      targetMinutes: 10,
      greetingMessage: 'Olá',
      distribution: 'offer',
    })
    expect(ticketQueueInput.parse(queueInputOf(valuesOf(aQueue(fields))))).toEqual(fields)
  })

  test('the form sends null for empty texts, a missing target and hours that are switched off', () => {
    const input = queueInputOf({ ...valuesOf(), name: 'Vendas', greetingMessage: '  ' })
    expect(input).toMatchObject({ greetingMessage: null, targetMinutes: null, schedules: null })
  })

  test('the form shows a problem at its field', () => {
    const good = { ...valuesOf(), name: 'Vendas' }
    expect(validateQueueForm(good)).toEqual({})
    expect(validateQueueForm({ ...good, name: '' })).toEqual({ name: 'Campo obrigatório' })
    expect(validateQueueForm({ ...good, name: 'V' })).toEqual({ name: 'Nome muito curto!' })
    expect(validateQueueForm({ ...good, color: 'verde' })).toHaveProperty('color')
    expect(validateQueueForm({ ...good, targetMinutes: 0 })).toEqual({ targetMinutes: 'No mínimo 1' })
    expect(validateQueueForm({ ...good, targetMinutes: 1441 })).toEqual({ targetMinutes: 'No máximo 1440' })
  })

  test('the form refuses a period that ends before it begins, unless the hours are switched off', () => {
    const schedules = { periods: [{ weekday: 1, from: '12:00', to: '09:00' }], holidays: [] }
    const values = { ...valuesOf(), name: 'Vendas', schedules }
    expect(validateQueueForm({ ...values, hasHours: true })).toEqual({
      schedules: 'Há um período que termina antes de começar.',
    })
    expect(validateQueueForm(values)).toEqual({})
  })

  test('the form proposes an unused colour, and offers the queue’s own colour', () => {
    const [first, second] = SUGGESTED_COLORS
    const taken = aQueue({ color: first.color })
    expect(queueFormValues(undefined, [taken], []).color).toBe(second.color)
    expect(freeColors([taken], undefined)).not.toContain(first)
    expect(freeColors([taken], taken)).toContain(first)
  })

  test('a new queue is the last one', () => {
    expect(placeAfter([])).toBe(0)
    expect(placeAfter([aQueue({ orderIndex: 4 }), aQueue({ orderIndex: 2 })])).toBe(5)
    expect(placeAfter([aQueue({ orderIndex: 999 })])).toBe(999)
  })

  test('the form changes only added and removed users', () => {
    const users = [aUser('A'), aUser('B'), aUser('C')]
    expect(userChanges(users, ['A', 'B'], ['B', 'C'])).toEqual([
      { userId: 'A', name: 'User A', isOfQueue: false },
      { userId: 'C', name: 'User C', isOfQueue: true },
    ])
    expect(queueFormValues(aQueue(), [], [aUser('A', ['Q1']), aUser('B', ['Q2'])]).userIds).toEqual(['A'])
  })
})

describe('the order of the queues', () => {
  test('a queue moves by one place, and not beyond the ends', () => {
    expect(withMoved(['A', 'B', 'C'], 'C', -1)).toEqual(['A', 'C', 'B'])
    expect(withMoved(['A', 'B', 'C'], 'A', 1)).toEqual(['B', 'A', 'C'])
    for (const [id, by] of [
      ['A', -1],
      ['C', 1],
      ['X', 1],
    ] as const)
      expect(withMoved(['A', 'B', 'C'], id, by)).toEqual(['A', 'B', 'C'])
  })

  test('a queue created meanwhile is shown after the moved ones', () => {
    const queues = [{ id: 'A' }, { id: 'New' }, { id: 'B' }]
    expect(inOrderOf(queues, ['B', 'A']).map(({ id }) => id)).toEqual(['B', 'A', 'New'])
  })
})

describe('the opening hours in few words', () => {
  const periods = (weekdays: number[], from: string, to: string) =>
    weekdays.map((weekday) => ({ weekday, from, to }))

  test('consecutive days with the same hours are joined, Monday first', () => {
    const schedules = {
      periods: [
        ...periods([0], '10:00', '12:00'),
        ...periods([1, 2, 3, 5], '08:00', '12:00'),
        ...periods([3], '13:00', '18:00'),
      ],
      holidays: [],
    }
    expect(sameDaysOf(schedules)).toEqual([
      { first: 1, last: 2, periods: ['08:00–12:00'] },
      { first: 3, last: 3, periods: ['08:00–12:00', '13:00–18:00'] },
      { first: 5, last: 5, periods: ['08:00–12:00'] },
      { first: 0, last: 0, periods: ['10:00–12:00'] },
    ])
    expect(sameDaysOf({ periods: [], holidays: [] })).toEqual([])
  })
})

describe('live events', () => {
  test('events of users refetch the users of the queues, except for their presence', () => {
    const cache = new QueryClient()
    const isStale = () => cache.getQueryState(ticketQueueKeys.users)?.isInvalidated
    cache.setQueryData(ticketQueueKeys.users, [])
    applyTicketQueueEvent(cache, event('user', 'presence', { id: 'A' }))
    expect(isStale()).toBe(false)
    applyTicketQueueEvent(cache, event('user', 'update', { record: aUser('A') }))
    expect(isStale()).toBe(true)
  })

  test('events of tags change or remove the tag in the list, and refetch the list', () => {
    const cache = new QueryClient()
    const key = [...tagKeys.lists, '']
    const shown = { kanban: false, orderIndex: 0, createdAt: AT, updatedAt: AT }
    const tag = { id: 'T1', name: 'VIP', color: '#1a7f50', ...shown }
    const names = () =>
      cache
        .getQueryData<{ pages: { records: { name: string }[] }[] }>(key)
        ?.pages.flatMap(({ records }) => records.map(({ name }) => name))
    cache.setQueryData(key, {
      pages: [{ records: [tag], hasMore: false, nextCursor: null }],
      pageParams: [''],
    })
    applyTagEvent(cache, event('queue', 'delete', { id: 'T1' }))
    expect(names()).toEqual(['VIP'])
    applyTagEvent(cache, event('tag', 'update', { record: { ...tag, name: 'Ouro' } }))
    expect(names()).toEqual(['Ouro'])
    applyTagEvent(cache, event('tag', 'delete', { id: 'T1' }))
    expect(names()).toEqual([])
    expect(cache.getQueryState(key)?.isInvalidated).toBe(true)
  })
})
