import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import type { ExportState } from '@recado/shared/exports/routes'
import { readContacts } from '@recado/shared/spreadsheets/read-contacts'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { expectCountsOf } from '../support/counts.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { Principals } from '../support/principals.ts'
import { csv } from '../support/spreadsheets-by-hand.ts'

let system: RunningSystem
let principals: Principals
let company: string
let admin: ApiClient

beforeAll(async () => {
  system = await startSystem()
  principals = new Principals(system)
  company = await principals.company()
  admin = await principals.signedIn(company)
})
afterAll(() => system.stop())

interface Page {
  contacts: ContactListItem[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}
const page = (listId: string, query = '') =>
  admin.done<Page>('GET', `/contact-list-items?contactListId=${listId}&${query}`)
const namesIn = async (listId: string, query: string) =>
  (await page(listId, query)).contacts.map(({ name }) => name)

describe('looking for somebody in a list', () => {
  let list: ContactList
  beforeAll(async () => {
    list = await admin.newList('Busca')
    const rows = Array.from({ length: 120 }, (_, index) => [`Cliente ${index}`, `55119${20_000_000 + index}`])
    rows.splice(60, 0, ['João Ávila', '5521987650001'], ['MARIA da Glória', '5521987650002'])
    const file = new Uint8Array(await writeSheet({ header: ['nome', 'numero'], rows }))
    await admin.imported(list.id, file)
  })

  test.for([
    ['the beginning of a name', 'joao', ['João Ávila']],
    ['an accent that is there', 'ávila', ['João Ávila']],
    ['an accent that is not', 'glória', ['MARIA da Glória']],
    ['the middle of a name, over a blank', 'a da glo', ['MARIA da Glória']],
    ['capitals', 'MARIA', ['MARIA da Glória']],
    ['digits in the middle of a number', '8765000', ['João Ávila', 'MARIA da Glória']],
    ['a number as it is shown', '+55 21 98765-0002', ['MARIA da Glória']],
    ['a number with its area code in brackets', '(21) 98765-0001', ['João Ávila']],
    ['what nobody has', 'ninguém', []],
    ['what stands between a name and a number', 'avila 5521', ['João Ávila']],
    ['a sign of the cards', '\t', Array.from({ length: 20 }, (_, index) => `Cliente ${index}`)],
  ] as const)('finds %s', async ([, text, names]) => {
    expect(await namesIn(list.id, `searchParam=${encodeURIComponent(text)}`)).toEqual(names)
  })

  test('goes on page by page, with how many fit', async () => {
    const first = await page(list.id, 'searchParam=cliente')
    expect({ count: first.count, hasMore: first.hasMore }).toEqual({ count: 120, hasMore: true })
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: Page = await page(list.id, `searchParam=cliente&cursor=${encodeURIComponent(cursor)}`)
      names.push(...next.contacts.map(({ name }) => name))
      cursor = next.nextCursor
    }
    expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `Cliente ${index}`))
    expect(await namesIn(list.id, 'searchParam=cliente&pageNumber=6')).toEqual(names.slice(100))
    expect(await namesIn(list.id, 'searchParam=cliente&pageNumber=7')).toEqual([])
  })

  test('follows what is changed, added and deleted', async () => {
    const [joao] = (await page(list.id, 'searchParam=joao')).contacts
    await admin.done('PUT', `/contact-list-items/${joao?.id}`, { ...fieldsOf(joao), name: 'Zeferino' })
    expect(await namesIn(list.id, 'searchParam=joao')).toEqual([])
    expect(await namesIn(list.id, 'searchParam=zefer')).toEqual(['Zeferino'])
    await admin.done('PUT', `/contact-list-items/${joao?.id}`, { ...fieldsOf(joao), number: '5531987650003' })
    expect(await namesIn(list.id, 'searchParam=31987650003')).toEqual(['João Ávila'])
    expect(await namesIn(list.id, 'searchParam=21987650001')).toEqual([])
    await admin.done('DELETE', `/contact-list-items/${joao?.id}`)
    expect(await namesIn(list.id, 'searchParam=31987650003')).toEqual([])
    await admin.addContacts(list.id, ['5521987650001'])
    expect((await page(list.id, 'searchParam=21987650001')).count).toBe(1)
    await expectCountsOf(admin, list.id)
  })
})

const fieldsOf = (item: ContactListItem | undefined) => ({
  name: item?.name ?? '',
  number: item?.number ?? '',
  email: '',
})

