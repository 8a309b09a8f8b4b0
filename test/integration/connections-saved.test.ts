import { changeHealth, healthKey } from '@recado/shared/connections/health-store'
import { changeConnection, getConnection, putConnection } from '@recado/shared/connections/store'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { aColor, aConnection } from '../support/builders.ts'
import { LiveSocket } from '../support/live-socket.ts'
import type { Cast } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let { company, admin, user, other } = {} as Cast

beforeEach(async () => {
  ;({ company, admin, user, other } = await principals.cast())
})

type Input = Partial<RequestTo<'createConnection'>>
const create = (input: Input = {}) => admin.attempt('createConnection', { name: 'Loja', ...input })
const created = (input: Input = {}) => admin.call('createConnection', { name: 'Loja', ...input })
const change = (whatsappId: string, input: Input) =>
  admin.attempt('updateConnection', { whatsappId, name: 'Loja', ...input })
const changed = (whatsappId: string, input: Input) =>
  admin.call('updateConnection', { whatsappId, name: 'Loja', ...input })
const all = () => admin.call('listConnections')
const defaults = async () => (await all()).filter(({ isDefault }) => isDefault).map(({ id }) => id)
const newQueue = (name: string, client = admin) => client.call('createTicketQueue', { name, color: aColor() })

/** A connection without an owner: it stays as it is stored. */
async function resting(overrides: Parameters<typeof aConnection>[0] = {}): Promise<string> {
  const resting = { status: 'DISCONNECTED', wanted: 'closed', isDefault: false } as const
  const connection = aConnection({ companyId: company, ...resting, ...overrides })
  await putConnection(principals.tenant(company), connection)
  return connection.id
}

const ten = <T>(one: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, at) => one(at)))
const NO_OTHER = { status: 409, body: { error: 'ERR_NO_OTHER_WHATSAPP' } }
const NO_CONNECTION = { status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } }
const NOT_PERMITTED = { status: 403, body: { error: 'ERR_NO_PERMISSION' } }

describe('the fields of a connection', () => {
  test('a connection is answered as sent, and a change keeps omitted fields', async () => {
    const texts = {
      greetingMessage: 'Olá',
      complationMessage: 'Até logo',
      outOfHoursMessage: 'Fechado',
      ratingMessage: 'De 1 a 5?',
    }
    const limits = { newContactsPerDay: 30, warmUpDays: 14 }
    const connection = await created({ ...texts, ...limits })
    expect(connection).toMatchObject({ ...texts, ...limits, queues: [], provider: 'beta', isDefault: true })
    const given = { name: 'Outra', greetingMessage: 'Oi', complationMessage: '' }
    expect(await changed(connection.id, given)).toMatchObject({
      ...texts,
      ...limits,
      ...given,
      complationMessage: null,
    })
    const none = { newContactsPerDay: null, warmUpDays: 0 }
    expect(await changed(connection.id, none)).toMatchObject(none)
  })

  test('a connection’s token is never shown, stays unless replaced, and an empty text removes it', async () => {
    const connection = await created({ token: 'segredo' })
    const stored = async () => (await getConnection(principals.tenant(company), connection.id))?.token
    expect(connection).toMatchObject({ hasToken: true })
    const answers = [
      connection,
      await all(),
      await admin.connection(connection.id),
      await changed(connection.id, { name: 'Outra' }),
      await changed(connection.id, { token: null }),
    ]
    expect(JSON.stringify(answers)).not.toContain('segredo')
    expect(JSON.stringify(answers)).not.toContain('"token"')
    expect(await stored()).toBe('segredo')
    expect(await changed(connection.id, { token: 'outro' })).toMatchObject({ hasToken: true })
    expect(await stored()).toBe('outro')
    expect(await changed(connection.id, { token: '' })).toMatchObject({ hasToken: false })
    expect(await stored()).toBeNull()
  })

  test.each([
    ['a token that is no text', { token: 7 }],
    ['a limit of none', { newContactsPerDay: 0 }],
    ['half a contact', { newContactsPerDay: 1.5 }],
    ['a warm-up that is over before it begins', { warmUpDays: -1 }],
    ['a warm-up of half a year', { warmUpDays: 180 }],
    ['queues that are no list', { queueIds: 'x' }],
    ['a queue that is no id', { queueIds: ['../x'] }],
    ['a greeting of 1,001 characters', { greetingMessage: 'x'.repeat(1001) }],
    ['a status', { status: 'CONNECTED' }],
    ['another company', { companyId: 'x' }],
  ])('a connection with %s is refused', async (_, input) => {
    expect(await admin.send('POST', '/whatsapp', { name: 'Loja', ...input })).toMatchObject(
      refused(400, 'ERR_VALIDATION'),
    )
    expect(await all()).toEqual([])
  })

  test('a connection shows the health of its account and today’s warm-up limit', async () => {
    const linkedAt = new Date().toISOString()
    const id = await resting({ newContactsPerDay: 30, warmUpDays: 14, linkedAt })
    const until = Date.now() + 3_600_000
    await changeHealth(principals.tenant(company), id, {
      lockedUntil: until,
      newChatsUsed: 3,
      newChatsQuota: 50,
    })
    expect((await admin.connection(id)).health).toEqual({
      lastTrafficAt: null,
      heldFor: 'reach-out-lock',
      heldUntil: new Date(until).toISOString(),
      newChats: { used: 3, quota: 50 },
      newContacts: { used: 0, limit: 2 },
      hasTokenSalt: null,
    })
    const table = principals.tenant(company)
    await admin.call('deleteConnection', { whatsappId: id })
    expect(await table.get(healthKey(id))).toBeUndefined()
  })
})

