import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { keysUnder } from '../support/bucket.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()

let admin: ApiClient
/** Ana serves sales, Bruno serves finance. */
let [ana, bruno] = [] as unknown as [ApiClient, ApiClient]
let stranger: ApiClient
let [sales, finance, ours] = ['', '', '']
let next = 0

beforeAll(async () => {
  const company = await principals.company()
  ours = principals.tenant(company).companyId
  admin = await principals.signIn(await principals.person(company))
  stranger = await principals.signIn(await principals.person(await principals.company()))
  sales = (await admin.call('createTicketQueue', { name: 'Vendas', color: '#119911' })).id
  finance = (await admin.call('createTicketQueue', { name: 'Financeiro', color: '#aa2211' })).id
  const attendant = async (name: string, queueId: string) => {
    const person = await principals.person(company, { profile: 'user', name })
    await admin.call('updateUser', { userId: person.id, name, email: person.email, queueIds: [queueId] })
    return principals.signIn(person)
  }
  ana = await attendant('Ana Lima', sales)
  bruno = await attendant('Bruno Reis', finance)
}, atMost(120_000))

const aShortcode = () => `r${++next}`
const own = (client: ApiClient, more: object = {}) =>
  client.call('createQuickReply', { shortcode: aShortcode(), message: 'Olá, {nome}', scope: 'user', ...more })
const ofCompany = (more: object = {}) => own(admin, { scope: 'company', ...more })
const ofQueue = (queueId: string, more: object = {}) =>
  own(admin, { scope: 'queue', queueIds: [queueId], ...more })

const idsOf = async (client: ApiClient, searchParam?: string) => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.call('listQuickReplies', { cursor, ...(searchParam && { searchParam }) })
    ids.push(...page.records.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return ids
}

describe('the list of quick replies', () => {
  test('answers the company’s replies, one’s queues’ and one’s own, and no others', async () => {
    const [all, ofSales, ofFinance] = [await ofCompany(), await ofQueue(sales), await ofQueue(finance)]
    const [hers, his] = [await own(ana), await own(bruno)]
    const [herIds, hisIds, allIds] = [await idsOf(ana), await idsOf(bruno), await idsOf(admin)]
    expect(herIds).toEqual(expect.arrayContaining([all.id, ofSales.id, hers.id]))
    for (const { id } of [ofFinance, his]) expect(herIds).not.toContain(id)
    expect(hisIds).toEqual(expect.arrayContaining([all.id, ofFinance.id, his.id]))
    for (const { id } of [ofSales, hers]) expect(hisIds).not.toContain(id)
    expect(allIds).toEqual(expect.arrayContaining([all.id, ofSales.id, ofFinance.id]))
    for (const { id } of [hers, his]) expect(allIds).not.toContain(id)
    expect(await idsOf(stranger)).toEqual([])
  })

  test('is paged by 20, each reply once, one’s own first', async () => {
    const company = await principals.company()
    const boss = await principals.signIn(await principals.person(company))
    for (let count = 0; count < 23; count++) await own(boss, count % 2 ? { scope: 'company' } : {})
    const first = await boss.call('listQuickReplies', {})
    expect(first.records).toHaveLength(20)
    expect(first.hasMore).toBe(true)
    const rest = await boss.call('listQuickReplies', { cursor: first.nextCursor ?? '' })
    expect(rest).toMatchObject({ hasMore: false, nextCursor: null })
    const all = [...first.records, ...rest.records]
    expect(new Set(all.map(({ id }) => id)).size).toBe(23)
    expect(all.map(({ scope }) => scope)).toEqual([...Array(12).fill('user'), ...Array(11).fill('company')])
    const theirs = await ana.attempt('listQuickReplies', { cursor: first.nextCursor ?? '' })
    expect(theirs.status).toBe(400)
  })

  test('is searched by shortcode and text', async () => {
    const reply = await own(ana, { shortcode: 'boleto-2', message: 'A segunda via está no Anexo, {nome}' })
    expect(await idsOf(ana, 'boleto-')).toEqual([reply.id])
    expect(await idsOf(ana, 'NO ANEXO')).toEqual([reply.id])
    expect(await idsOf(ana, 'nada disso')).toEqual([])
  })
})

