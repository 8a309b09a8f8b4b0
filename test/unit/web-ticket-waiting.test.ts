import { expect, test } from 'vitest'
import { nearDay, shortMoment } from '../../web/src/tickets/moments.ts'
import { minutesSince, roughly, waitingLevel } from '../../web/src/tickets/waiting.ts'
import { at, ZONE } from '../support/web-tickets.ts'

test('a waiting time is late from its target on, and too late from twice the target on', () => {
  expect([4, 5, 9, 10].map((minutes) => waitingLevel(minutes, 5))).toEqual([
    'fine',
    'late',
    'late',
    'tooLate',
  ])
  expect(waitingLevel(500, null)).toBe('fine')
})

test('a waiting time is shown in the largest unit that it fills', () => {
  expect(minutesSince(at(0), Date.parse(at(12)))).toBe(12)
  expect(minutesSince(at(5), Date.parse(at(0)))).toBe(0)
  expect([0, 59, 95, 47 * 60, 48 * 60].map(roughly)).toEqual([
    { unit: 'now', count: 0 },
    { unit: 'minutes', count: 59 },
    { unit: 'hours', count: 1 },
    { unit: 'hours', count: 47 },
    { unit: 'days', count: 2 },
  ])
})

test('a time on another day is shown as a date', () => {
  const now = Date.parse('2026-11-23T15:00:00.000Z')
  expect(shortMoment('2026-11-23T12:30:00.000Z', now, ZONE)).toBe('09:30')
  expect(shortMoment('2026-11-23T02:30:00.000Z', now, ZONE)).toBe('22/11')
  expect(nearDay('22/11/2026', now, ZONE)).toBe('yesterday')
})
