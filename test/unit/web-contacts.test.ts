import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeOf, validationOf, valuesOf } from '../../web/src/contacts/form/values.ts'
import { contactKeys } from '../../web/src/contacts/keys.ts'
import { applyContactEvent } from '../../web/src/contacts/realtime.ts'
import { aShownContact } from '../support/web-contacts.ts'

const ana = aShownContact()

test('a number that was not touched is not sent, and a contact with a LID may have none', () => {
  const values = { ...valuesOf(ana), name: 'Ana Lima' }
  expect(changeOf(values, ana)).not.toHaveProperty('number')
  expect(changeOf({ ...values, number: '11 94477-0002' }, ana)).toMatchObject({ number: '11 94477-0002' })
  const withLid = { ...ana, number: null, lid: '77' }
  expect(
    changeOf({ ...valuesOf(withLid), number: ' ' }, { ...withLid, number: '5511944770001' }),
  ).toMatchObject({
    number: null,
  })
  expect(validationOf(withLid)(valuesOf(withLid))).toEqual({})
  expect(validationOf(ana)({ ...valuesOf(ana), number: '' })).toHaveProperty('number')
})

test('an e-mail from a spreadsheet stays as it is, and does not keep the user from other changes', () => {
  const imported = { ...ana, email: 'nao-e-email' }
  const values = { ...valuesOf(imported), name: 'Ana Lima' }
  expect(validationOf(imported)(values)).toEqual({})
  expect(changeOf(values, imported)).not.toHaveProperty('email')
  expect(validationOf(imported)({ ...values, email: 'outro' })).toHaveProperty('email')
  expect(changeOf({ ...values, email: '' }, imported)).toMatchObject({ email: '' })
})

test('events of contacts change or remove the contact in lists, and refetch lists and open contacts', () => {
  const cache = new QueryClient()
  const key = [...contactKeys.lists, '']
  const names = () =>
    cache
      .getQueryData<{ pages: { records: { name: string }[] }[] }>(key)
      ?.pages.flatMap(({ records }) => records.map(({ name }) => name))
  const event = (topic: string, action: string, frame: object) => ({
    topic,
    action,
    frame: { channel: '', action, ...frame },
  })
  cache.setQueryData(key, {
    pages: [{ records: [ana], count: 1, hasMore: false, nextCursor: null }],
    pageParams: [''],
  })
  cache.setQueryData(contactKeys.one('C1'), ana)
  const isStale = () => cache.getQueryState(contactKeys.one('C1'))?.isInvalidated
  applyContactEvent(cache, event('tag', 'delete', { id: 'C1' }))
  applyContactEvent(cache, event('contact', 'importing', { importId: 'I1' }))
  expect([names(), isStale()]).toEqual([['Ana'], false])
  applyContactEvent(cache, event('contact', 'update', { record: { ...ana, name: 'Ana Lima' } }))
  expect([names(), isStale()]).toEqual([['Ana Lima'], true])
  applyContactEvent(cache, event('contact', 'delete', { id: 'C1' }))
  expect(names()).toEqual([])
})

test('a new contact does not make browsers fetch the open contacts again, and lists only once in two seconds', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const cache = new QueryClient()
  const list = [...contactKeys.lists, '']
  const tell = (action: string, frame: object) =>
    applyContactEvent(cache, { topic: 'contact', action, frame: { channel: '', action, ...frame } })
  const keys = {
    list,
    ana: contactKeys.one('C1'),
    merged: contactKeys.one('C0'),
    other: contactKeys.one('C2'),
  }
  const refetched = () => Object.entries(keys).flatMap(([name, key]) => (isInvalidated(key) ? [name] : []))
  const isInvalidated = (key: readonly string[]) => cache.getQueryState(key)?.isInvalidated
  const arrive = () => {
    cache.setQueryData(list, { pages: [{ records: [ana], count: 1, hasMore: false, nextCursor: null }] })
    // The page of a contact that was merged into Ana shows Ana.
    for (const key of [keys.ana, keys.merged]) cache.setQueryData(key, { ...ana })
    cache.setQueryData(keys.other, { ...ana, id: 'C2' })
  }
  arrive()
  for (const id of ['N1', 'N2', 'N3']) tell('create', { record: { ...ana, id } })
  expect(refetched()).toEqual([])
  vi.advanceTimersByTime(2000)
  expect(refetched()).toEqual(['list'])
  arrive()
  tell('update', { record: ana })
  expect(refetched()).toEqual(['ana', 'merged'])
  arrive()
  tell('delete', { id: 'C2' })
  expect(refetched()).toEqual(['other'])
  tell('reload', {})
  expect(refetched()).toEqual(['list', 'ana', 'merged', 'other'])
})
