import type { ContactList } from '@recado/shared/contact-lists/contact-list'
import type { ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { exportBegun } from '@recado/shared/http/contract'
import { readContacts } from '@recado/shared/imports/read-contacts'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { writeSheet } from '@recado/shared/spreadsheets/write-sheet'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, fileOf } from '../support/api-client.ts'
import type { RequestTo, ResponseTo } from '../support/api-routes.ts'
import { expectCountsOf } from '../support/counts.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { csv } from '../support/spreadsheets-by-hand.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let company: string
let admin: ApiClient

beforeAll(async () => {
  company = await principals.company()
  admin = await principals.signedIn(company)
})

type Query = Omit<RequestTo<'listContactListItems'>, 'contactListId'>
const page = (contactListId: string, query: Query = {}) =>
  admin.call('listContactListItems', { contactListId, ...query })
const namesIn = async (listId: string, query: Query) =>
  (await page(listId, query)).contacts.map(({ name }) => name)

describe('searching a list', () => {
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
  ] as const)('a search in a list finds %s', async ([, text, names]) => {
    expect(await namesIn(list.id, { searchParam: text })).toEqual(names)
  })

  test('a search in a list comes in pages with a count', async () => {
    const first = await page(list.id, { searchParam: 'cliente' })
    expect({ count: first.count, hasMore: first.hasMore }).toEqual({ count: 120, hasMore: true })
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: ResponseTo<'listContactListItems'> = await page(list.id, {
        searchParam: 'cliente',
        cursor,
      })
      names.push(...next.contacts.map(({ name }) => name))
      cursor = next.nextCursor
    }
    expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `Cliente ${index}`))
    expect(await namesIn(list.id, { searchParam: 'cliente', pageNumber: 6 })).toEqual(names.slice(100))
    expect(await namesIn(list.id, { searchParam: 'cliente', pageNumber: 7 })).toEqual([])
  })

  test('a search in a list follows changes, additions and deletions', async () => {
    const [joao] = (await page(list.id, { searchParam: 'joao' })).contacts
    await admin.call('updateContactListItem', {
      contactListItemId: joao?.id ?? '',
      ...fieldsOf(joao),
      name: 'Zeferino',
    })
    expect(await namesIn(list.id, { searchParam: 'joao' })).toEqual([])
    expect(await namesIn(list.id, { searchParam: 'zefer' })).toEqual(['Zeferino'])
    await admin.call('updateContactListItem', {
      contactListItemId: joao?.id ?? '',
      ...fieldsOf(joao),
      number: '5531987650003',
    })
    expect(await namesIn(list.id, { searchParam: '31987650003' })).toEqual(['João Ávila'])
    expect(await namesIn(list.id, { searchParam: '21987650001' })).toEqual([])
    await admin.call('deleteContactListItem', { contactListItemId: joao?.id ?? '' })
    expect(await namesIn(list.id, { searchParam: '31987650003' })).toEqual([])
    await admin.addContacts(list.id, ['5521987650001'])
    expect((await page(list.id, { searchParam: '21987650001' })).count).toBe(1)
    await expectCountsOf(admin, list.id)
  })
})

const fieldsOf = (item: ContactListItem | undefined) => ({
  name: item?.name ?? '',
  number: item?.number ?? '',
  email: '',
})

