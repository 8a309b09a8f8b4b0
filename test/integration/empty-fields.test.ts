import { beforeAll, expect, test } from 'vitest'
import { type ApiClient, accepted } from '../support/api-client.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let admin: ApiClient
let contactListId: string

/** Answers the body of a call by its path, as other clients make it. */
const sent = async (method: 'POST' | 'PUT', path: string, body: object) => {
  const answer = await admin.send<{ id: string }>(method, path, body)
  expect(answer, path).toMatchObject({ status: method === 'POST' ? 201 : 200 })
  return answer.body
}

beforeAll(async () => {
  admin = await principals.signedIn(await principals.company())
  contactListId = (await admin.newList()).id
})

test('a contact’s empty fields may be null, which clears them in a change', async () => {
  const empty = { email: null, var1: null, var2: null, var3: null }
  const { id: contactId } = await sent('POST', '/contacts', { name: 'Ana', number: '11987650001', ...empty })
  await sent('PUT', `/contacts/${contactId}`, { name: 'Ana', email: 'ana@cliente.test', var1: 'Ouro' })
  await sent('PUT', `/contacts/${contactId}`, { name: 'Ana', email: null, var2: null })
  expect(await admin.call('getContact', { contactId })).toMatchObject({ email: '', var1: 'Ouro', var2: '' })
})

test('a campaign’s empty choices may be null: a new one gets the defaults, a changed one keeps its own', async () => {
  const { id: whatsappId } = await admin.linkedConnection('5511900000294')
  const choices = { mediaMode: null, contactMode: null, groupMode: null }
  const fields = { name: 'Promoção', whatsappId, contactListId, message1: 'Olá' }
  const { id: campaignId } = await sent('POST', '/campaigns', { ...fields, ...choices })
  const read = () => admin.call('getCampaign', { campaignId })
  expect(await read()).toMatchObject({ mediaMode: 'above', contactMode: 'below', groupMode: 'group' })
  await sent('PUT', `/campaigns/${campaignId}`, { mediaMode: 'both' })
  await sent('PUT', `/campaigns/${campaignId}`, { ...choices, contactListId: null, name: 'Outra' })
  expect(await read()).toMatchObject({ mediaMode: 'both', name: 'Outra', contactListId })
})

test('lists without a search take page numbers too', async () => {
  const { id: contactId } = await sent('POST', '/contacts', { name: 'Bia', number: '11987650002' })
  for (const pageNumber of ['1', '2']) {
    expect(await admin.call('listSchedules', { pageNumber })).toMatchObject({ records: [], hasMore: false })
    expect(await admin.call('listNotices', { pageNumber })).toMatchObject({ records: [], hasMore: false })
    expect(await admin.call('listContactTickets', { contactId, pageNumber })).toMatchObject({ records: [] })
  }
})

test('calls that start something are done once under one idempotency key', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const [one, other] = [
    await sent('POST', '/contacts', { name: 'Caio', number: '11987650003' }),
    await sent('POST', '/contacts', { name: 'Caio', number: '11987650004' }),
  ]
  const merge = async () =>
    accepted(await admin.attempt('mergeContacts', { contactId: one.id, otherId: other.id }, key)).body
  expect(await merge()).toEqual(await merge())
})
