import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { GroupFetch } from '@recado/shared/groups/group-fetch'
import type { ContactImport } from '@recado/shared/imports/import'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { contactBlockKeys } from '../../web/src/contact-blocks/keys.ts'
import { applyContactBlockEvent } from '../../web/src/contact-blocks/realtime.ts'
import { contactListKeys } from '../../web/src/contact-lists/keys.ts'
import { applyContactListEvent } from '../../web/src/contact-lists/realtime.ts'
import type { Groups } from '../../web/src/extractors/fetches.ts'
import { extractorKeys } from '../../web/src/extractors/keys.ts'
import { applyExtractorEvent } from '../../web/src/extractors/realtime.ts'
import { applyImportEvent } from '../../web/src/imports/realtime.ts'
import { BLOCKS, importKeys, listTarget } from '../../web/src/imports/target.ts'
import type { LiveEvent } from '../../web/src/realtime/frame.ts'

const AT = '2026-01-02T12:00:00.000Z'
const LATER = '2026-01-02T13:00:00.000Z'

const pages = <T>(...records: T[]) => ({
  pages: [{ records, hasMore: false, nextCursor: null }],
  pageParams: [''],
})
const event = (topic: string, action: string, body: object = {}): LiveEvent => ({
  topic,
  action,
  frame: { channel: `company-C1-${topic}`, action, ...body },
})
const list = (overrides: Partial<ContactList> = {}): ContactList => ({
  id: 'L1',
  name: 'Clientes',
  type: 'PRIVATE',
  contactsCount: 3,
  valids: 1,
  invalids: 1,
  unknowns: 1,
  isDuplicated: false,
  updateAt: AT,
  createdAt: AT,
  importId: null,
  consent: null,
  checking: null,
  group: null,
  ...overrides,
})

let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient()
})
const isStale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated

