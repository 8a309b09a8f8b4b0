import type { ConnectionStatus } from '@recado/shared/connections/connection'
import { noticeAbandoned } from '@recado/shared/connections/liveness'
import { getConnection, putConnection, reportConnection } from '@recado/shared/connections/store'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import type { LiveEvent } from '@recado/shared/realtime/events'
import { leaseIndex, taskIndex } from '@recado/shared/table/indexes'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aConnection } from '../support/builders.ts'
import { CountingLog } from '../support/counting-log.ts'
import { EventfulTable } from '../support/eventful-table.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const CONNECTION = 'LOJA'
const ANOTHER = 'FILIAL'

let memory: EventfulTable
let events: LiveEvent[]
beforeEach(() => {
  memory = new EventfulTable()
  events = []
})

const notice = () =>
  noticeAbandoned({
    table: memory,
    log: new CountingLog(),
    now: () => NOW,
    publish: async (event) => void events.push(event),
  })
const tableOf = (companyId: string) => new TenantTable(memory, companyId)
const stored = (companyId = 'A', id = CONNECTION) => getConnection(tableOf(companyId), id)
const given = {
  aConnection: (status: ConnectionStatus, companyId = 'A', id = CONNECTION) =>
    putConnection(tableOf(companyId), aConnection({ companyId, id, status })),
  /** A shard whose task lives until then. */
  async aLease(until: number, id = CONNECTION, releasedAt?: number) {
    const shard = shardOf(id, DEFAULT_SHARDS)
    await memory.put({ ...leaseIndex.key(shard), taskId: `task-${shard}`, fence: 3, releasedAt })
    await memory.put({ ...taskIndex.key(`task-${shard}`), until })
  },
  aReleasedLease: (releasedAt: number) =>
    memory.put({ ...leaseIndex.key(shardOf(CONNECTION, DEFAULT_SHARDS)), taskId: '', fence: 3, releasedAt }),
}

describe('a session’s status of a connection', () => {
  const said = (fence: number, status: ConnectionStatus) =>
    reportConnection(tableOf('A'), CONNECTION, { fence }, { status })

  test('counts until a later owner has written one', async () => {
    await given.aConnection('OPENING')
    for (const [fence, status, counts] of [
      [3, 'qrcode', true],
      [3, 'CONNECTED', true],
      [5, 'CONNECTED', true],
      [3, 'DISCONNECTED', false],
      [4, 'TIMEOUT', false],
      [5, 'TIMEOUT', true],
    ] as const) {
      const before = await stored()
      expect(await said(fence, status), `${status} by ${fence}`).toBe(counts)
      expect((await stored())?.status).toBe(counts ? status : before?.status)
    }
  })

  test('does not restore a deleted connection', async () => {
    expect(await said(3, 'CONNECTED')).toBe(false)
    expect(await stored()).toBeUndefined()
  })
})

describe('a connection whose task has died', () => {
  test('is marked as down, and its company gets one event', async () => {
    await given.aConnection('CONNECTED')
    await given.aLease(NOW - 31_000)
    await notice()
    expect(await stored()).toMatchObject({ status: 'TIMEOUT', statusReason: 'NETWORK' })
    expect(events).toMatchObject([
      {
        companyId: 'A',
        topic: 'whatsappSession',
        action: 'update',
        body: { record: { id: CONNECTION, status: 'TIMEOUT', updatedAt: new Date(NOW).toISOString() } },
      },
    ])
    await notice()
    expect(events).toHaveLength(1)
  })

  test('keeps its status while another task may take it over', async () => {
    await given.aConnection('CONNECTED')
    for (const until of [NOW - 29_000, NOW - 30_000, NOW, NOW + 12_000]) {
      await given.aLease(until)
      await notice()
    }
    expect(await stored()).toMatchObject({ status: 'CONNECTED' })
    expect(events).toEqual([])
  })

  test('is detected if its task released it and no other task took it', async () => {
    await given.aConnection('CONNECTED')
    await given.aReleasedLease(NOW - 29_000)
    await notice()
    expect(events).toEqual([])
    await given.aReleasedLease(NOW - 31_000)
    await notice()
    expect(await stored()).toMatchObject({ status: 'TIMEOUT' })
    expect(events).toHaveLength(1)
  })

  test('stays connected if its new task reports it at the same moment', async () => {
    await given.aConnection('CONNECTED')
    await given.aLease(NOW - 31_000)
    const updatedAt = new Date(NOW - 1).toISOString()
    memory.afterGet = ({ pk }) =>
      pk.endsWith('#CONNECTIONS')
        ? reportConnection(tableOf('A'), CONNECTION, { fence: 4 }, { status: 'CONNECTED', updatedAt })
        : Promise.resolve()
    await notice()
    expect(await stored()).toMatchObject({ status: 'CONNECTED', updatedAt })
    expect(events).toEqual([])
  })

  test('is detected if its task’s row has expired', async () => {
    await given.aConnection('CONNECTED')
    await given.aLease(NOW - 90_000_000)
    await memory.delete(taskIndex.key(`task-${shardOf(CONNECTION, DEFAULT_SHARDS)}`))
    await notice()
    expect(await stored()).toMatchObject({ status: 'TIMEOUT' })
  })

  test('is leased again if a task took it after its release', async () => {
    await given.aConnection('CONNECTED')
    await given.aLease(NOW + 5000, CONNECTION, NOW - 60_000)
    await notice()
    expect(events).toEqual([])
  })

  const others: ConnectionStatus[] = [
    ...(['qrcode', 'PAIRING', 'OPENING', 'TIMEOUT', 'DISCONNECTED', 'PASSKEY_REQUIRED'] as const),
  ]
  test.each(others)('stays %s if it was so before', async (status) => {
    await given.aConnection(status)
    await given.aLease(NOW - 3_600_000)
    const before = await stored()
    await notice()
    expect(await stored()).toEqual(before)
    expect(events).toEqual([])
  })
})

test('only connections of the abandoned shard are marked, over all companies', async () => {
  expect(shardOf(ANOTHER, DEFAULT_SHARDS)).not.toBe(shardOf(CONNECTION, DEFAULT_SHARDS))
  await given.aConnection('CONNECTED', 'A')
  await given.aConnection('CONNECTED', 'B')
  await given.aConnection('CONNECTED', 'A', ANOTHER)
  await given.aLease(NOW - 31_000)
  await given.aLease(NOW + 5000, ANOTHER)
  await notice()
  expect((await stored('A'))?.status).toBe('TIMEOUT')
  expect((await stored('B'))?.status).toBe('TIMEOUT')
  expect((await stored('A', ANOTHER))?.status).toBe('CONNECTED')
  expect(events.map(({ companyId }) => companyId).toSorted()).toEqual(['A', 'B'])
})

test('no connection is marked if no task ever ran', async () => {
  await given.aConnection('CONNECTED')
  await notice()
  expect(events).toEqual([])
  await memory.put({ ...taskIndex.key('task'), until: NOW - 31_000 })
  for (let shard = 0; shard < DEFAULT_SHARDS; shard++)
    await memory.put({ ...leaseIndex.key(shard), taskId: 'task', fence: 1 })
  await notice()
  expect(events).toHaveLength(1)
})
