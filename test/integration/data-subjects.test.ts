import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { Campaign } from '@recado/shared/campaigns/contract/campaign'
import type { Connection } from '@recado/shared/connections/connection'
import type { Erasure } from '@recado/shared/data-subjects/erasure'
import { hasMedia } from '@recado/shared/messages/content'
import { readRows } from '@recado/shared/spreadsheets/read-rows'
import { openZip } from '@recado/shared/spreadsheets/zip-archive'
import { userKey } from '@recado/shared/users/store'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { keysUnder, objectIn } from '../support/bucket.ts'
import { Conversations } from '../support/conversations.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { sharedSystem } from '../support/test-system.ts'

const SHOP = '5511900000203'
const ANA = '5511987651001'
const BETO = '5511987651002'
const FILE = randomBytes(150_000)

const { principals } = sharedSystem()
let company: string
let admin: ApiClient
let shop: Connection
let promotion: Campaign
let listId: string

beforeAll(async () => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  shop = await admin.linkedConnection(SHOP)
  for (const [number, name] of [
    [ANA, 'Ana Doces'],
    [BETO, 'Beto Lima'],
  ])
    await admin.simulator('POST', '/phones', { number, name })
  listId = (await admin.newList()).id
  await admin.addContacts(listId, [ANA, BETO])
  await spreadsheetOfAna()
  const pace = { messageInterval: '0', minimumMessageInterval: '1', longerIntervalAfter: '0' }
  await admin.settings({ ...pace, greaterInterval: '0' })
  promotion = await admin.newCampaign({ whatsappId: shop.id, contactListId: listId })
  await admin.call('startCampaign', { campaignId: promotion.id })
  await admin.finished(promotion.id)
  const photo = { to: SHOP, type: 'image', file: FILE.toString('base64'), caption: 'meu bolo' }
  await admin.simulator('POST', `/phones/${ANA}/messages`, photo)
})

/** Ana in a spreadsheet, with a row that is refused: its file is kept. And in an answer that is kept for a day. */
async function spreadsheetOfAna(): Promise<void> {
  const list = await admin.newList('Da planilha')
  const rows = ['nome;numero;email', 'Ana Doces;(11) 98765-1001;ana@doces.test', 'Sem número;;']
  const file = new TextEncoder().encode(rows.join('\n'))
  expect(await admin.imported(list.id, file, 'contatos.csv')).toMatchObject({ imported: 1, refused: 1 })
  const { id: contactListId } = await admin.newList('De próprio punho')
  const contact = { contactListId, name: 'Ana Doces', number: '1187651001' }
  const headers = { 'idempotency-key': 'ana' }
  expect(await admin.attempt('createContactListItem', contact, headers)).toMatchObject({ status: 201 })
}

/** Everything that the bucket has of the company, as text; of a package what is in it. */
async function filesAsText(): Promise<string> {
  const texts: string[] = []
  for (const key of await keysUnder(company)) {
    const bytes = await objectIn(key)
    const isZip = bytes.subarray(0, 2).toString() === 'PK'
    const parts = isZip ? [...openZip(bytes)].map(([, { packed }]) => inflateRawSync(packed)) : [bytes]
    texts.push(...parts.map(String))
  }
  return texts.join('\n')
}

/** Everything of a person as the company gets it: the rows of the spreadsheet, and the files by their path. */
async function packageOf(number: string) {
  const { exportId } = await admin.call('exportDataSubject', { number })
  const url = await eventually('the package', async () => {
    const state = await admin.call('getExport', { exportId })
    return state.status === 'DONE' && state.url
  })
  const zip = openZip(new Uint8Array(await (await fetch(url)).arrayBuffer()))
  const files = new Map([...zip].map(([path, { packed }]) => [path, inflateRawSync(packed)]))
  const rows: string[][] = []
  for await (const row of readRows(files.get('dados.xlsx') ?? Buffer.of())) rows.push(row)
  return { rows, files }
}

const erasures = async (client: ApiClient) => (await client.call('listErasures')).erasures

async function erased(number: string): Promise<Erasure> {
  const { id } = await admin.call('eraseDataSubject', { number })
  return eventually(
    'the person is erased',
    async () => (await erasures(admin)).find((each) => each.id === id && each.status === 'DONE'),
    90_000,
  )
}

test('an export of a person’s data is for admins, the user who made it among them', async () => {
  const user = await principals.signedIn(company, { profile: 'user' })
  const otherAdmin = await principals.signedIn(company)
  const person = await principals.person(company)
  const maker = await principals.signIn(person)
  const { exportId } = await maker.call('exportDataSubject', { number: ANA })
  expect(await user.attempt('getExport', { exportId })).toMatchObject(refused(404, 'ERR_NO_EXPORT_FOUND'))
  expect((await otherAdmin.attempt('getExport', { exportId })).status).toBe(200)
  expect((await maker.attempt('getExport', { exportId })).status).toBe(200)
  await principals.tenant(company).update(userKey(person.id), { set: { profile: 'user' } })
  expect(await maker.attempt('getExport', { exportId })).toMatchObject(refused(404, 'ERR_NO_EXPORT_FOUND'))
})

test('a person known by LID alone is exported and erased by the LID', {
  timeout: atMost(120_000),
}, async () => {
  const lid = '777000111999'
  const other = await principals.signedIn(await principals.company())
  expect((await other.call('exportDataSubject', { lid })).exportId).toMatch(/./)
  const { id } = await other.call('eraseDataSubject', { lid })
  const done = await eventually(
    'the person is erased',
    async () => (await erasures(other)).find((each) => each.id === id && each.status === 'DONE'),
    90_000,
  )
  expect(done).toMatchObject({ lastDigits: '1999', blocked: true, erased: { messages: 0 } })
  expect(await other.attempt('eraseDataSubject', { lid, number: ANA })).toMatchObject({ status: 400 })
})