describe('the queues of a connection', () => {
  test('a connection shows its queues, and a change without queues keeps them', async () => {
    const queue = await newQueue('Vendas')
    const connection = await created({ queueIds: [queue.id, queue.id] })
    const { id, name, color } = queue
    expect(connection.queues).toEqual([{ id, name, color }])
    expect((await changed(connection.id, { name: 'Outra' })).queues).toEqual([{ id, name, color }])
    expect((await changed(connection.id, { queueIds: [] })).queues).toEqual([])
  })

  test('a connection with a queue of another company is not saved', async () => {
    const ours = await newQueue('Vendas')
    const theirs = await newQueue('Vendas', other)
    const NO_QUEUE = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } }
    for (const queueIds of [[theirs.id], [ours.id, theirs.id], ['01ARZ3NDEKTSV4RRFFQ69G5FAV']])
      expect(await create({ queueIds, greetingMessage: 'Olá' })).toMatchObject(NO_QUEUE)
    expect(await all()).toEqual([])
    const { id } = await created({ queueIds: [ours.id] })
    expect(await change(id, { queueIds: [theirs.id] })).toMatchObject(NO_QUEUE)
    expect((await admin.connection(id)).queues).toHaveLength(1)
  })

  test('a connection with several queues needs a greeting', async () => {
    const queueIds = [(await newQueue('Vendas')).id, (await newQueue('Suporte')).id]
    const REQUIRED = { status: 400, body: { error: 'ERR_WAPP_GREETING_REQUIRED' } }
    for (const greetingMessage of [undefined, null, '', '   '])
      expect(await create({ queueIds, greetingMessage })).toMatchObject(REQUIRED)
    const { id } = await created({ queueIds, greetingMessage: 'Olá' })
    for (const input of [{ greetingMessage: '' }, { queueIds, greetingMessage: null }])
      expect(await change(id, input)).toMatchObject(REQUIRED)
    expect(await admin.connection(id)).toMatchObject({ greetingMessage: 'Olá' })
    expect((await change(id, { queueIds: queueIds.slice(1) })).status).toBe(200)
    expect((await create({ queueIds: queueIds.slice(1) })).status).toBe(201)
  })

  test('a deleted queue is removed from its connection', async () => {
    const queue = await newQueue('Vendas')
    const { id } = await created({ queueIds: [queue.id] })
    await admin.call('deleteTicketQueue', { queueId: queue.id })
    expect((await admin.connection(id)).queues).toEqual([])
    expect((await change(id, { name: 'Ainda' })).status).toBe(200)
  })
})

describe('the default connection', () => {
  test('of ten connections created at once one is the default', async () => {
    const answers = await ten(() => create())
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(await all()).toHaveLength(10)
    expect(await defaults()).toHaveLength(1)
  })

  test('of ten connections made the default at once one is', async () => {
    const ids = await ten(async () => (await created({ isDefault: true })).id)
    expect(await defaults()).toHaveLength(1)
    await ten((at) => change(ids[at] ?? '', { isDefault: true }))
    expect(await defaults()).toHaveLength(1)
  })

  test('making another connection the default moves it, and browsers get both events', async () => {
    const [first, second] = [await created(), await created()]
    expect(await defaults()).toEqual([first.id])
    const live = await LiveSocket.open(user)
    await change(second.id, { isDefault: true })
    expect(await defaults()).toEqual([second.id])
    const told = (id: string, isDefault: boolean) =>
      live.frame(`${id} is ${isDefault}`, ({ channel, record }) => {
        const shown: { id?: string; isDefault?: boolean } = Object(record)
        return channel === `company-${company}-whatsapp` && shown.id === id && shown.isDefault === isDefault
      })
    await Promise.all([told(first.id, false), told(second.id, true)])
    live.close()
  })

  test('the default connection cannot be unset or deleted while there are others', async () => {
    const [first, second] = [await created(), await created()]
    expect(await change(first.id, { name: 'Nada disso', isDefault: false })).toMatchObject(NO_OTHER)
    expect(await admin.attempt('deleteConnection', { whatsappId: first.id })).toMatchObject(NO_OTHER)
    expect(await admin.connection(first.id)).toMatchObject({ name: 'Loja', isDefault: true })
    expect((await admin.attempt('deleteConnection', { whatsappId: second.id })).status).toBe(204)
    expect((await change(first.id, { isDefault: false })).status).toBe(200)
    expect((await admin.attempt('deleteConnection', { whatsappId: first.id })).status).toBe(204)
  })

  test('one default connection is left after many are deleted and created at once', async () => {
    const ids = await ten(async () => (await created()).id)
    await Promise.all([
      ...ids.map((id) => admin.attempt('deleteConnection', { whatsappId: id })),
      ...ids.map(() => create()),
    ])
    expect((await all()).length).toBeGreaterThanOrEqual(10)
    expect(await defaults()).toHaveLength(1)
  })

  test('a change repairs two default connections left by an earlier version', async () => {
    const [first, second] = [await resting({ isDefault: true }), await resting({ isDefault: true })]
    await change(second, { isDefault: true })
    expect(await defaults()).toEqual([second])
    expect((await changed(first, { name: 'Esta não' })).isDefault).toBe(false)
  })
})

