import { descendingTime } from '@recado/shared/descending-time'
import { expect, test } from 'vitest'

test('a later time sorts before an earlier one, until the year 2286', () => {
  for (const [earlier, later] of [
    ['1970-01-01T00:00:00.000Z', '2001-09-09T01:46:40.000Z'],
    ['2026-11-23T12:00:00.000Z', '2026-11-23T12:00:00.001Z'],
    ['2286-11-20T17:46:39.989Z', '2286-11-20T17:46:39.990Z'],
  ] as const)
    expect(descendingTime(Date.parse(later)) < descendingTime(Date.parse(earlier)), later).toBe(true)
})
