import { MemoryTable } from '@recado/shared/table/memory'
import { keyIn } from '@recado/shared/table/table'
import { type CountedWindow, countInWindow } from '@recado/shared/table/window'
import { beforeEach, expect, test } from 'vitest'

const KEY = keyIn<CountedWindow>('A#RATES', 'exports')
const WINDOW = { limit: 3, lengthMs: 10_000 }
const NOON = Date.parse('2026-11-21T12:00:00.000Z')

let table: MemoryTable
beforeEach(() => {
  table = new MemoryTable()
})
const count = (now: number, key = KEY) => countInWindow(table, key, WINDOW, now)

test('a window allows its number of calls and returns its end', async () => {
  for (let call = 0; call < 3; call++) expect(await count(NOON + call)).toBeUndefined()
  expect(await count(NOON + 9_000)).toBe(NOON + 10_000)
})

test('many simultaneous calls do not exceed a window', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => count(NOON)))
  expect(answers.filter((fullUntil) => fullUntil === undefined)).toHaveLength(3)
})

test('the next window starts after the end of the first, without losing a call', async () => {
  for (let call = 0; call < 4; call++) await count(NOON)
  const answers = await Promise.all(Array.from({ length: 20 }, () => count(NOON + 10_001)))
  expect(answers.filter((fullUntil) => fullUntil === undefined)).toHaveLength(3)
})

test('each row has its own window', async () => {
  for (let call = 0; call < 3; call++) await count(NOON)
  expect(await count(NOON, { ...KEY, sk: 'starts' })).toBeUndefined()
})

test('a call that counts for several is refused if not all of them have room', async () => {
  const three = () => countInWindow(table, KEY, WINDOW, NOON, 3)
  await count(NOON)
  expect(await three()).toBe(NOON + 10_000)
  expect(await countInWindow(table, KEY, WINDOW, NOON, 2)).toBeUndefined()
  expect(await count(NOON)).toBe(NOON + 10_000)
})
