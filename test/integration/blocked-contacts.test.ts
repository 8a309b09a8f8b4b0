import { blockedNumbers, isBlocked } from '@recado/shared/contact-blocks/store'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, type PhoneMessage, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { csv } from '../support/spreadsheets-by-hand.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const OWN = '5511900000201'

const { principals } = sharedSystem()
let company: string
let admin: ApiClient
let stranger: ApiClient
let whatsappId: string

beforeAll(async () => {
  company = await principals.company()
  admin = await principals.signedIn(company)
  stranger = await principals.signedIn(await principals.company())
  whatsappId = (await admin.linkedConnection(OWN)).id
})

const page = (query: RequestTo<'listContactBlocks'> = {}) => admin.call('listContactBlocks', query)
const blocked = (name: string, number: string) => admin.call('createContactBlock', { name, number })
const table = () => principals.tenant(company)

describe('blocking a contact by hand', () => {
  test('a number is blocked once in any spelling, and browsers get the events', async () => {
    const live = await LiveSocket.open(admin)
    const block = await blocked('Ana', '(11) 98765-0001')
    expect(block).toMatchObject({ name: 'Ana', number: '5511987650001', origin: 'MANUAL', evidence: null })
    expect(await live.frame('of the block', isAbout(block.id, 'create'))).toMatchObject({
      channel: `company-${company}-contact-blocks`,
      record: block,
    })
    for (const number of ['11987650001', '551187650001', '+55 11 98765-0001'])
      expect(await admin.attempt('createContactBlock', { name: 'Ana', number })).toMatchObject({
        status: 409,
        body: { error: 'ERR_DUPLICATED_CONTACT' },
      })
    expect(await admin.call('getContactBlock', { contactBlockId: block.id })).toEqual(block)
    for (const call of ['getContactBlock', 'deleteContactBlock'] as const)
      expect(await stranger.attempt(call, { contactBlockId: block.id })).toMatchObject({ status: 404 })
    await admin.call('deleteContactBlock', { contactBlockId: block.id })
    expect(await live.frame('of its end', isAbout(block.id, 'delete'))).toMatchObject({
      id: block.id,
    })
    live.close()
    expect(await isBlocked(table(), '5511987650001')).toBe(false)
    await blocked('Ana', '5511987650001')
    expect(await isBlocked(table(), '551187650001')).toBe(true)
  })

  test.for([
    ['without a name', { name: '', number: '11987650002' }],
    ['with a name of one letter', { name: 'A', number: '11987650002' }],
    ['with a name of 51', { name: 'A'.repeat(51), number: '11987650002' }],
    ['with a number of 7', { name: 'Ana', number: '1198765' }],
    ['with a number of 17', { name: 'Ana', number: '55119876500020000' }],
    ['with more than that', { name: 'Ana', number: '11987650002', origin: 'OPT_OUT' }],
  ] as const)('a contact %s cannot be blocked', async ([, input]) => {
    expect(await admin.attempt('createContactBlock', input)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('an invalid number cannot be blocked', async () => {
    expect(await admin.attempt('createContactBlock', { name: 'Ana', number: '0800 123456' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT', details: [{ path: 'number' }] },
    })
  })
})

describe('a spreadsheet of blocked contacts', () => {
  test('an imported spreadsheet blocks each number once and counts refused rows', async () => {
    const before = (await page()).count
    const rows = Array.from({ length: 60 }, (_, index) => `Cliente ${index},2198765${1000 + index}`)
    const file = csv(`nome,numero\n${rows.join('\n')}\nOutra vez,+55 21 98765-1000\nRuim,12\n`)
    const importOnce = async () => {
      const uploadId = await uploaded(admin, file)
      const { importId } = await admin.call('importContactBlocks', { uploadId })
      return eventually('the import ends', async () => {
        const state = await admin.call('getContactBlockImport', { importId })
        return state.finishedAt !== null && state
      })
    }
    const counts = { read: 62, refused: 1, contactListId: null, status: 'DONE' }
    expect(await importOnce()).toMatchObject({ ...counts, imported: 60, duplicated: 1 })
    const again = await importOnce()
    expect(again).toMatchObject({ ...counts, imported: 0, duplicated: 61 })
    expect(await page()).toMatchObject({ count: before + 60, importId: null })
    const { importId } = again
    expect(await admin.attempt('refusedContactBlockRows', { importId })).toMatchObject({ status: 200 })
    expect(await admin.attempt('cancelContactBlockImport', { importId })).toMatchObject(
      refused(409, 'ERR_IMPORT_ENDED'),
    )
    for (const call of [
      'getContactBlockImport',
      'refusedContactBlockRows',
      'cancelContactBlockImport',
    ] as const)
      expect(await stranger.attempt(call, { importId })).toMatchObject(refused(404, 'ERR_NO_IMPORT_FOUND'))
  })

  test('blocked contacts are searched by part of name or number, in pages', async () => {
    const found = await page({ searchParam: 'cliente' })
    expect({ count: found.count, shown: found.contacts.length, hasMore: found.hasMore }).toEqual({
      count: 60,
      shown: 20,
      hasMore: true,
    })
    const next = await page({ searchParam: 'cliente', cursor: found.nextCursor ?? '' })
    expect(new Set([...found.contacts, ...next.contacts].map(({ id }) => id)).size).toBe(40)
    expect((await page({ searchParam: '21987651059' })).contacts).toMatchObject([{ name: 'Cliente 59' }])
  })
})

describe('opting out by message', () => {
  const phone = '5511987659001'
  const write = (text: string) => admin.simulator('POST', `/phones/${phone}/messages`, { to: OWN, text })
  const answers = async () => (await admin.messagesOf(phone)).filter(({ fromMe }: PhoneMessage) => !fromMe)

  test('an opt-out blocks the sender, keeps the words and is confirmed once', async () => {
    await write('Não quero sair')
    await write('  Sáir!! 🙏')
    const block = await eventually('the block', async () => (await page({ searchParam: phone })).contacts[0])
    expect(block).toMatchObject({
      number: phone,
      origin: 'OPT_OUT',
      evidence: { text: '  Sáir!! 🙏', at: expect.stringMatching(/^\d{4}-/), whatsappId },
    })
    await eventually('the confirmation', async () => (await answers()).length === 1)
    await write('PARAR')
    await write('ok')
    await eventually('all of it is here', async () => {
      const dump = await principals.dump()
      return dump.some(
        ({ pk, content }) =>
          pk.startsWith(company) && /MESSAGES/.test(pk) && JSON.stringify(content)?.includes('"ok"'),
      )
    })
    expect((await page({ searchParam: phone })).count).toBe(1)
    expect(await answers()).toHaveLength(1)
  })

  test('an opt-out works when name or words are cut at an emoji', async () => {
    const [named, wordy] = ['5511987659021', '5511987659022']
    const name = `${'n'.repeat(49)}😀 Silva`
    await admin.simulator('POST', '/phones', { number: named, name })
    await admin.simulator('POST', `/phones/${named}/messages`, { to: OWN, text: 'sair' })
    const words = `sair${'!'.repeat(195)}😀😀`
    await admin.simulator('POST', `/phones/${wordy}/messages`, { to: OWN, text: words })
    const blockOf = (number: string) =>
      eventually('the block', async () => (await page({ searchParam: number })).contacts[0])
    expect(await blockOf(named)).toMatchObject({ name: `${'n'.repeat(49)}😀`, origin: 'OPT_OUT' })
    expect(await blockOf(wordy)).toMatchObject({ evidence: { text: `sair${'!'.repeat(195)}😀` } })
    // A person can save it under that name again.
    expect((await admin.attempt('createContactBlock', { name, number: '5511987659023' })).status).toBe(400)
    const kept = { name: `${'n'.repeat(49)}😀`, number: '5511987659023' }
    expect(await admin.call('createContactBlock', kept)).toMatchObject(kept)
  })

  test('an opt-out may use the company’s own words', async () => {
    const [other, another] = ['5511987659011', '5511987659012']
    const wrote = (number: string, text: string) =>
      admin.simulator('POST', `/phones/${number}/messages`, { to: OWN, text })
    await admin.settings({ optOutWords: ['chega'] })
    await wrote(another, 'Parar')
    await wrote(other, 'Chega!')
    await eventually('the block', async () => (await page({ searchParam: other })).contacts[0])
    // What does not name the words leaves them as they are.
    await admin.settings({})
    await wrote(another, 'chega')
    const block = await eventually(
      'the other',
      async () => (await page({ searchParam: another })).contacts[0],
    )
    expect(block).toMatchObject({ evidence: { text: 'chega' } })
  })

  test('a campaign sends nothing to blocked numbers, in any spelling', async () => {
    const list = await admin.newList('Com bloqueados')
    const free = '5511987659002'
    await blocked('Caio', '5521987650099')
    await admin.imported(list.id, csv(`nome,numero\nA,551187659001\nB,${free}\nC,2187650099\n`), 'a.csv')
    await admin.settings({ messageInterval: '0', minimumMessageInterval: '1' })
    const { id } = await admin.newCampaign({ whatsappId, contactListId: list.id })
    await admin.call('startCampaign', { campaignId: id })
    const report = await admin.finished(id)
    expect(report.counters).toMatchObject({ blockeds: 2, delivered: 3 })
    expect(
      report.shipping
        .filter(({ block }) => block)
        .map(({ number }) => number)
        .sort(),
    ).toEqual(['5511987659001', '5521987650099'])
    expect(await admin.messagesOf(free)).toHaveLength(1)
    expect(await answers()).toHaveLength(1)
    const learned = await eventually('the list knows what WhatsApp said', async () => {
      const now = await admin.list(list.id)
      return now.valids + now.invalids > 0 && now
    })
    expect(learned.valids).toBeGreaterThanOrEqual(1)
  })

  test('a block by WhatsApp’s own id also holds for the number learned later', async () => {
    const lid = '991234567890123'
    const { putBlock } = await import('@recado/shared/contact-blocks/store')
    const createdAt = new Date().toISOString()
    const block = { id: 'BLOCK-OF-LID', name: 'Oculta', number: '', lid, origin: 'OPT_OUT' as const }
    expect(await putBlock(table(), { ...block, evidence: null, createdAt })).toBe(true)
    expect(await putBlock(table(), { ...block, id: 'ANOTHER', evidence: null, createdAt })).toBe(false)
    const number = '5531987650001'
    expect(await isBlocked(table(), number)).toBe(false)
    await learnNumbers(table(), [{ lid, number: '553187650001' }])
    expect(await isBlocked(table(), number)).toBe(true)
    expect(await blockedNumbers(table(), [number])).toEqual(new Set())
    expect(await admin.call('getContactBlock', { contactBlockId: 'BLOCK-OF-LID' })).toMatchObject({ number })
    await admin.call('deleteContactBlock', { contactBlockId: 'BLOCK-OF-LID', reason: 'Mudou de ideia' })
    expect(await isBlocked(table(), number)).toBe(false)
  })
})
