import { newId } from '@recado/shared/ids'
import type { TicketQueue } from '@recado/shared/ticket-queues/ticket-queue'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aColor } from '../support/builders.ts'
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

const queues = (client = admin) => client.done<TicketQueue[]>('GET', '/queue')
const create = (input: object, client = admin) => client.send<TicketQueue>('POST', '/queue', input)
const created = async (input: object) => (await create({ color: aColor(), ...input })).body

const NO_QUEUE = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } }
const SAME_NAME = { status: 409, body: { error: 'ERR_DUPLICATED_NAME' } }
const SAME_COLOR = { status: 409, body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' } }
const NOT_PERMITTED = { status: 403, body: { error: 'ERR_NO_PERMISSION' } }

describe('a queue', () => {
  test('is created, read, changed and deleted', async () => {
    const input = { name: ' Vendas ', color: '#1F9D55', greetingMessage: 'Olá', outOfHoursMessage: '' }
    const { status, body: queue } = await create(input)
    expect(status).toBe(201)
    expect(queue).toMatchObject({
      name: 'Vendas',
      color: '#1f9d55',
      greetingMessage: 'Olá',
      outOfHoursMessage: null,
    })
    expect(await admin.done('GET', `/queue/${queue.id}`)).toEqual(queue)
    const changed = await admin.done<TicketQueue>('PUT', `/queue/${queue.id}`, {
      name: 'Vendas 2',
      color: '#1f9d55',
      outOfHoursMessage: 'Até amanhã',
    })
    expect(changed).toMatchObject({
      id: queue.id,
      name: 'Vendas 2',
      greetingMessage: null,
      outOfHoursMessage: 'Até amanhã',
    })
    expect(await queues()).toEqual([changed])
    expect((await admin.send('DELETE', `/queue/${queue.id}`)).status).toBe(204)
    expect(await queues()).toEqual([])
    expect(await admin.send('GET', `/queue/${queue.id}`)).toMatchObject(NO_QUEUE)
  })

  test('stands in the list by its name, as people sort names', async () => {
    for (const name of ['zebra', 'Água', 'Loja 10', 'Loja 2', 'antes']) await created({ name })
    expect((await queues()).map(({ name }) => name)).toEqual(['Água', 'antes', 'Loja 2', 'Loja 10', 'zebra'])
  })

  test.each([
    ['a short name', { name: 'a', color: '#123456' }],
    ['a long name', { name: 'a'.repeat(51), color: '#123456' }],
    ['a name of blanks', { name: '     ', color: '#123456' }],
    ['no colour', { name: 'Vendas' }],
    ['a colour by its name', { name: 'Vendas', color: 'green' }],
    ['a short colour', { name: 'Vendas', color: '#123' }],
    ['a colour that is more', { name: 'Vendas', color: '#123456;background:url(x)' }],
    ['a field nobody knows', { name: 'Vendas', color: '#123456', companyId: 'x' }],
  ])('with %s is refused', async (_, input) => {
    expect(await create(input)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await queues()).toEqual([])
  })

  test('is created once under one idempotency key', async () => {
    const input = { name: 'Vendas', color: aColor() }
    const key = { 'idempotency-key': newId() }
    const first = await admin.send('POST', '/queue', input, key)
    const again = await admin.send('POST', '/queue', input, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await queues()).toHaveLength(1)
  })
})

describe('the name and the colour of a queue', () => {
  test('are its own in the company, in whatever letters', async () => {
    await create({ name: 'Pós-venda', color: '#aabbcc' })
    for (const name of ['Pós-venda', 'PÓS-VENDA', 'Po\u0301s-venda', ' pós-venda '])
      expect(await create({ name, color: aColor() }), name).toMatchObject(SAME_NAME)
    expect(await create({ name: 'Suporte', color: '#AABBCC' })).toMatchObject(SAME_COLOR)
    expect(await queues()).toHaveLength(1)
  })

  test('may be those of another company’s', async () => {
    await create({ name: 'Vendas', color: '#aabbcc' })
    expect((await create({ name: 'Vendas', color: '#aabbcc' }, other)).status).toBe(201)
  })

  test('cannot be taken from another queue by a change, which then changes nothing', async () => {
    await create({ name: 'Vendas', color: '#aabbcc' })
    const { id, ...queue } = await created({ name: 'Suporte' })
    const change = (to: object) =>
      admin.send('PUT', `/queue/${id}`, { name: 'Suporte', color: queue.color, ...to })
    expect(await change({ name: 'VENDAS' })).toMatchObject(SAME_NAME)
    expect(await change({ color: '#aabbcc' })).toMatchObject(SAME_COLOR)
    expect(await admin.done('GET', `/queue/${id}`)).toEqual({ id, ...queue })
  })

  test('stay its own when it is saved as it is, or in other letters', async () => {
    const { id, color } = await created({ name: 'Vendas' })
    expect((await admin.send('PUT', `/queue/${id}`, { name: 'Vendas', color })).status).toBe(200)
    expect((await admin.send('PUT', `/queue/${id}`, { name: 'VENDAS', color })).status).toBe(200)
    expect(await create({ name: 'vendas', color: aColor() })).toMatchObject(SAME_NAME)
  })

  test('are free for others once it is called otherwise or deleted', async () => {
    const { id } = await created({ name: 'Vendas', color: '#aabbcc' })
    await admin.done('PUT', `/queue/${id}`, { name: 'Suporte', color: '#ccbbaa' })
    const second = await create({ name: 'Vendas', color: '#aabbcc' })
    expect(second.status).toBe(201)
    await admin.done('DELETE', `/queue/${second.body.id}`)
    expect((await create({ name: 'vendas', color: '#aabbcc' })).status).toBe(201)
  })

  test('go to one of ten who ask for them at once', async () => {
    const same = await Promise.all(
      Array.from({ length: 10 }, () => create({ name: 'Vendas', color: aColor() })),
    )
    expect(same.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const colors = Array.from({ length: 10 }, (_, at) => create({ name: `Fila ${at}`, color: '#aabbcc' }))
    expect((await Promise.all(colors)).map(({ status }) => status).sort()).toEqual([
      201,
      ...Array(9).fill(409),
    ])
    expect(await queues()).toHaveLength(2)
  })

  test('go to one of ten that are renamed at once, and the others keep what they had', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, (_, at) => created({ name: `Fila ${at}` })))
    const renamed = await Promise.all(
      all.map(({ id, color }) => admin.send('PUT', `/queue/${id}`, { name: 'Vendas', color })),
    )
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const names = (await queues()).map(({ name }) => name)
    expect(names.filter((name) => name === 'Vendas')).toHaveLength(1)
    const [freed] = all.filter((_, at) => renamed[at]?.status === 200)
    expect((await create({ name: freed?.name, color: aColor() })).status).toBe(201)
  })

  test('hold while one queue is renamed ten times at once', async () => {
    const { id, color } = await created({ name: 'Vendas' })
    const renamed = await Promise.all(
      Array.from({ length: 10 }, (_, at) => admin.send('PUT', `/queue/${id}`, { name: `Fila ${at}`, color })),
    )
    expect(renamed.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const [queue] = await queues()
    // Every name but the one it has now is free again.
    const others = Array.from({ length: 10 }, (_, at) => `Fila ${at}`).filter((name) => name !== queue?.name)
    for (const name of ['Vendas', ...others])
      expect((await create({ name, color: aColor() })).status).toBe(201)
    expect(await create({ name: queue?.name, color: aColor() })).toMatchObject(SAME_NAME)
  })
})

