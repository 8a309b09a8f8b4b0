import type { Connection } from '@recado/shared/connections/connection'
import { changeHealth } from '@recado/shared/connections/health-store'
import { changeConnection, getConnection, putConnection } from '@recado/shared/connections/store'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aColor, aConnection } from '../support/builders.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type RunningSystem, startSystem } from '../support/local-system.ts'
import { type Cast, Principals } from '../support/principals.ts'

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

const create = (input: object = {}) => admin.send<Connection>('POST', '/whatsapp', { name: 'Loja', ...input })
const created = async (input: object = {}) => (await create(input)).body
const change = (id: string, input: object) =>
  admin.send<Connection>('PUT', `/whatsapp/${id}`, { name: 'Loja', ...input })
const all = () => admin.done<Connection[]>('GET', '/whatsapp')
const defaults = async () => (await all()).filter(({ isDefault }) => isDefault).map(({ id }) => id)
const newQueue = (name: string, client = admin) =>
  client.done<TicketQueue>('POST', '/queue', { name, color: aColor() })

/** A connection that nobody holds: it stays as it is stored. */
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

describe('what is saved of a connection', () => {
  test('is answered as it was sent, and what is left out of a change stays', async () => {
    const texts = {
      greetingMessage: 'Olá',
      complationMessage: 'Até logo',
      outOfHoursMessage: 'Fechado',
      ratingMessage: 'De 1 a 5?',
    }
    const limits = { newContactsPerDay: 30, warmUpDays: 14 }
    const connection = await created({ ...texts, ...limits })
    expect(connection).toMatchObject({ ...texts, ...limits, queues: [], provider: 'beta', isDefault: true })
    const { body: changed } = await change(connection.id, { name: 'Outra', greetingMessage: 'Oi' })
    expect(changed).toMatchObject({
      name: 'Outra',
      ...limits,
      greetingMessage: 'Oi',
      complationMessage: null,
    })
    const none = { newContactsPerDay: null, warmUpDays: 0 }
    expect((await change(connection.id, none)).body).toMatchObject(none)
  })

  test('a token is stored and never read out, stays unless another is sent, and is removed by an empty text', async () => {
    const connection = await created({ token: 'segredo' })
    const stored = async () => (await getConnection(principals.tenant(company), connection.id))?.token
    expect(connection).toMatchObject({ hasToken: true })
    const answers = [
      connection,
      await all(),
      await admin.connection(connection.id),
      (await change(connection.id, { name: 'Outra' })).body,
      (await change(connection.id, { token: null })).body,
    ]
    expect(JSON.stringify(answers)).not.toContain('segredo')
    expect(JSON.stringify(answers)).not.toContain('"token"')
    expect(await stored()).toBe('segredo')
    expect((await change(connection.id, { token: 'outro' })).body).toMatchObject({ hasToken: true })
    expect(await stored()).toBe('outro')
    expect((await change(connection.id, { token: '' })).body).toMatchObject({ hasToken: false })
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
  ])('is refused with %s', async (_, input) => {
    expect(await create(input)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await all()).toEqual([])
  })

  test('shows the health of the account, with today’s limit of its warm-up', async () => {
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
    await admin.done('DELETE', `/whatsapp/${id}`)
    expect(await table.get({ pk: 'HEALTH', sk: id })).toBeUndefined()
  })
})

