import type { AuditEntry } from '@recado/shared/audit/audit'
import { newId } from '@recado/shared/ids'
import { readSheetRows } from '@recado/shared/spreadsheets/read-rows'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Cast, Principals } from '../support/principals.ts'

interface AuditPage {
  records: AuditEntry[]
  hasMore: boolean
  nextCursor: string | null
}

let system: RunningSystem
let principals: Principals
let { company, admin, user, other } = {} as Cast

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
})
afterAll(() => system.stop())
beforeEach(async () => {
  ;({ company, admin, user, other } = await principals.cast())
})

/** What was done apart from signing in, newest first. */
const trail = async (query = '', client = admin) => {
  const { records } = await client.done<AuditPage>('GET', `/audit${query}`)
  return records.filter(({ action }) => action !== 'sessions.login')
}

describe('the audit trail', () => {
  test('says who did what, to what, when and from where', async () => {
    const before = Date.now()
    const headers = { 'user-agent': 'Navegador de teste', 'cloudfront-viewer-city': 'Recife' }
    const input = { name: 'VIP', color: '#336699' }
    const { body } = await user.send<{ id: string }>('POST', '/tags', input, headers)
    const [entry, ...more] = await trail()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'tags.createTag',
      target: null,
      targetName: 'VIP',
      refused: null,
      fields: ['name', 'color'],
      who: { support: false },
      from: { place: 'Recife', agent: 'Navegador de teste' },
    })
    expect(entry?.from.address).toMatch(/127\.0\.0\.1|::1/)
    expect(entry?.who.name).toMatch(/^Pessoa /)
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThanOrEqual(before - 1000)
    await admin.done('DELETE', `/tags/${body.id}`)
    expect((await trail())[0]).toMatchObject({ action: 'tags.deleteTag', target: body.id })
  })

  test('says of what was refused why', async () => {
    const unknown = newId()
    expect((await admin.send('DELETE', `/tags/${unknown}`)).status).toBe(404)
    expect(await trail()).toMatchObject([
      { action: 'tags.deleteTag', target: unknown, refused: 'ERR_NO_TAG_FOUND' },
    ])
  })

  test('says nothing of what was only read, of what nobody may do, and of what made no sense', async () => {
    await user.done('GET', '/tags')
    expect((await user.send('DELETE', `/tags/${newId()}`)).status).toBe(403)
    expect((await user.send('POST', '/tags', { name: 'a' })).status).toBe(400)
    expect((await user.send('POST', '/tags', 'nonsense')).status).toBe(400)
    expect(await trail()).toEqual([])
  })

  test('says of data that somebody took out', async () => {
    const list = await admin.newList('Clientes')
    await user.send('GET', `/contact-lists/${list.id}/export`)
    expect((await trail())[0]).toMatchObject({ action: 'contact-lists.exportContactList', target: list.id })
  })

  test('holds the names of fields and never what was in them, nor people of the company’s lists', async () => {
    const list = await admin.newList('Clientes')
    const contact = {
      contactListId: list.id,
      name: 'Zulmira Nunes',
      number: '5511987650001',
      var1: 'segredo',
    }
    await user.done('POST', '/contact-list-items', contact)
    const [entry] = await trail()
    expect(entry).toMatchObject({ action: 'contact-lists.createContactListItem', targetName: null })
    expect(entry?.fields).toEqual(expect.arrayContaining(['name', 'number', 'var1']))
    const stored = (await principals.dump()).filter(({ pk }) => pk === `${company}#AUDIT`)
    expect(stored.length).toBeGreaterThan(1)
    expect(JSON.stringify(stored)).not.toMatch(/Zulmira|87650001|segredo/)
  })

  test('is read by admins of the company alone', async () => {
    await user.done('POST', '/tags', { name: 'VIP', color: '#336699' })
    for (const path of ['/audit', '/audit/export'])
      expect(await user.send('GET', path)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    expect(await trail('', other)).toEqual([])
    expect(await trail()).toHaveLength(1)
  })
})

describe('of the trail', () => {
  test('one looks at what one person did, at one part, and at some days', async () => {
    const tag = await user.done<{ id: string }>('POST', '/tags', { name: 'VIP', color: '#336699' })
    await admin.newList('Clientes')
    await admin.done('DELETE', `/tags/${tag.id}`)
    const all = await trail()
    expect(all.map(({ action }) => action)).toEqual([
      'tags.deleteTag',
      'contact-lists.createContactList',
      'tags.createTag',
    ])
    const userId = all.at(-1)?.who.id ?? ''
    expect(await trail(`?userId=${userId}`)).toEqual(all.slice(2))
    expect(await trail('?domain=contact-lists')).toEqual(all.slice(1, 2))
    expect(await trail(`?domain=tags&userId=${userId}`)).toEqual(all.slice(2))
    const day = (later: number) =>
      new Date(Date.now() + later * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' })
    expect(await trail(`?date_from=${day(0)}&date_to=${day(0)}`)).toEqual(all)
    expect(await trail(`?date_from=${day(1)}`)).toEqual([])
    expect(await trail(`?date_to=${day(-1)}`)).toEqual([])
    expect((await admin.send('GET', '/audit?date_from=ontem')).status).toBe(400)
  })

  test('the pages follow one another, newest first, each entry once', async () => {
    for (let at = 0; at < 45; at++) await user.send('POST', '/tags', { name: `Tag ${at}`, color: '#336699' })
    const pages: AuditPage[] = [await admin.done('GET', '/audit?domain=tags')]
    for (let last = pages[0]; last?.nextCursor; last = pages.at(-1))
      pages.push(await admin.done('GET', `/audit?domain=tags&cursor=${encodeURIComponent(last.nextCursor)}`))
    expect(pages.map(({ records }) => records.length)).toEqual([20, 20, 5])
    const names = pages.flatMap(({ records }) => records.map(({ targetName }) => targetName))
    expect(names).toEqual(Array.from({ length: 45 }, (_, at) => `Tag ${44 - at}`))
    const theirs = `/audit?domain=tags&cursor=${encodeURIComponent(pages[0]?.nextCursor ?? '')}`
    expect(await other.send('GET', theirs)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('there is a spreadsheet', async () => {
    await user.done('POST', '/tags', { name: '=1+1', color: '#336699' })
    await admin.newList('Clientes')
    const response = await fetch(`${system.origin}/api/audit/export?domain=tags`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/spreadsheetml/)
    const rows: unknown[] = []
    for await (const { cells } of readSheetRows(await response.bytes())) rows.push([cells[3], cells[5]])
    expect(rows).toEqual([
      ['ação', 'nome'],
      ['tags.createTag', '=1+1'],
    ])
  })
})
