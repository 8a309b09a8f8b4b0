import {
  type DueFilter,
  daysUntil,
  dueStandingOf,
  isWantedDue,
  nextDueDate,
  plusDays,
  plusMonths,
} from '@recado/shared/companies/due-date'
import { describe, expect, test } from 'vitest'

const TODAY = '2026-11-22'

describe('the next due date', () => {
  test.each([
    ['MENSAL', '2026-12-10'],
    ['BIMESTRAL', '2027-01-10'],
    ['TRIMESTRAL', '2027-02-10'],
    ['SEMESTRAL', '2027-05-10'],
    ['ANUAL', '2027-11-10'],
  ] as const)('of %s is %s', (recurrence, expected) => {
    expect(nextDueDate({ dueDate: '2026-11-10', recurrence }, TODAY)).toBe(expected)
  })

  test('counts from the due date, even a long past one', () => {
    expect(nextDueDate({ dueDate: '2025-03-05', recurrence: 'MENSAL' }, TODAY)).toBe('2025-04-05')
  })

  test('comes back to the day for which it was set after a shorter month', () => {
    const next = (dueDate: string) => nextDueDate({ dueDate, dueDay: 31, recurrence: 'MENSAL' }, TODAY)
    expect(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'].map(next)).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ])
  })

  test('counts from today without a due date', () => {
    expect(nextDueDate({ dueDate: null, recurrence: 'MENSAL' }, TODAY)).toBe('2026-12-22')
  })

  test.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-10-31', 3, '2027-01-31'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(plusMonths(date, months)).toBe(expected)
  })
})

test('days are calendar days, across the ends of months, years and summer time', () => {
  expect(daysUntil('2026-12-01', TODAY)).toBe(9)
  expect(daysUntil('2027-01-01', '2026-12-31')).toBe(1)
  expect(daysUntil('2028-03-01', '2028-02-28')).toBe(2)
  expect(daysUntil('2026-11-21', TODAY)).toBe(-1)
  expect(plusDays('2028-02-28', 2)).toBe('2028-03-01')
})

describe('the colour of a company', () => {
  test.each([
    [6, 'paid'],
    [5, 'soon'],
    [4, 'due'],
    [0, 'due'],
    [-3, 'due'],
    [-4, 'overdue'],
    [-400, 'overdue'],
    [null, 'paid'],
  ] as const)('due in %s days is %s', (dueIn, expected) => {
    expect(dueStandingOf({ archived: false, dueIn })).toBe(expected)
    expect(dueStandingOf({ archived: true, dueIn })).toBe('archived')
  })
})

describe('the due filters', () => {
  const FIRST_AND_LAST: Record<DueFilter, [first: number, last: number]> = {
    in7: [0, 7],
    in3: [0, 3],
    overdue: [-1000, -1],
    overdue3: [-1000, -4],
    overdue7: [-1000, -8],
    overdue15: [-1000, -16],
  }

  test.each(Object.entries(FIRST_AND_LAST) as [DueFilter, [number, number]][])(
    '%s matches days %j',
    (filter, [first, last]) => {
      const wanted = (days: number) => isWantedDue(filter, plusDays(TODAY, days), TODAY)
      expect([first - 1, first, last, last + 1].map(wanted)).toEqual([first === -1000, true, true, false])
      expect(isWantedDue(filter, null, TODAY)).toBe(false)
    },
  )
})