describe('queues and people', () => {
  test('a user reads them, and changes none', async () => {
    const queue = await created({ name: 'Vendas' })
    expect(await queues(user)).toEqual([queue])
    expect(await user.done('GET', `/queue/${queue.id}`)).toEqual(queue)
    const input = { name: 'Outra', color: aColor() }
    expect(await user.send('POST', '/queue', input)).toMatchObject(NOT_PERMITTED)
    expect(await user.send('PUT', `/queue/${queue.id}`, input)).toMatchObject(NOT_PERMITTED)
    expect(await user.send('DELETE', `/queue/${queue.id}`)).toMatchObject(NOT_PERMITTED)
    expect(await queues()).toEqual([queue])
  })

  test('another company sees, changes and deletes none of them', async () => {
    const queue = await created({ name: 'Vendas' })
    expect(await queues(other)).toEqual([])
    const input = { name: 'Outra', color: aColor() }
    for (const [method, body] of [['GET'], ['PUT', input], ['DELETE']] as const)
      expect(await other.send(method, `/queue/${queue.id}`, body)).toMatchObject(NO_QUEUE)
    expect(await queues()).toEqual([queue])
  })

  test('each change is told to the company, and to no other', async () => {
    const [ours, theirs] = [await LiveSocket.open(user), await LiveSocket.open(other)]
    const queue = await created({ name: 'Vendas' })
    const channel = `company-${company}-queue`
    expect(await ours.frame('created', ({ action }) => action === 'create')).toEqual({
      channel,
      action: 'create',
      record: queue,
    })
    const changed = await admin.done('PUT', `/queue/${queue.id}`, { name: 'Nova', color: queue.color })
    expect(await ours.frame('changed', ({ action }) => action === 'update')).toMatchObject({
      channel,
      record: changed,
    })
    await admin.done('DELETE', `/queue/${queue.id}`)
    expect(await ours.frame('deleted', ({ action }) => action === 'delete')).toEqual({
      channel,
      action: 'delete',
      id: queue.id,
    })
    await create({ name: 'Deles', color: aColor() }, other)
    await theirs.frame('their own', ({ action }) => action === 'create')
    expect(theirs.frames).toHaveLength(1)
    ours.close()
    theirs.close()
  })
})
