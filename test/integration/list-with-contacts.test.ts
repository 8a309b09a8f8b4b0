import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import type { RequestTo, ResponseTo } from '../support/api-routes.ts'
import { expectCountsOf } from '../support/counts.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let admin: ApiClient

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
})

type Contacts = RequestTo<'createContactList'>['contacts']
const ANA = { name: 'Ana', number: '(11) 91234-0001', email: 'ana@cliente.test', var1: 'Ouro' }
const BIA = { name: 'Bia', number: '11912340002' }

const contactsOf = async (contactListId: string) =>
  (await admin.call('listContactListItems', { contactListId })).contacts.map(
    ({ name, number, email, var1 }) => [name, number, email, var1],
  )

/** Waits for the import that a response names. */
const filled = ({ id, importId }: ResponseTo<'createContactList'>) => admin.importEnded(id, importId ?? '')

test('a list is created with its contacts', async () => {
  const consent = { source: 'FORM', date: '2026-01-01' } as const
  const list = await admin.call('createContactList', { name: 'Clientes', consent, contacts: [ANA, BIA] })
  expect(await filled(list)).toMatchObject({ status: 'DONE', imported: 2, consent })
  expect(await contactsOf(list.id)).toEqual([
    ['Ana', '5511912340001', 'ana@cliente.test', 'Ouro'],
    ['Bia', '5511912340002', '', ''],
  ])
  expect(await admin.call('getContactList', { contactListId: list.id })).toMatchObject({
    contactsCount: 2,
    consent,
  })
  await expectCountsOf(admin, list.id)
})

test('contacts of a changed list are added to those it has', async () => {
  const { id: contactListId } = await admin.newList('Aos poucos')
  const add = (contacts: Contacts) =>
    admin.call('updateContactList', { contactListId, name: 'Aos poucos', contacts })
  await filled(await add([ANA]))
  expect(await filled(await add([ANA, BIA]))).toMatchObject({ imported: 1, duplicated: 1 })
  expect((await contactsOf(contactListId)).map(([name]) => name)).toEqual(['Ana', 'Bia'])
})

test('a wrong number among the contacts is refused alone', async () => {
  const list = await admin.call('createContactList', {
    name: 'Com um erro',
    contacts: [{ name: 'Sem número', number: '12' }, BIA, { number: '11912340003' }],
  })
  expect(await filled(list)).toMatchObject({
    imported: 2,
    refused: 1,
    refusedReasons: { NUMBER_INVALID: 1 },
  })
  expect((await contactsOf(list.id)).map(([name]) => name)).toEqual(['Bia', '5511912340003'])
})

test.for([
  ['no contacts', []],
  ['contacts that are no list', 'Ana'],
  ['a contact without a number', [{ name: 'Ana' }]],
  ['a contact with an unknown field', [{ ...ANA, isWhatsappValid: true }]],
  ['more contacts than a call may have', Array.from({ length: 5001 }, () => BIA)],
] as const)('a list with %s is refused, and none is created', async ([, contacts]) => {
  const before = await admin.call('allContactLists', {})
  expect(await admin.send('POST', '/contact-lists', { name: 'Recusada', contacts })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  })
  expect(await admin.call('allContactLists', {})).toEqual(before)
})
