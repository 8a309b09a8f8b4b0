import { newId } from '@recado/shared/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../support/api-client.ts'
import type { RequestTo } from '../support/api-routes.ts'
import { aColor } from '../support/builders.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import type { Cast } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()
let { company, admin, user, other } = {} as Cast

beforeEach(async () => {
  ;({ company, admin, user, other } = await principals.cast())
})

const queues = (client = admin) => client.call('listTicketQueues')
type Input = RequestTo<'createTicketQueue'>
const create = (input: Input, client = admin) => client.attempt('createTicketQueue', input)
const created = (input: Partial<Input> & { name: string }) =>
  admin.call('createTicketQueue', { color: aColor(), ...input })

const NO_QUEUE = { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } }
const SAME_NAME = { status: 409, body: { error: 'ERR_DUPLICATED_NAME' } }
const SAME_COLOR = { status: 409, body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' } }
const NOT_PERMITTED = { status: 403, body: { error: 'ERR_NO_PERMISSION' } }

describe('a queue', () => {
  test('a queue is created, read, changed and deleted', async () => {
    const input = { name: ' Vendas ', color: '#1F9D55', greetingMessage: 'Olá', outOfHoursMessage: '' }
    const queue = await created(input)
    expect(queue).toMatchObject({
      name: 'Vendas',
      color: '#1f9d55',
      greetingMessage: 'Olá',
      outOfHoursMessage: null,
    })
    expect(await admin.call('getTicketQueue', { queueId: queue.id })).toEqual(queue)
    const changed = await admin.call('updateTicketQueue', {
      queueId: queue.id,
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
    expect((await admin.attempt('deleteTicketQueue', { queueId: queue.id })).status).toBe(204)
    expect(await queues()).toEqual([])
    expect(await admin.attempt('getTicketQueue', { queueId: queue.id })).toMatchObject(NO_QUEUE)
  })

  test('queues are listed by name in alphabetical order', async () => {
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
  ])('a queue with %s is refused', async (_, input) => {
    expect(await admin.send('POST', '/queue', input)).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect(await queues()).toEqual([])
  })

  test('a queue is created once under one idempotency key', async () => {
    const input = { name: 'Vendas', color: aColor() }
    const key = { 'idempotency-key': newId() }
    const first = await admin.attempt('createTicketQueue', input, key)
    const again = await admin.attempt('createTicketQueue', input, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await queues()).toHaveLength(1)
  })
})

describe('the name and the colour of a queue', () => {
  test('name and colour of a queue are unique in its company', async () => {
    await create({ name: 'Pós-venda', color: '#aabbcc' })
    for (const name of ['Pós-venda', 'PÓS-VENDA', 'Po\u0301s-venda', ' pós-venda '])
      expect(await create({ name, color: aColor() }), name).toMatchObject(SAME_NAME)
    expect(await create({ name: 'Suporte', color: '#AABBCC' })).toMatchObject(SAME_COLOR)
    expect(await queues()).toHaveLength(1)
  })

  test('another company may use the same name and colour', async () => {
    await create({ name: 'Vendas', color: '#aabbcc' })
    expect((await create({ name: 'Vendas', color: '#aabbcc' }, other)).status).toBe(201)
  })

  test('a change to another queue’s name or colour is refused', async () => {
    await create({ name: 'Vendas', color: '#aabbcc' })
    const { id, ...queue } = await created({ name: 'Suporte' })
    const change = (to: Partial<Input>) =>
      admin.attempt('updateTicketQueue', { queueId: id, name: 'Suporte', color: queue.color, ...to })
    expect(await change({ name: 'VENDAS' })).toMatchObject(SAME_NAME)
    expect(await change({ color: '#aabbcc' })).toMatchObject(SAME_COLOR)
    expect(await admin.call('getTicketQueue', { queueId: id })).toEqual({ id, ...queue })
  })

  test('a queue keeps its name and colour when saved again', async () => {
    const { id, color } = await created({ name: 'Vendas' })
    expect((await admin.attempt('updateTicketQueue', { queueId: id, name: 'Vendas', color })).status).toBe(
      200,
    )
    expect((await admin.attempt('updateTicketQueue', { queueId: id, name: 'VENDAS', color })).status).toBe(
      200,
    )
    expect(await create({ name: 'vendas', color: aColor() })).toMatchObject(SAME_NAME)
  })

  test('name and colour are free after a rename or a deletion', async () => {
    const { id } = await created({ name: 'Vendas', color: '#aabbcc' })
    await admin.call('updateTicketQueue', { queueId: id, name: 'Suporte', color: '#ccbbaa' })
    const second = await created({ name: 'Vendas', color: '#aabbcc' })
    await admin.call('deleteTicketQueue', { queueId: second.id })
    expect((await create({ name: 'vendas', color: '#aabbcc' })).status).toBe(201)
  })

  test('of ten queues with one name or colour created at once one succeeds', async () => {
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

  test('of ten queues renamed to one name at once one succeeds', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, (_, at) => created({ name: `Fila ${at}` })))
    const renamed = await Promise.all(
      all.map(({ id, color }) => admin.attempt('updateTicketQueue', { queueId: id, name: 'Vendas', color })),
    )
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const names = (await queues()).map(({ name }) => name)
    expect(names.filter((name) => name === 'Vendas')).toHaveLength(1)
    const [freed] = all.filter((_, at) => renamed[at]?.status === 200)
    expect((await create({ name: freed?.name ?? '', color: aColor() })).status).toBe(201)
  })

  test('a queue renamed ten times at once keeps one name and frees the others', async () => {
    const { id, color } = await created({ name: 'Vendas' })
    const renamed = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        admin.attempt('updateTicketQueue', { queueId: id, name: `Fila ${at}`, color }),
      ),
    )
    expect(renamed.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const [queue] = await queues()
    // Every name but the one it has now is free again.
    const others = Array.from({ length: 10 }, (_, at) => `Fila ${at}`).filter((name) => name !== queue?.name)
    for (const name of ['Vendas', ...others])
      expect((await create({ name, color: aColor() })).status).toBe(201)
    expect(await create({ name: queue?.name ?? '', color: aColor() })).toMatchObject(SAME_NAME)
  })
})

describe('queues and people', () => {
  test('an ordinary user reads queues and cannot change them', async () => {
    const queue = await created({ name: 'Vendas' })
    expect(await queues(user)).toEqual([queue])
    expect(await user.call('getTicketQueue', { queueId: queue.id })).toEqual(queue)
    const input = { name: 'Outra', color: aColor() }
    expect(await user.attempt('createTicketQueue', input)).toMatchObject(NOT_PERMITTED)
    expect(await user.attempt('updateTicketQueue', { queueId: queue.id, ...input })).toMatchObject(
      NOT_PERMITTED,
    )
    expect(await user.attempt('deleteTicketQueue', { queueId: queue.id })).toMatchObject(NOT_PERMITTED)
    expect(await queues()).toEqual([queue])
  })

  test('another company cannot see, change or delete a queue', async () => {
    const queue = await created({ name: 'Vendas' })
    expect(await queues(other)).toEqual([])
    const input = { name: 'Outra', color: aColor() }
    const queueId = queue.id
    for (const answer of [
      await other.attempt('getTicketQueue', { queueId }),
      await other.attempt('updateTicketQueue', { queueId, ...input }),
      await other.attempt('deleteTicketQueue', { queueId }),
    ])
      expect(answer).toMatchObject(NO_QUEUE)
    expect(await queues()).toEqual([queue])
  })

  test('each change of a queue is told to its company only', async () => {
    const [ours, theirs] = [await LiveSocket.open(user), await LiveSocket.open(other)]
    const queue = await created({ name: 'Vendas' })
    const channel = `company-${company}-queue`
    expect(await ours.frame('created', isAbout(queue.id, 'create'))).toEqual({
      channel,
      action: 'create',
      record: queue,
    })
    const changed = await admin.call('updateTicketQueue', {
      queueId: queue.id,
      name: 'Nova',
      color: queue.color,
    })
    expect(await ours.frame('changed', isAbout(queue.id, 'update'))).toMatchObject({
      channel,
      record: changed,
    })
    await admin.call('deleteTicketQueue', { queueId: queue.id })
    expect(await ours.frame('deleted', isAbout(queue.id, 'delete'))).toEqual({
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
