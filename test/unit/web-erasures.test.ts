import { type Erasure, NOTHING_ERASED } from '@recado/shared/data-subjects/erasure'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { erasureKeys } from '../../web/src/data-subjects/keys.ts'
import { applyErasureEvent } from '../../web/src/data-subjects/realtime.ts'

const AT = '2026-01-02T12:00:00.000Z'
const erasure = (overrides: Partial<Erasure> = {}): Erasure => ({
  id: 'E1',
  lastDigits: '1001',
  status: 'RUNNING',
  erased: NOTHING_ERASED,
  blocked: true,
  lifted: null,
  by: 'Ana',
  createdAt: AT,
  finishedAt: null,
  ...overrides,
})
const LIST = [...erasureKeys.lists, '']
const listed = (record: Erasure) => ({ pages: [{ records: [record] }], pageParams: [] })

let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient()
})
const hear = (record: object) =>
  applyErasureEvent(cache, {
    topic: 'data-subject',
    action: 'update',
    frame: { channel: 'company-C1-data-subject', action: 'update', record },
  })

test('events show the progress of an erasure, and its end', () => {
  cache.setQueryData(LIST, listed(erasure()))
  for (const next of [
    erasure({ erased: { ...NOTHING_ERASED, contacts: 1 } }),
    erasure({ erased: { ...NOTHING_ERASED, contacts: 1 }, status: 'DONE', finishedAt: AT }),
  ]) {
    hear(next)
    expect(cache.getQueryData(LIST)).toEqual(listed(next))
    expect(cache.getQueryState(LIST)?.isInvalidated).toBe(false)
  }
})

test.each<[string, Partial<Erasure>, Partial<Erasure>]>([
  ['its end', { status: 'DONE', finishedAt: AT }, {}],
  ['the permission to write again', { lifted: { at: AT, by: 'Ana' } }, {}],
  ['further progress', { erased: { ...NOTHING_ERASED, messages: 2 } }, { erased: NOTHING_ERASED }],
])('an event of an erasure that comes after %s makes the server decide', (_, known, told) => {
  cache.setQueryData(LIST, listed(erasure(known)))
  hear(erasure(told))
  expect(cache.getQueryData(LIST)).toEqual(listed(erasure(known)))
  expect(cache.getQueryState(LIST)?.isInvalidated).toBe(true)
})

test('an event without the confidential part has the list fetched again', () => {
  cache.setQueryData(LIST, listed(erasure()))
  hear({ id: 'E1' })
  expect(cache.getQueryState(LIST)?.isInvalidated).toBe(true)
})
