import { firstIdOf, newId } from '@recado/shared/ids'
import { expect, test } from 'vitest'

test('ids sort by creation time, and ids of one moment by their order', () => {
  const ids = Array.from({ length: 100 }, () => newId())
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(100)
})

test('the first id of a moment sorts after all earlier ids and before all ids from that moment on', () => {
  const now = Date.now()
  const id = newId(now)
  expect(firstIdOf(now) <= id).toBe(true)
  expect(firstIdOf(now + 1) > id).toBe(true)
  expect(firstIdOf(now - 86_400_000) < firstIdOf(now)).toBe(true)
})

test('asking for the first id of a future moment does not change later ids', () => {
  const tomorrow = Date.now() + 86_400_000
  expect(firstIdOf(tomorrow) > newId()).toBe(true)
  expect(newId() < firstIdOf(tomorrow)).toBe(true)
})

test('a time outside the range of ids counts as the earliest or the latest', () => {
  const now = newId(Date.parse('2026-11-21T12:00:00.000Z'))
  expect(firstIdOf(Date.parse('0020-02-29T00:00:00.000Z')) < now).toBe(true)
  expect(firstIdOf(Number.MAX_SAFE_INTEGER) > now).toBe(true)
})