describe('a number that is kept twice', () => {
  test('stays protected when one of the two goes, and is free when both are gone', async () => {
    const list = await admin.newList('Em dobro')
    const file = csv('nome,numero\nMaria,11912340001\nMaria de novo,5511912340001\n')
    expect(await admin.imported(list.id, file, 'a.csv', false)).toMatchObject({ imported: 2 })
    const add = () =>
      admin.send('POST', '/contact-list-items', {
        contactListId: list.id,
        name: 'Maria outra vez',
        number: '+55 11 91234-0001',
      })
    const [first, second] = (await page(list.id)).contacts
    await admin.done('DELETE', `/contact-list-items/${first?.id}`)
    expect(await add()).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } })
    expect(await admin.imported(list.id, file, 'a.csv')).toMatchObject({ imported: 0, duplicated: 2 })
    const moved = { name: 'Maria', number: '5511912340002' }
    await admin.done('PUT', `/contact-list-items/${second?.id}`, moved)
    expect(await add()).toMatchObject({ status: 201 })
    expect(
      await admin.send('PUT', `/contact-list-items/${second?.id}`, { ...moved, number: '11912340001' }),
    ).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } })
    await expectCountsOf(admin, list.id)
  })

  test('stays protected where it stands three times in one file', async () => {
    const list = await admin.newList('Em triplo')
    const file = csv('nome,numero\nA,11987650001\nB,11987650001\nC,551187650001\nD,11912340002\n')
    await admin.imported(list.id, file, 'a.csv', false)
    for (const left of [3, 2, 1]) {
      const [contact] = (await page(list.id, 'searchParam=11987650001')).contacts
      await admin.done('DELETE', `/contact-list-items/${contact?.id}`)
      expect((await page(list.id, 'searchParam=11987650001')).count).toBe(left - 1)
    }
    expect(await admin.imported(list.id, file, 'a.csv')).toMatchObject({ imported: 1, duplicated: 3 })
    await expectCountsOf(admin, list.id)
  })
})

describe('a list as a spreadsheet', () => {
  const rowsOf = async (bytes: Uint8Array) => {
    const rows: string[][] = []
    for await (const row of readRows(bytes)) rows.push(row)
    return rows
  }
  async function downloaded(path: string) {
    const response = await fetch(`${system.origin}/api${path}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const header = ['nome', 'numero', 'email', 'var1', 'var2', 'var3']

  test('has what was imported, under the list’s name and the day, and what looks like a formula as text', async () => {
    const list = await admin.newList('Clientes: São João / 🎉')
    const contacts = [
      ['=1+1', '5511912340001', 'a@exemplo.com.br', '@x', '-2', '+3'],
      ['José 👩‍👩‍👧 Ção', '5511912340002', '', '0012', 'a\nb', '<b>&amp;'],
    ]
    await admin.imported(list.id, new Uint8Array(await writeSheet({ header, rows: contacts })))
    const { response, bytes } = await downloaded(`/contact-lists/${list.id}/export`)
    expect(response.status).toBe(200)
    const disposition = decodeURIComponent(response.headers.get('content-disposition') ?? '')
    expect(disposition).toMatch(/Clientes São João 🎉 \d\d-\d\d-\d{4}\.xlsx$/)
    expect(await rowsOf(bytes)).toEqual([header, ...contacts])
  })

  test('of many rows is written in the background, and fetched from the bucket', {
    timeout: atMost(60_000),
  }, async () => {
    const list = await admin.newList('Muitos')
    const rows = Array.from({ length: 5100 }, (_, index) => [
      `Cliente ${index}`,
      `55119${20_000_000 + index}`,
    ])
    await admin.imported(list.id, new Uint8Array(await writeSheet({ header: ['nome', 'numero'], rows })))
    const answer = await admin.send<{ exportId: string }>('GET', `/contact-lists/${list.id}/export`)
    expect(answer.status).toBe(202)
    const state = await eventually('the export is ready', async () => {
      const now = await admin.done<ExportState>('GET', `/exports/${answer.body.exportId}`)
      return now.status === 'DONE' && now
    })
    const response = await fetch(state.url ?? '')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(/Muitos \d\d-/)
    const found: string[] = []
    for await (const row of readContacts(new Uint8Array(await response.arrayBuffer())))
      if (row.kind === 'contact') found.push(row.contact.number)
    expect(found).toEqual(rows.map(([, number]) => number))
    const other = await principals.signedIn(await principals.company())
    expect(await other.send('GET', `/exports/${answer.body.exportId}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_EXPORT_FOUND' },
    })
  })
})