describe('a number that is kept twice', () => {
  test('a number kept twice stays taken until both contacts are gone', async () => {
    const list = await admin.newList('Em dobro')
    const file = csv('nome,numero\nMaria,11912340001\nMaria de novo,5511912340001\n')
    expect(await admin.imported(list.id, file, 'a.csv', false)).toMatchObject({ imported: 2 })
    const add = () =>
      admin.attempt('createContactListItem', {
        contactListId: list.id,
        name: 'Maria outra vez',
        number: '+55 11 91234-0001',
      })
    const [first, second] = (await page(list.id)).contacts
    await admin.call('deleteContactListItem', { contactListItemId: first?.id ?? '' })
    expect(await add()).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } })
    expect(await admin.imported(list.id, file, 'a.csv')).toMatchObject({ imported: 0, duplicated: 2 })
    const moved = { name: 'Maria', number: '5511912340002' }
    await admin.call('updateContactListItem', { contactListItemId: second?.id ?? '', ...moved })
    expect(await add()).toMatchObject({ status: 201 })
    expect(
      await admin.attempt('updateContactListItem', {
        contactListItemId: second?.id ?? '',
        ...moved,
        number: '11912340001',
      }),
    ).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } })
    await expectCountsOf(admin, list.id)
  })

  test('a number kept three times stays taken until all contacts are gone', async () => {
    const list = await admin.newList('Em triplo')
    const file = csv('nome,numero\nA,11987650001\nB,11987650001\nC,551187650001\nD,11912340002\n')
    await admin.imported(list.id, file, 'a.csv', false)
    for (const left of [3, 2, 1]) {
      const [contact] = (await page(list.id, { searchParam: '11987650001' })).contacts
      await admin.call('deleteContactListItem', { contactListItemId: contact?.id ?? '' })
      expect((await page(list.id, { searchParam: '11987650001' })).count).toBe(left - 1)
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
  const header = ['nome', 'numero', 'email', 'var1', 'var2', 'var3']

  test('an exported list has its name, the day and all contacts, with formulas as text and numbers that an import reads', async () => {
    const list = await admin.newList('Clientes: São João / 🎉')
    const contacts = [
      ['=1+1', '5511912340001', 'a@exemplo.com.br', '@x', '-2', '+3'],
      ['José 👩‍👩‍👧 Ção', '5511912340002', '', '0012', 'a\nb', '<b>&amp;'],
      ['Rosa de Lima', '+51912345678'],
    ]
    await admin.imported(list.id, new Uint8Array(await writeSheet({ header, rows: contacts })))
    const sheet = fileOf(await admin.call('exportContactList', { contactListId: list.id }))
    expect(sheet.fileName).toMatch(/Clientes São João 🎉 \d\d-\d\d-\d{4}\.xlsx$/)
    expect(await rowsOf(sheet.bytes)).toEqual([header, ...contacts])
  })

  test('a large exported list is written in the background and fetched from the bucket', {
    timeout: atMost(60_000),
  }, async () => {
    const list = await admin.newList('Muitos')
    const rows = Array.from({ length: 5100 }, (_, index) => [
      `Cliente ${index}`,
      `55119${20_000_000 + index}`,
    ])
    await admin.imported(list.id, new Uint8Array(await writeSheet({ header: ['nome', 'numero'], rows })))
    const { exportId } = exportBegun.parse(await admin.call('exportContactList', { contactListId: list.id }))
    const state = await eventually('the export is ready', async () => {
      const now = await admin.call('getExport', { exportId })
      return now.status === 'DONE' && now
    })
    const response = await fetch(state.url ?? '')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(/Muitos \d\d-/)
    const found: string[] = []
    for await (const row of readContacts(new Uint8Array(await response.arrayBuffer())))
      if (row.kind === 'contact') found.push(row.contact.number)
    expect(found).toEqual(rows.map(([, number]) => number))
    const other = await principals.signedIn(await principals.company())
    expect(await other.attempt('getExport', { exportId })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_EXPORT_FOUND' },
    })
  })
})

test('a list keeps its type: a change that names another one is refused', async () => {
  const { id, name } = await admin.newList('Tipo')
  const change = (type: string) => admin.send('PUT', `/contact-lists/${id}`, { name, type })
  expect(await change('PRIVATE')).toMatchObject({ status: 200 })
  expect(await change('GROUP')).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [{ path: 'type' }] },
  })
})