describe('another number than the known one', () => {
  const asked = (pendingNumber: string | null = '5511955550002') =>
    resting({
      status: 'DISCONNECTED',
      statusReason: 'OTHER_NUMBER',
      pendingNumber,
      knownNumber: '5511955550001',
      linkedAt: '2026-01-02T12:00:00.000Z',
    })
  const answer = (id: string, accept: boolean, client = admin) =>
    client.attempt('answerOtherNumber', { whatsappId: id, accept })
  const NO_OTHER_NUMBER = { status: 409, body: { error: 'ERR_WAPP_NO_OTHER_NUMBER' } }

  test('of ten answers about another number sent at once one counts', async () => {
    const id = await asked()
    const answers = await ten(() => answer(id, false))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)])
  })

  test('an answer about another number is refused when there is no question', async () => {
    expect(await answer(await resting(), true)).toMatchObject(NO_OTHER_NUMBER)
    expect(await answer(await asked(null), true)).toMatchObject(NO_OTHER_NUMBER)
    const id = await asked()
    await changeConnection(principals.tenant(company), id, { statusReason: 'BANNED' })
    expect(await answer(id, true)).toMatchObject(NO_OTHER_NUMBER)
  })
})

describe('connections and people', () => {
  /** What becomes of all changes of a connection, by the name of the call. */
  const changesOf = async (client: ApiClient, whatsappId: string) => ({
    updateConnection: await client.attempt('updateConnection', { whatsappId, name: 'Outra' }),
    deleteConnection: await client.attempt('deleteConnection', { whatsappId }),
    retrySession: await client.attempt('retrySession', { whatsappId }),
    requestNewQr: await client.attempt('requestNewQr', { whatsappId }),
    disconnectSession: await client.attempt('disconnectSession', { whatsappId }),
    requestPairingCode: await client.attempt('requestPairingCode', { whatsappId, number: '5511955550001' }),
    answerOtherNumber: await client.attempt('answerOtherNumber', { whatsappId, accept: true }),
  })

  test('an ordinary user sees connections and cannot change them', async () => {
    const id = await resting()
    const before = await all()
    expect(await user.call('listConnections')).toEqual(before)
    expect(await user.call('getConnection', { whatsappId: id })).toEqual(before[0])
    expect(await user.attempt('createConnection', { name: 'Outra' })).toMatchObject(NOT_PERMITTED)
    for (const [call, answer] of Object.entries(await changesOf(user, id)))
      expect(answer, call).toMatchObject(NOT_PERMITTED)
    expect(await all()).toEqual(before)
  })

  test('another company cannot see, test or change a connection', async () => {
    const id = await resting()
    const before = await all()
    const answers = {
      getConnection: await other.attempt('getConnection', { whatsappId: id }),
      testConnection: await other.attempt('testConnection', { whatsappId: id }),
      ...(await changesOf(other, id)),
    }
    for (const [call, answer] of Object.entries(answers)) expect(answer, call).toMatchObject(NO_CONNECTION)
    expect(await other.call('listConnections')).toEqual([])
    expect(await all()).toEqual(before)
  })

  test('a test without a default connection is refused', async () => {
    await resting()
    expect(await user.attempt('testConnection')).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_DEF_WAPP_FOUND' },
    })
  })

  test.each(['', '123', 'abc', '11 1234', '+1'])(
    'a pairing code for the number “%s” is refused',
    async (number) => {
      const id = await resting()
      expect(await admin.attempt('requestPairingCode', { whatsappId: id, number })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^ERR_WAPP_INVALID_CONTACT$|^ERR_VALIDATION$/) },
      })
      expect(await admin.connection(id)).toMatchObject({ status: 'DISCONNECTED' })
    },
  )
})