describe('a shortcode', () => {
  test('is unique among the company’s, in each queue, and among one’s own', async () => {
    const shortcode = aShortcode()
    const duplicated = refused(409, 'ERR_DUPLICATED_SHORTCODE')
    const again = (client: ApiClient, more: object) =>
      client.attempt('createQuickReply', { shortcode, message: 'Oi', scope: 'user', ...more })
    await ofCompany({ shortcode })
    await ofQueue(sales, { shortcode })
    await own(ana, { shortcode })
    await own(bruno, { shortcode })
    expect(await again(admin, { scope: 'company' })).toMatchObject(duplicated)
    expect(await again(ana, {})).toMatchObject(duplicated)
    expect(await again(admin, { scope: 'queue', queueIds: [finance, sales] })).toMatchObject(duplicated)
    // The refused call took no shortcode in the other queue.
    expect((await again(admin, { scope: 'queue', queueIds: [finance] })).status).toBe(201)
  })

  test('is free again after a change and after the deletion', async () => {
    const shortcode = aShortcode()
    const reply = await own(ana, { shortcode })
    const changed = await ana.call('updateQuickReply', {
      quickReplyId: reply.id,
      shortcode: aShortcode(),
      message: 'Tchau',
    })
    expect(changed).toMatchObject({
      id: reply.id,
      message: 'Tchau',
      scope: 'user',
      createdAt: reply.createdAt,
    })
    const second = await own(ana, { shortcode })
    const taken = { quickReplyId: reply.id, shortcode, message: 'Tchau' }
    expect(await ana.attempt('updateQuickReply', taken)).toMatchObject(
      refused(409, 'ERR_DUPLICATED_SHORTCODE'),
    )
    await ana.call('deleteQuickReply', { quickReplyId: second.id })
    expect(await ana.call('updateQuickReply', taken)).toMatchObject({ shortcode })
  })

  test('goes to one of two who take it at once', async () => {
    const shortcode = aShortcode()
    const created = await Promise.all(
      [1, 2, 3].map(() => admin.attempt('createQuickReply', { shortcode, message: 'Oi', scope: 'company' })),
    )
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('replies of the company and of queues', () => {
  test('are created, changed and deleted by admins only', async () => {
    const [all, ofSales] = [await ofCompany(), await ofQueue(sales)]
    const denied = refused(403, 'ERR_NO_PERMISSION')
    const wanted = { shortcode: aShortcode(), message: 'Oi' }
    expect(await ana.attempt('createQuickReply', { ...wanted, scope: 'company' })).toMatchObject(denied)
    const toQueue = { ...wanted, scope: 'queue' as const, queueIds: [sales] }
    expect(await ana.attempt('createQuickReply', toQueue)).toMatchObject(denied)
    for (const { id: quickReplyId } of [all, ofSales]) {
      expect(await ana.attempt('updateQuickReply', { quickReplyId, ...wanted })).toMatchObject(denied)
      expect(await ana.attempt('deleteQuickReply', { quickReplyId })).toMatchObject(denied)
    }
  })

  test('do not exist for other queues, other users and other companies', async () => {
    const missing = refused(404, 'ERR_NO_QUICK_REPLY_FOUND')
    const [hers, ofFinance, all] = [await own(ana), await ofQueue(finance), await ofCompany()]
    const tries: [ApiClient, string][] = [
      [bruno, hers.id],
      [admin, hers.id],
      [ana, ofFinance.id],
      [stranger, all.id],
      [stranger, ofFinance.id],
    ]
    for (const [client, quickReplyId] of tries) {
      const change = { quickReplyId, shortcode: aShortcode(), message: 'Oi' }
      expect(await client.attempt('getQuickReply', { quickReplyId })).toMatchObject(missing)
      expect(await client.attempt('updateQuickReply', change)).toMatchObject(missing)
      expect(await client.attempt('deleteQuickReply', { quickReplyId })).toMatchObject(missing)
    }
  })

  test('keep their scope, and take queues of the company only', async () => {
    const [hers, ofSales] = [await own(ana), await ofQueue(sales)]
    const change = { shortcode: aShortcode(), message: 'Oi' }
    const toCompany = { ...change, scope: 'company' }
    expect((await ana.send('PUT', `/quick-messages/${hers.id}`, toCompany)).status).toBe(400)
    // A client may send the record back.
    expect((await ana.send('PUT', `/quick-messages/${hers.id}`, { ...change, scope: 'user' })).status).toBe(
      200,
    )
    const ofNobody = { quickReplyId: ofSales.id, ...change, queueIds: [] }
    expect(await admin.attempt('updateQuickReply', ofNobody)).toMatchObject(refused(400, 'ERR_VALIDATION'))
    const theirs = (await stranger.call('createTicketQueue', { name: 'Deles', color: '#123456' })).id
    for (const queueId of [theirs, 'SEM-FILA'])
      expect(
        await admin.attempt('createQuickReply', { ...change, scope: 'queue', queueIds: [queueId] }),
      ).toMatchObject(refused(404, 'ERR_NO_QUEUE_FOUND'))
  })
})

describe('the file of a quick reply', () => {
  const PDF = new Uint8Array(Buffer.from('%PDF-1.4 tabela'))
  const JPEG = new Uint8Array(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]))
  const upload = (bytes: Uint8Array<ArrayBuffer>, client = ana) => uploaded(client, bytes, 'message-media')
  const aTable = async (client = ana) => ({
    type: 'document',
    mediaId: await upload(PDF, client),
    fileName: '../tabela.pdf',
  })
  const kept = async () =>
    (await keysUnder(ours)).flatMap((key) => (key.includes('/quick-replies/') ? key.split('/').slice(2) : []))
  const changeOf = ({ id: quickReplyId, shortcode, message }: Awaited<ReturnType<typeof own>>) => ({
    quickReplyId,
    shortcode,
    message,
  })

  test('is its own copy, is listed, stays through a change, is replaced, and goes with the reply', async () => {
    const reply = await own(ana, { media: await aTable() })
    expect(reply.media).toMatchObject({
      type: 'document',
      fileName: 'tabela.pdf',
      mimetype: 'application/pdf',
      bytes: PDF.length,
    })
    const { records } = await ana.call('listQuickReplies', { searchParam: reply.shortcode })
    expect(records).toMatchObject([{ media: reply.media }])
    const change = changeOf(reply)
    const saved = await ana.call('updateQuickReply', change)
    expect(saved).toMatchObject({ media: reply.media })
    // As the record was answered.
    const sentBack = await ana.send('PUT', `/quick-messages/${reply.id}`, { ...saved, message: 'Nova' })
    expect(sentBack.body).toMatchObject({ message: 'Nova', media: reply.media })
    const first = reply.media?.mediaId ?? ''
    expect(await kept()).toContain(first)
    const picture = { type: 'image' as const, mediaId: await upload(JPEG), thumbnail: 'AAAA' }
    const { media } = await ana.call('updateQuickReply', { ...change, media: picture })
    expect(media).toMatchObject({ type: 'image', thumbnail: 'AAAA', mimetype: 'image/jpeg' })
    expect(await kept()).not.toContain(first)
    expect(await kept()).toContain(media?.mediaId)
    expect(await ana.call('updateQuickReply', { ...change, media: null })).toMatchObject({ media: null })
    expect(await kept()).not.toContain(media?.mediaId)
    const other = await own(ana, { media: await aTable() })
    await ana.call('deleteQuickReply', { quickReplyId: other.id })
    expect(await kept()).not.toContain(other.media?.mediaId)
  })

  test('is copied into another reply, which keeps it when the first goes', async () => {
    const reply = await own(ana, { media: await aTable() })
    const { media } = await own(ana, { media: reply.media })
    expect(media?.mediaId).not.toBe(reply.media?.mediaId)
    await ana.call('deleteQuickReply', { quickReplyId: reply.id })
    expect(await kept()).toContain(media?.mediaId)
  })

  test('leaves nothing behind when the reply is refused', async () => {
    const { shortcode } = await own(ana)
    const before = await kept()
    const media = await aTable()
    const again = { shortcode, message: 'Oi', scope: 'user', media }
    expect(await ana.send('POST', '/quick-messages', again)).toMatchObject(
      refused(409, 'ERR_DUPLICATED_SHORTCODE'),
    )
    const { id } = await own(ana)
    expect(await ana.send('PUT', `/quick-messages/${id}`, { shortcode, message: 'Oi', media })).toMatchObject(
      refused(409, 'ERR_DUPLICATED_SHORTCODE'),
    )
    expect((await kept()).sort()).toEqual(before.sort())
  })

  test('goes with its deleted author', async () => {
    const company = await principals.company()
    const boss = await principals.signIn(await principals.person(company))
    const person = await principals.person(company, { profile: 'user' })
    const author = await principals.signIn(person)
    await own(author, { media: await aTable(author) })
    const files = async () =>
      (await keysUnder(principals.tenant(company).companyId)).filter((key) => key.includes('/quick-replies/'))
    expect(await files()).toHaveLength(1)
    await boss.call('deleteUser', { userId: person.id })
    await eventually('the file is gone', async () => (await files()).length === 0)
  })

  test.each([
    ['of another company', 'ERR_NO_FILE', async () => aTable(stranger)],
    ['that is not there', 'ERR_NO_FILE', async () => ({ ...(await aTable()), mediaId: 'SEM-ARQUIVO' })],
    [
      'whose bytes are not its type',
      'ERR_MEDIA_TYPE',
      async () => ({ type: 'image', mediaId: await upload(PDF) }),
    ],
    ['of no kind', 'ERR_VALIDATION', async () => ({ type: 'sticker', mediaId: await upload(JPEG) })],
  ])('%s is refused, and nothing is stored', async (_, code, media) => {
    const before = [await idsOf(ana), await kept()]
    const request = { shortcode: aShortcode(), message: 'Oi', scope: 'user', media: await media() }
    expect(await ana.send('POST', '/quick-messages', request)).toMatchObject(refused(400, code))
    expect([await idsOf(ana), await kept()]).toEqual(before)
  })
})

test('a reply loses a deleted queue with its next change', async () => {
  const { id: gone } = await admin.call('createTicketQueue', { name: 'Estoque', color: '#1122aa' })
  const reply = await ofQueue(sales, { queueIds: [sales, gone] })
  await admin.call('deleteTicketQueue', { queueId: gone })
  const { id: quickReplyId, shortcode, message, queueIds } = reply
  const changed = await admin.call('updateQuickReply', {
    quickReplyId,
    shortcode,
    message: `${message}!`,
    queueIds,
  })
  expect(changed.queueIds).toEqual([sales])
})

test.each([
  ['a blank text', { message: '  ' }],
  ['a text that is too long', { message: 'a'.repeat(4097) }],
  ['a NUL', { message: 'a\0b' }],
  ['half a surrogate pair', { message: 'a\ud83d' }],
  ['an unknown variable', { message: '{quem}' }],
  ['a brace that is not closed', { message: 'Olá, {{nome}' }],
  ['capitals in its shortcode', { shortcode: 'Oi' }],
  ['no shortcode', { shortcode: '' }],
  ['a file', { mediaId: 'M1' }],
  ['an unknown scope', { scope: 'all' }],
])('a quick reply with %s is refused, and nothing is stored', async (_, fault) => {
  const before = await idsOf(ana)
  const request = { shortcode: aShortcode(), message: 'Oi', scope: 'user', ...fault }
  expect(await ana.send('POST', '/quick-messages', request)).toMatchObject(refused(400, 'ERR_VALIDATION'))
  expect(await idsOf(ana)).toEqual(before)
})

describe('live events of quick replies', () => {
  test('reach the users of the reply; users of a queue that loses it get its deletion', async () => {
    const sockets = [await LiveSocket.open(ana), await LiveSocket.open(bruno), await LiveSocket.open(admin)]
    const [ofAna, ofBruno, ofAdmin] = sockets as [LiveSocket, LiveSocket, LiveSocket]
    const hers = await own(ana)
    const ofSales = await ofQueue(sales)
    await ofAna.frame('her own reply', isAbout(hers.id, 'create'))
    await ofAna.frame('her queue’s reply', isAbout(ofSales.id, 'create'))
    const change = { quickReplyId: ofSales.id, shortcode: aShortcode(), message: 'Oi', queueIds: [finance] }
    await admin.call('updateQuickReply', change)
    await ofBruno.frame('his queue’s reply', isAbout(ofSales.id, 'update'))
    await ofAna.frame('the reply goes', isAbout(ofSales.id, 'delete'))
    await admin.call('deleteQuickReply', { quickReplyId: ofSales.id })
    await ofBruno.frame('the deletion', isAbout(ofSales.id, 'delete'))
    await ofAdmin.frame('the deletion', isAbout(ofSales.id, 'delete'))
    const seenBy = (socket: LiveSocket, id: string) =>
      socket.frames.filter((frame) => JSON.stringify(frame).includes(id)).map(({ action }) => action)
    expect(seenBy(ofBruno, hers.id)).toEqual([])
    expect(seenBy(ofAdmin, hers.id)).toEqual([])
    expect(seenBy(ofBruno, ofSales.id)).toEqual(['update', 'delete'])
    for (const socket of sockets) socket.close()
  })
})