describe('numbers that WhatsApp is asked about', () => {
  test('a number check fills in all contacts, and known numbers at once', async () => {
    const check = (listId: string, body: object = {}) =>
      admin.attempt('checkContactList', { contactListId: listId, ...body })
    const list = await admin.newList('A verificar')
    await admin.addContacts(list.id, ['5511987653001', '5511987653002', '5511987650000'])
    expect(await check(list.id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_DEF_WAPP_FOUND' } })
    await admin.linkedConnection('5511900000204')
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

  test('a second number check of a list is refused, and a running one can be stopped', async () => {
    const list = await admin.newList('Parada')
    const file = csv(
      `nome,numero\n${Array.from({ length: 60 }, (_, n) => `A ${n},55119${40_000_000 + n}`).join('\n')}\n`,
    )
    await admin.imported(list.id, file, 'a.csv')
    const contactListId = list.id
    await admin.call('checkContactList', { contactListId })
    expect(await admin.attempt('checkContactList', { contactListId })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHECK_RUNNING' },
    })
    await admin.call('stopContactListCheck', { contactListId })
    expect(await admin.list(list.id)).toMatchObject({ checking: null })
    await expectCountsOf(admin, list.id)
  })
})

describe('the consent of a list', () => {
  const given = { source: 'FORM', date: '2026-03-12', note: 'Feira' }
  const file = (number: string) => csv(`nome,numero\nMaria,${number}\n`)
  async function importedWith(listId: string, number: string, consent: object) {
    const { importId } = await admin.call('importContacts', {
      contactListId: listId,
      consent: JSON.stringify(consent),
      file: new File([file(number)], 'a.csv'),
    })
    await admin.importEnded(listId, importId)
    return (await admin.list(listId)).consent
  }

  test('the consent of an import is kept with its list, user and time', async () => {
    const list = await admin.newList('Com consentimento')
    expect(list.consent).toBeNull()
    expect(await importedWith(list.id, '11912340001', given)).toMatchObject({
      ...given,
      recordedBy: expect.any(String),
      recordedAt: expect.stringMatching(/^\d{4}-/),
    })
  })

  test('contacts without consent make the list one without consent', async () => {
    const list = await admin.newList('Misturada')
    await importedWith(list.id, '11912340001', given)
    expect(await importedWith(list.id, '11912340002', { source: 'NONE' })).toMatchObject({ source: 'NONE' })
    expect(await importedWith(list.id, '11912340003', given)).toMatchObject({ source: 'NONE' })
    const change = { name: list.name, consent: { source: 'CUSTOMER', date: '2025-01-02' } } as const
    expect(await admin.call('updateContactList', { contactListId: list.id, ...change })).toMatchObject({
      consent: { source: 'CUSTOMER', date: '2025-01-02', note: null },
    })
    expect(
      await admin.call('updateContactList', { contactListId: list.id, name: 'Outro nome' }),
    ).toMatchObject({
      name: 'Outro nome',
      consent: { source: 'CUSTOMER' },
    })
  })

  test('an import without new contacts keeps the list’s consent', async () => {
    const list = await admin.newList('Sem mudança')
    await importedWith(list.id, '11912340001', given)
    expect(await importedWith(list.id, '11912340001', { source: 'NONE' })).toMatchObject(given)
  })

  test.for([
    ['an unknown source', { source: 'SOMEBODY', date: '2026-01-01' }],
    ['a source without a day', { source: 'FORM' }],
    ['a day that does not exist', { source: 'FORM', date: '2026-02-30' }],
    ['the source EXTRACTED', { source: 'EXTRACTED', date: '2026-01-01' }],
    ['text instead of fields', 'yes'],
  ] as const)('a consent with %s is refused', async ([, consent]) => {
    expect(await admin.send('POST', '/contact-lists', { name: 'Lista', consent })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})

test('a GROUP list cannot be created by hand', async () => {
  expect(await admin.attempt('createContactList', { name: 'Grupo', type: 'GROUP' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', details: [{ path: 'type' }] },
  })
})