describe('the data of a person', { timeout: atMost(180_000) }, () => {
  test('a package of a person’s data holds their messages and files', async () => {
    const conversations = await Conversations.ofConnection(admin, shop.id)
    const { content } = await conversations.until(
      'the photo',
      ANA,
      ({ content: of }) => hasMedia(of) && of.media.state === 'READY',
    )
    const { rows, files } = await packageOf('(11) 98765-1001')
    const said = rows.map((row) => row.join(' | '))
    expect(said).toContainEqual(expect.stringMatching(/^Campanha \| Promoção \| .* \| Situação \| Enviado/))
    expect(said).toContainEqual(expect.stringMatching(/^Conversa \| Loja \| .*meu bolo \| arquivos\/0001\./))
    expect(said.join()).not.toContain(BETO)
    expect([...files].find(([path]) => path.startsWith('arquivos/'))?.[1].equals(FILE)).toBe(true)
    const key = hasMedia(content) ? content.media.key : null
    expect((await objectIn(key ?? '')).equals(FILE)).toBe(true)
  })

  test('an erasure removes a person from table and bucket, and reports keep their counts', async () => {
    const conversations = await Conversations.ofConnection(admin, shop.id)
    const [photo] = (await conversations.messages(ANA)).filter(({ content }) => hasMedia(content))
    const key = photo && hasMedia(photo.content) ? photo.content.media.key : null
    expect(await erased('11 98765-1001')).toMatchObject({
      lastDigits: '1001',
      blocked: true,
      erased: { contacts: 4, recipients: 1, messages: 2, files: 1 },
    })
    const rows = (await principals.dump()).filter(({ pk }) => pk.startsWith(`${company}#`))
    const left = [JSON.stringify(rows), await filesAsText()].join('\n')
    for (const trace of ['87651001', '98765-1001', '8765-1001', 'Ana', 'ana@doces.test'])
      expect(left).not.toContain(trace)
    await expect(objectIn(key ?? 'none')).rejects.toThrow(/key/i)
    expect((await admin.report(promotion.id)).counters).toMatchObject({ sent: 2, failed: 0 })
    const shippings = await admin.call('listShippings', { campaignId: promotion.id })
    expect(shippings.records.map(({ number }) => number).sort()).toEqual(['', BETO])
  })

  test('an erased person who is imported again gets no campaign', async () => {
    await erased(ANA)
    await admin.addContacts(listId, [ANA])
    const again = await admin.newCampaign({ whatsappId: shop.id, contactListId: listId })
    expect(await admin.call('precheckCampaign', { campaignId: again.id })).toMatchObject({
      blocked: 1,
      sendable: 1,
    })
    const before = (await admin.simulator<unknown[]>('GET', `/phones/${ANA}/messages`)).length
    await admin.call('startCampaign', { campaignId: again.id })
    await admin.finished(again.id)
    expect((await admin.report(again.id)).counters).toMatchObject({ sent: 1, failed: 1 })
    expect(await admin.simulator<unknown[]>('GET', `/phones/${ANA}/messages`)).toHaveLength(before)
  })

  test('an erased person gets campaigns again only after the block is lifted', async () => {
    const [first] = await erasures(admin)
    expect(await admin.attempt('liftErasure', { erasureId: first?.id ?? '' })).toMatchObject({
      status: 204,
    })
    const { name } = await admin.call('me')
    const lifted = { blocked: false, lifted: { by: name } }
    expect(await erasures(admin)).toMatchObject([lifted, lifted])
    const { records } = await admin.call('listAudit', { domain: 'data-subjects' })
    expect(records).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ action: 'data-subjects.liftErasure', targetName: '1001' }),
        expect.objectContaining({ action: 'data-subjects.eraseDataSubject', targetName: '1001' }),
      ]),
    )
    const again = await admin.newCampaign({ whatsappId: shop.id, contactListId: listId })
    expect(await admin.call('precheckCampaign', { campaignId: again.id })).toMatchObject({ blocked: 0 })
  })

  test('an erasure leaves another company’s data as it is, and is hidden from it', async () => {
    const other = await principals.company()
    const neighbour = await principals.signedIn(other)
    const theirs = await neighbour.newList()
    await neighbour.addContacts(theirs.id, [ANA])
    await erased(ANA)
    expect((await neighbour.list(theirs.id)).contactsCount).toBe(1)
    expect(await erasures(neighbour)).toEqual([])
    const [ours] = await erasures(admin)
    const lifted = await neighbour.attempt('liftErasure', { erasureId: ours?.id ?? '' })
    expect(lifted).toMatchObject({ status: 404, body: { error: 'ERR_NO_ERASURE_FOUND' } })
  })

  test.for(['12345678', 'onze nove oito', '+55 11 3'])(
    'a data request for the number %j is refused',
    async (number) => {
      for (const call of ['exportDataSubject', 'eraseDataSubject'] as const)
        expect((await admin.attempt(call, { number })).status).toBe(400)
      expect(await admin.send('POST', '/data-subjects/erasures', {})).toMatchObject({ status: 400 })
    },
  )

  test('only admins ask for a person’s data or erasure', async () => {
    const user = await principals.signedIn(company, { profile: 'user' })
    for (const { status } of [
      await user.attempt('exportDataSubject', { number: ANA }),
      await user.attempt('eraseDataSubject', { number: ANA }),
      await user.attempt('listErasures'),
    ])
      expect(status).toBe(403)
  })

  test('exports are limited to sixty', async () => {
    const other = await principals.signedIn(await principals.company())
    const asked = () => other.attempt('contactListTemplate')
    const answers = []
    for (let call = 0; call < 61; call++) answers.push(await asked())
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