describe('numbers that WhatsApp is asked about', () => {
  test('are known in the end, those it said before at once, and the counts are theirs', async () => {
    const check = (listId: string, body: object = {}) =>
      admin.send('POST', `/contact-lists/${listId}/validity`, body)
    const list = await admin.newList('A verificar')
    await admin.addContacts(list.id, ['5511987653001', '5511987653002', '5511987650000'])
    expect(await check(list.id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } })
    await admin.linkedConnection('5511900000031')
    expect(await check(list.id)).toMatchObject({
      status: 202,
      body: { checking: { checked: 0, total: 3, waitingFor: null } },
    })
    const checked = (id: string) =>
      eventually('the check ends', async () => {
        const now = await admin.list(id)
        return now.checking === null && now.unknowns === 0 && now
      })
    expect(await checked(list.id)).toMatchObject({ contactsCount: 3, valids: 2, invalids: 1 })
    await expectCountsOf(admin, list.id)

    const other = await admin.newList('Também')
    await admin.addContacts(other.id, ['5511987653001', '5511987653009'])
    expect(await check(other.id)).toMatchObject({ status: 202 })
    expect(await checked(other.id)).toMatchObject({ valids: 2, invalids: 0 })
  })

  test('of a list that is checked already are not asked about twice, and a check can be stopped', async () => {
    const list = await admin.newList('Parada')
    const file = csv(
      `nome,numero\n${Array.from({ length: 60 }, (_, n) => `A ${n},55119${40_000_000 + n}`).join('\n')}\n`,
    )
    await admin.imported(list.id, file, 'a.csv')
    const path = `/contact-lists/${list.id}/validity`
    expect(await admin.send('POST', path, {})).toMatchObject({ status: 202 })
    expect(await admin.send('POST', path, {})).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHECK_RUNNING' },
    })
    await admin.done('DELETE', path)
    expect(await admin.list(list.id)).toMatchObject({ checking: null })
    await expectCountsOf(admin, list.id)
  })
})

describe('what people agreed to', () => {
  const given = { source: 'FORM', date: '2026-03-12', note: 'Feira' }
  const file = (number: string) => csv(`nome,numero\nMaria,${number}\n`)
  async function importedWith(listId: string, number: string, consent: object | undefined) {
    const form = new FormData()
    if (consent) form.append('consent', JSON.stringify(consent))
    form.append('file', new Blob([file(number)]), 'a.csv')
    const { importId } = await admin.done<{ importId: string }>(
      'POST',
      `/contact-lists/${listId}/upload`,
      form,
    )
    await eventually('the import ends', async () => {
      const state = await admin.done<{ finishedAt: string | null }>(
        'GET',
        `/contact-lists/${listId}/imports/${importId}`,
      )
      return state.finishedAt !== null
    })
    return (await admin.list(listId)).consent
  }

  test('is kept with the list and the import, with who said so and when', async () => {
    const list = await admin.newList('Com consentimento')
    expect(list.consent).toBeNull()
    expect(await importedWith(list.id, '11912340001', given)).toMatchObject({
      ...given,
      recordedBy: expect.any(String),
      recordedAt: expect.stringMatching(/^\d{4}-/),
    })
  })

  test('is as good as its weakest part: who came without it makes the list one without', async () => {
    const list = await admin.newList('Misturada')
    await importedWith(list.id, '11912340001', given)
    expect(await importedWith(list.id, '11912340002', { source: 'NONE' })).toMatchObject({ source: 'NONE' })
    expect(await importedWith(list.id, '11912340003', given)).toMatchObject({ source: 'NONE' })
    const change = { name: list.name, consent: { source: 'CUSTOMER', date: '2025-01-02' } }
    expect(await admin.done('PUT', `/contact-lists/${list.id}`, change)).toMatchObject({
      consent: { source: 'CUSTOMER', date: '2025-01-02', note: null },
    })
    expect(await admin.done('PUT', `/contact-lists/${list.id}`, { name: 'Outro nome' })).toMatchObject({
      name: 'Outro nome',
      consent: { source: 'CUSTOMER' },
    })
  })

  test('nothing that came in changes nothing of it', async () => {
    const list = await admin.newList('Sem mudança')
    await importedWith(list.id, '11912340001', given)
    expect(await importedWith(list.id, '11912340001', { source: 'NONE' })).toMatchObject(given)
  })

  test.for([
    ['no source that is known', { source: 'SOMEBODY', date: '2026-01-01' }],
    ['a source without a day', { source: 'FORM' }],
    ['a day that does not exist', { source: 'FORM', date: '2026-02-30' }],
    ['what only the system says', { source: 'EXTRACTED', date: '2026-01-01' }],
    ['text', 'yes'],
  ] as const)('cannot be %s', async ([, consent]) => {
    expect(await admin.send('POST', '/contact-lists', { name: 'Lista', consent })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})

test('a GROUP list is not made by hand', async () => {
  expect(await admin.send('POST', '/contact-lists', { name: 'Grupo', type: 'GROUP' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [{ path: 'type' }] },
  })
})