describe('events of contact lists', () => {
  test('an event brings a check’s progress to the list and to its row', () => {
    const all = contactListKeys.listsOf('PRIVATE', '')
    cache.setQueryData(contactListKeys.one('L1'), list())
    cache.setQueryData(all, pages(list(), list({ id: 'L2' })))
    const checking = { whatsappId: 'W1', checked: 1, total: 2, startedAt: AT, waitingFor: null }
    applyContactListEvent(cache, event('contact-list', 'update', { record: list({ checking }) }))
    expect(cache.getQueryData(contactListKeys.one('L1'))).toMatchObject({ checking })
    expect(cache.getQueryData(all)).toMatchObject(pages({ id: 'L1', checking }, { id: 'L2', checking: null }))
  })

  test('a late event of a check’s progress does not undo its end', () => {
    const all = contactListKeys.listsOf('PRIVATE', '')
    const checking = { whatsappId: 'W1', checked: 1, total: 2, startedAt: AT, waitingFor: null }
    cache.setQueryData(contactListKeys.one('L1'), list({ checking }))
    cache.setQueryData(all, pages(list({ checking }), list({ id: 'L2' })))
    const ended = list({ updateAt: LATER, valids: 2, unknowns: 0 })
    applyContactListEvent(cache, event('contact-list', 'update', { record: ended }))
    applyContactListEvent(cache, event('contact-list', 'update', { record: list({ checking }) }))
    expect(cache.getQueryData(contactListKeys.one('L1'))).toEqual(ended)
    expect(cache.getQueryData(all)).toEqual(pages(ended, list({ id: 'L2' })))
  })

  test('the report of a group counts, also if its list was renamed after it', () => {
    const group = { id: 'G1', name: 'Bairro', whatsappId: 'W1', whatsappName: 'Loja', unknownNumbers: 0 }
    cache.setQueryData(contactListKeys.one('L1'), list({ type: 'GROUP', group, updateAt: LATER }))
    const record = list({ type: 'GROUP', group, contactsCount: 9 })
    applyContactListEvent(cache, event('contact-list', 'update', { record }))
    expect(cache.getQueryData(contactListKeys.one('L1'))).toMatchObject({ contactsCount: 9 })
  })

  test('an event keeps the group members, which only the list’s own call returns', () => {
    const group = { id: 'G1', name: 'Bairro', whatsappId: 'W1', whatsappName: 'Loja', unknownNumbers: 0 }
    const contacts = [{ name: 'Ana', number: '5511987654321', admin: false }]
    cache.setQueryData(contactListKeys.one('L1'), list({ type: 'GROUP', group: { ...group, contacts } }))
    const record = list({ type: 'GROUP', name: 'Outro', group })
    applyContactListEvent(cache, event('contact-list', 'update', { record }))
    expect(cache.getQueryData(contactListKeys.one('L1'))).toMatchObject({
      name: 'Outro',
      group: { contacts },
    })
  })

  test('a deleted list leaves every search', () => {
    const key = contactListKeys.listsOf('PRIVATE', 'vip')
    cache.setQueryData(key, pages({ id: 'L1' }, { id: 'L2' }))
    applyContactListEvent(cache, event('contact-list', 'delete', { id: 'L1' }))
    expect(cache.getQueryData(key)).toEqual(pages({ id: 'L2' }))
  })

  test('a deleted contact leaves its list, which counts its contacts again', () => {
    const items = [...contactListKeys.items('L1'), {}]
    cache.setQueryData(items, pages({ id: 'I1' }, { id: 'I2' }))
    applyContactListEvent(cache, event('ContactListItem-L1', 'delete', { id: 'I1' }))
    expect(cache.getQueryData(items)).toEqual(pages({ id: 'I2' }))
    expect(isStale(items)).toBe(true)
  })

  test('an event’s copy on the channel of all lists changes nothing, because the list’s own channel brought it', () => {
    const items = [...contactListKeys.items('L1'), {}]
    cache.setQueryData(items, pages({ id: 'I1' }))
    for (const copy of [
      event('ContactListItem', 'delete', { id: 'I1' }),
      event('ContactListItem', 'reload'),
      event('ContactListItem', 'imported', { importId: 'I1' }),
    ]) {
      expect(applyContactListEvent(cache, copy)).toEqual([])
      expect(applyImportEvent(cache, copy)).toEqual([])
    }
    expect(cache.getQueryData(items)).toEqual(pages({ id: 'I1' }))
    expect(isStale(items)).toBe(false)
  })

  test('a reading of groups refetches all lists, a check of numbers only the list’s contacts', () => {
    const lists = contactListKeys.listsOf('GROUP', '')
    const items = [...contactListKeys.items('L1'), {}]
    cache.setQueryData(lists, pages())
    cache.setQueryData(items, pages())
    applyContactListEvent(cache, event('ContactListItem-L1', 'reload'))
    expect([isStale(lists), isStale(items)]).toEqual([false, true])
    applyContactListEvent(cache, event('contact-list', 'reload'))
    expect(isStale(lists)).toBe(true)
  })
})

