import { publisher } from '@recado/shared/notices/causes/publisher'
import { EVERYBODY, type LiveEvent, toEverybody } from '@recado/shared/realtime/events'
import { Listeners, SOCKETS } from '@recado/shared/realtime/listeners'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { LaggingTable } from '../simulation/lagging-table.ts'
import { CountingLog } from '../support/counting-log.ts'

const SHOP = 'LOJA'
const MOMENT = Date.parse('2026-08-01T12:00:00Z')

let memory: MemoryTable
let now: number
let sent: LiveEvent[]
let log: CountingLog
beforeEach(() => {
  memory = new MemoryTable()
  now = MOMENT
  sent = []
  log = new CountingLog()
})

const tableOf = (companyId: string) => new TenantTable(memory, companyId)
const publishing = ({
  listeners = new Listeners(tableOf, () => now),
  send = async (event: LiveEvent) => void sent.push(event),
} = {}) =>
  publisher({
    queues: { send: (_queue, event) => send(event as LiveEvent) },
    listeners,
    log,
    now: () => now,
  })
const opened = (companyId = SHOP, socketId = 'S1') => tableOf(companyId).put({ pk: SOCKETS, sk: socketId })
const anEvent = (more: Partial<LiveEvent> = {}): LiveEvent => ({
  companyId: SHOP,
  topic: 'tag',
  action: 'update',
  body: {},
  ...more,
})

describe('a live event', () => {
  test('is published for a company with a live socket, and for no other', async () => {
    await opened()
    const publish = publishing()
    await publish(anEvent())
    await publish(anEvent({ companyId: 'OUTRA' }))
    expect(sent.map(({ companyId }) => companyId)).toEqual([SHOP])
  })

  test('is published at once after a browser has begun to listen', async () => {
    const publish = publishing()
    await publish(anEvent())
    await opened()
    await publish(anEvent({ action: 'delete' }))
    expect(sent.map(({ action }) => action)).toEqual(['delete'])
  })

  test('is published although the company was silent when a change that can wait asked a moment ago', async () => {
    const listeners = new Listeners(tableOf, () => now)
    expect(await listeners.areIn(SHOP, 2000)).toBe(false)
    await opened()
    await publishing({ listeners })(anEvent())
    expect(sent).toHaveLength(1)
  })

  test('is published for a browser that began to listen a moment ago, although other reads are late', async () => {
    memory = new LaggingTable(
      () => now,
      () => 0.9,
    )
    await opened()
    now += 10
    await publishing()(anEvent())
    expect(sent).toHaveLength(1)
  })

  test('is published without a listener if users are told of it', async () => {
    await publishing()(anEvent({ topic: 'user', action: 'create' }))
    expect(sent).toHaveLength(1)
  })

  test('for everybody is always published', async () => {
    await publishing()(toEverybody('create', {}))
    expect(sent.map(({ companyId }) => companyId)).toEqual([EVERYBODY])
  })

  test('is published if the table cannot tell who listens', async () => {
    const listeners = {
      areIn: async () => {
        throw new Error('no way through')
      },
    }
    const queues = { send: async (_queue: string, event: unknown) => void sent.push(event as LiveEvent) }
    await publisher({ queues, listeners, log, now: () => now })(anEvent())
    expect(sent).toHaveLength(1)
    expect(log.warnings).toMatchObject([{ message: 'listeners not known' }])
  })

  test('that cannot be published is logged, and its caller goes on', async () => {
    await opened()
    const send = async () => {
      throw new Error('no way through')
    }
    await publishing({ send })(anEvent())
    expect(log.warnings).toMatchObject([{ message: 'event not sent' }])
  })
})

test('a silent company is asked about again after a while, where that is enough', async () => {
  const listeners = new Listeners(tableOf, () => now)
  expect(await listeners.areIn(SHOP, 2000)).toBe(false)
  await opened()
  now += 1999
  expect(await listeners.areIn(SHOP, 2000)).toBe(false)
  now += 1
  expect(await listeners.areIn(SHOP, 2000)).toBe(true)
})
