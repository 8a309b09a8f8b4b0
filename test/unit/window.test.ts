import { MemoryTable } from '@recado/shared/table/memory'
import { countInWindow } from '@recado/shared/table/window'
import { beforeEach, expect, test } from 'vitest'

const KEY = { pk: 'A#RATES', sk: 'exports' }
const WINDOW = { limit: 3, lengthMs: 10_000 }
const NOON = Date.parse('2026-11-21T12:00:00.000Z')

let table: MemoryTable
beforeEach(() => {
  table = new MemoryTable()
})
const count = (now: number, key = KEY) => countInWindow(table, key, WINDOW, now)

test('a window lets as many through as it holds, and says when it ends', async () => {
  for (let call = 0; call < 3; call++) expect(await count(NOON + call)).toBeUndefined()
  expect(await count(NOON + 9_000)).toBe(NOON + 10_000)
})

test('of many at once no more slip through', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => count(NOON)))
  expect(answers.filter((fullUntil) => fullUntil === undefined)).toHaveLength(3)
})

test('when it is over, another one begins, at whose start nothing is lost', async () => {
  for (let call = 0; call < 4; call++) await count(NOON)
  const answers = await Promise.all(Array.from({ length: 20 }, () => count(NOON + 10_001)))
  expect(answers.filter((fullUntil) => fullUntil === undefined)).toHaveLength(3)
})

test('each row has a window of its own', async () => {
  for (let call = 0; call < 3; call++) await count(NOON)
  expect(await count(NOON, { ...KEY, sk: 'starts' })).toBeUndefined()
})