describe('the queues of a connection', () => {
  test('are shown with it by name and colour, and stay where a change does not name them', async () => {
    const queue = await newQueue('Vendas')
    const connection = await created({ queueIds: [queue.id, queue.id] })
    const { id, name, color } = queue
    expect(connection.queues).toEqual([{ id, name, color }])
    expect((await change(connection.id, { name: 'Outra' })).body.queues).toEqual([{ id, name, color }])
    expect((await change(connection.id, { queueIds: [] })).body.queues).toEqual([])
  })

  test('must be the company’s own, or nothing is saved', async () => {
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

  test('need a greeting where there are several', async () => {
    const queueIds = [(await newQueue('Vendas')).id, (await newQueue('Suporte')).id]
    const REQUIRED = { status: 400, body: { error: 'ERR_WAPP_GREETING_REQUIRED' } }
    for (const greetingMessage of [undefined, null, '', '   '])
      expect(await create({ queueIds, greetingMessage })).toMatchObject(REQUIRED)
    const { id } = await created({ queueIds, greetingMessage: 'Olá' })
    expect(await change(id, {})).toMatchObject(REQUIRED)
    expect(await change(id, { queueIds, greetingMessage: '' })).toMatchObject(REQUIRED)
    expect(await admin.connection(id)).toMatchObject({ greetingMessage: 'Olá' })
    expect((await change(id, { queueIds: queueIds.slice(1) })).status).toBe(200)
    expect((await create({ queueIds: queueIds.slice(1) })).status).toBe(201)
  })

  test('are gone from it when they are deleted', async () => {
    const queue = await newQueue('Vendas')
    const { id } = await created({ queueIds: [queue.id] })
    await admin.done('DELETE', `/queue/${queue.id}`)
    expect((await admin.connection(id)).queues).toEqual([])
    expect((await change(id, { name: 'Ainda' })).status).toBe(200)
  })
})

describe('the default connection', () => {
  test('is one of ten that are created at once', async () => {
    const answers = await ten(() => create())
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(await all()).toHaveLength(10)
    expect(await defaults()).toHaveLength(1)
  })

  test('is one of ten that are to be it at once, created or changed', async () => {
    const ids = await ten(async () => (await created({ isDefault: true })).id)
    expect(await defaults()).toHaveLength(1)
    await ten((at) => change(ids[at] ?? '', { isDefault: true }))
    expect(await defaults()).toHaveLength(1)
  })

  test('goes to another that is made it, which the company is told of', async () => {
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

  test('stays while there are others: it is neither unset nor deleted', async () => {
    const [first, second] = [await created(), await created()]
    expect(await change(first.id, { name: 'Nada disso', isDefault: false })).toMatchObject(NO_OTHER)
    expect(await admin.send('DELETE', `/whatsapp/${first.id}`)).toMatchObject(NO_OTHER)
    expect(await admin.connection(first.id)).toMatchObject({ name: 'Loja', isDefault: true })
    expect((await admin.send('DELETE', `/whatsapp/${second.id}`)).status).toBe(204)
    expect((await change(first.id, { isDefault: false })).status).toBe(200)
    expect((await admin.send('DELETE', `/whatsapp/${first.id}`)).status).toBe(204)
  })

  test('is there however many are deleted and created at once', async () => {
    const ids = await ten(async () => (await created()).id)
    await Promise.all([
      ...ids.map((id) => admin.send('DELETE', `/whatsapp/${id}`)),
      ...ids.map(() => create()),
    ])
    expect((await all()).length).toBeGreaterThanOrEqual(10)
    expect(await defaults()).toHaveLength(1)
  })

  test('is one again where an earlier version left two', async () => {
    const [first, second] = [await resting({ isDefault: true }), await resting({ isDefault: true })]
    await change(second, { isDefault: true })
    expect(await defaults()).toEqual([second])
    expect((await change(first, { name: 'Esta não' })).body.isDefault).toBe(false)
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
    client.send('POST', `/whatsappsession/${id}/number`, { accept })
  const NO_OTHER_NUMBER = { status: 409, body: { error: 'ERR_WAPP_NO_OTHER_NUMBER' } }

  test('is answered by one of ten who answer at once', async () => {
    const id = await asked()
    const answers = await ten(() => answer(id, false))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)])
  })

  test('cannot be answered where it is not asked', async () => {
    expect(await answer(await resting(), true)).toMatchObject(NO_OTHER_NUMBER)
    expect(await answer(await asked(null), true)).toMatchObject(NO_OTHER_NUMBER)
    const id = await asked()
    await changeConnection(principals.tenant(company), id, { statusReason: 'BANNED' })
    expect(await answer(id, true)).toMatchObject(NO_OTHER_NUMBER)
  })
})

describe('connections and people', () => {
  const calls = (id: string) =>
    [
      ['POST', '/whatsapp', { name: 'Outra' }],
      ['PUT', `/whatsapp/${id}`, { name: 'Outra' }],
      ['DELETE', `/whatsapp/${id}`],
      ['POST', `/whatsappsession/${id}`],
      ['PUT', `/whatsappsession/${id}`],
      ['DELETE', `/whatsappsession/${id}`],
      ['POST', `/whatsappsession/${id}/pairing-code`, { number: '5511955550001' }],
      ['POST', `/whatsappsession/${id}/number`, { accept: true }],
    ] as const

  test('a user sees them and changes none', async () => {
    const id = await resting()
    const before = await all()
    expect(await user.done('GET', '/whatsapp')).toEqual(before)
    expect(await user.done('GET', `/whatsapp/${id}`)).toEqual(before[0])
    for (const [method, path, body] of calls(id))
      expect(await user.send(method, path, body), `${method} ${path}`).toMatchObject(NOT_PERMITTED)
    expect(await all()).toEqual(before)
  })

  test('another company sees, tests and changes none', async () => {
    const id = await resting()
    const before = await all()
    const [, ...named] = calls(id)
    for (const [method, path, body] of [
      ['GET', `/whatsapp/${id}`] as const,
      ['POST', '/whatsapp/test', { whatsappId: id }] as const,
      ...named,
    ])
      expect(await other.send(method, path, body), `${method} ${path}`).toMatchObject(NO_CONNECTION)
    expect(await other.done('GET', '/whatsapp')).toEqual([])
    expect(await all()).toEqual(before)
  })

  test('a company without a default connection has none to test', async () => {
    await resting()
    expect(await user.send('POST', '/whatsapp/test', {})).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_DEF_WAPP_FOUND' },
    })
  })

  test.each(['', '123', 'abc', '11 1234', '+1'])('“%s” is no number to link', async (number) => {
    const id = await resting()
    const answer = await admin.send('POST', `/whatsappsession/${id}/pairing-code`, { number })
    expect(answer.status).toBe(400)
    expect(['ERR_WAPP_INVALID_CONTACT', 'ERR_VALIDATION']).toContain(answer.body.error)
    expect(await admin.connection(id)).toMatchObject({ status: 'DISCONNECTED' })
  })
})