describe('events of imports', () => {
  const progress: ContactImport = {
    importId: 'I1',
    contactListId: 'L1',
    status: 'WAITING',
    total: null,
    consent: null,
    read: 0,
    imported: 0,
    duplicated: 0,
    refused: 0,
    refusedReasons: {},
    shortened: 0,
    error: null,
    createdAt: AT,
    finishedAt: null,
    sync: null,
  }
  const key = importKeys.one(listTarget('L1'), 'I1')
  const items = [...contactListKeys.items('L1'), {}]
  const counts = { importId: 'I1', total: 20, read: 10, imported: 7, duplicated: 2, refused: 1 }

  test('events of an import bring its counts, and its end refetches the contacts', () => {
    cache.setQueryData(key, progress)
    cache.setQueryData(items, pages())
    applyImportEvent(cache, event('ContactListItem-L1', 'importing', counts))
    expect(cache.getQueryData(key)).toMatchObject({ ...counts, status: 'RUNNING' })
    expect(isStale(items)).toBe(false)
    const end = { ...counts, refusedReasons: { NUMBER_INVALID: 1 } }
    applyImportEvent(cache, event('ContactListItem-L1', 'imported', end))
    expect(cache.getQueryData(key)).toMatchObject({ ...end, status: 'DONE' })
    expect(isStale(items)).toBe(true)
  })

  test.each([
    ['ERR_SPREADSHEET_ENCRYPTED', 'FAILED'],
    ['ERR_IMPORT_CANCELLED', 'CANCELLED'],
  ])('an import with %s is %s', (error, status) => {
    cache.setQueryData(key, progress)
    applyImportEvent(cache, event('ContactListItem-L1', 'error', { importId: 'I1', error }))
    expect(cache.getQueryData(key)).toMatchObject({ status, error })
  })

  test('late events of an import change nothing, whether it runs or has ended', () => {
    cache.setQueryData(key, progress)
    applyImportEvent(cache, event('ContactListItem-L1', 'importing', { ...counts, read: 15 }))
    applyImportEvent(cache, event('ContactListItem-L1', 'importing', counts))
    expect(cache.getQueryData(key)).toMatchObject({ read: 15 })
    applyImportEvent(cache, event('ContactListItem-L1', 'imported', { ...counts, read: 20 }))
    applyImportEvent(cache, event('ContactListItem-L1', 'importing', { ...counts, read: 20 }))
    expect(cache.getQueryData(key)).toMatchObject({ read: 20, status: 'DONE' })
    expect(isStale(key)).toBe(true)
  })

  test('events of blocked contacts set the running import, and clear it at its end', () => {
    cache.setQueryData([...contactBlockKeys.lists, ''], pages())
    applyImportEvent(cache, event('contact-blocks', 'importing', counts))
    expect(cache.getQueryData(importKeys.intoBlocks)).toBe('I1')
    applyImportEvent(cache, event('contact-blocks', 'imported', counts))
    expect(cache.getQueryData(importKeys.intoBlocks)).toBeNull()
    expect(isStale([...contactBlockKeys.lists, ''])).toBe(true)
  })

  test('other events leave an import unchanged', () => {
    cache.setQueryData(importKeys.one(BLOCKS, 'I1'), progress)
    applyImportEvent(cache, event('contact-list', 'importing', counts))
    applyImportEvent(cache, event('contact-blocks', 'create', { record: { id: 'B1' } }))
    expect(cache.getQueryData(importKeys.one(BLOCKS, 'I1'))).toEqual(progress)
  })
})

describe('events of blocked contacts', () => {
  const key = [...contactBlockKeys.lists, '']

  test('an unblocked contact leaves the list, and the total is refetched', () => {
    cache.setQueryData(key, pages({ id: 'B1' }, { id: 'B2' }))
    applyContactBlockEvent(cache, event('contact-blocks', 'delete', { id: 'B1' }))
    expect(cache.getQueryData(key)).toEqual(pages({ id: 'B2' }))
    expect(isStale(key)).toBe(true)
  })

  test.each(['create', 'reload'])('blocked contacts are refetched on %s', (action) => {
    cache.setQueryData(key, pages())
    applyContactBlockEvent(cache, event('contact-blocks', action))
    expect(isStale(key)).toBe(true)
  })
})

describe('events of a reading of groups', () => {
  const fetch = (overrides: Partial<GroupFetch> = {}): GroupFetch => ({
    whatsappId: 'W1',
    whatsappName: 'Loja',
    status: 'FETCHING',
    stored: 0,
    total: null,
    error: null,
    startedAt: AT,
    finishedAt: null,
    ...overrides,
  })
  const tell = (news: GroupFetch) =>
    applyExtractorEvent(cache, event('contact-list', 'syncing', { fetch: news }))
  const shown = () => cache.getQueryData<Groups>(extractorKeys.groups)?.fetches

  beforeEach(() => {
    cache.setQueryData<Groups>(extractorKeys.groups, { groups: [], fetches: [fetch()] })
  })

  test('events show each account’s progress, and the end refetches the groups', () => {
    const other = fetch({ whatsappId: 'W2', whatsappName: 'Filial' })
    tell(other)
    tell(fetch({ stored: 5, total: 9 }))
    expect(shown()).toEqual([fetch({ stored: 5, total: 9 }), other])
    expect(isStale(extractorKeys.groups)).toBe(false)
    tell(fetch({ status: 'DONE', stored: 9, total: 9, finishedAt: AT }))
    expect(isStale(extractorKeys.groups)).toBe(true)
  })

  test('late events of a reading of groups change nothing', () => {
    const done = fetch({ status: 'DONE', stored: 9, total: 9, finishedAt: AT })
    tell(done)
    tell(fetch({ stored: 5, total: 9 }))
    expect(shown()).toEqual([done])
    tell(fetch({ startedAt: LATER }))
    expect(shown()).toEqual([fetch({ startedAt: LATER })])
    tell(done)
    expect(shown()).toEqual([fetch({ startedAt: LATER })])
  })
})
