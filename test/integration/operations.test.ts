import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import type { HeldConnection, SocketTask } from '@recado/shared/connections/holding'
import { connectionKey, connections, type StoredConnection } from '@recado/shared/connections/store'
import { listKey } from '@recado/shared/contact-lists/store'
import { newId } from '@recado/shared/ids'
import type { MigrationReport } from '@recado/shared/migrations/migrate'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { sqsClient } from '@recado/shared/queues/sqs'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { keyIn, partition } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ops as operated } from '../support/operations.ts'
import { isShared } from '../support/outside.ts'
import { SessionTask } from '../support/session-task.ts'
import { aLedger, aListOf } from '../support/stored-campaigns.ts'
import { ownSystem } from '../support/test-system.ts'

const PHONE = '5511900000301'

const { system } = ownSystem()
let admin: ApiClient
let connectionId: string
let companyId: string
let table: TenantTable

beforeAll(async () => {
  admin = await ApiClient.signIn(system.origin)
  connectionId = (await admin.linkedConnection(PHONE)).id
  companyId = (await admin.call('me')).companyId
  table = new TenantTable(new DynamoTable(process.env.TABLE_NAME ?? ''), companyId)
}, atMost(120_000))

/** Each command is a process, which starts in a second on a machine that does nothing else. */
vi.setConfig({ testTimeout: 120_000 })

const ops = (line: string, data = system.layout.data) => operated(line, data)
const recordsOf = async <T>(line: string): Promise<T[]> => JSON.parse((await ops(`${line} --json`)).written)

describe('connections and tasks', () => {
  test('`connections` shows shard, task and status of a connection', async () => {
    const [task] = await recordsOf<SocketTask>('tasks')
    expect(task?.shards).toHaveLength(DEFAULT_SHARDS)
    const [held, ...others] = await recordsOf<HeldConnection>('connections')
    expect(others).toEqual([])
    expect(held).toEqual({
      companyId,
      connectionId,
      shard: shardOf(connectionId, DEFAULT_SHARDS),
      taskId: task?.taskId,
      status: 'CONNECTED',
      statusReason: null,
      since: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  test('`connections` shows neither number nor name of a connection', async () => {
    const { exit, written } = await ops('connections')
    expect(exit).toBe(0)
    expect(written).toContain(connectionId)
    expect(written).not.toMatch(/Loja|5511900000301/)
  })

  test('`connections` filters by status and refuses an unknown status', async () => {
    expect(await ops('connections --status DISCONNECTED')).toMatchObject({
      exit: 0,
      written: 'There are no such connections.\n',
    })
    expect(await ops('connections --status HAPPY')).toMatchObject({
      exit: 2,
      said: expect.stringContaining('CONNECTED'),
    })
    expect(await recordsOf('connections --company NOBODY')).toEqual([])
  })

  test('`drain` refuses the only task, an unknown task and a missing confirmation', async () => {
    const [task] = await recordsOf<SocketTask>('tasks')
    expect(await ops('drain nobody --yes')).toMatchObject({
      exit: 1,
      said: expect.stringContaining('No task nobody'),
    })
    expect(await ops(`drain ${task?.taskId} --yes`)).toMatchObject({
      exit: 1,
      said: expect.stringContaining('--force'),
    })
    const second = await SessionTask.start()
    expect(await ops(`drain ${task?.taskId}`)).toMatchObject({
      exit: 1,
      said: expect.stringContaining('--yes'),
    })
    await second.stop()
    const [still] = await recordsOf<SocketTask>('tasks')
    expect(still).toMatchObject({ taskId: task?.taskId, drainingSince: null })
  })

  test('a drained task hands its connections to another one, and an undo brings them back', async () => {
    const [first] = await recordsOf<SocketTask>('tasks')
    const second = await SessionTask.start()
    try {
      expect(await ops(`drain ${first?.taskId} --yes`)).toMatchObject({
        exit: 0,
        said: expect.stringContaining('holds nothing'),
      })
      const taken = await eventually('the other has everything', async () => {
        const all = await recordsOf<SocketTask>('tasks')
        return all.find(({ taskId, shards }) => taskId !== first?.taskId && shards.length === DEFAULT_SHARDS)
      })
      await eventually('the connection answers from there', async () => {
        const [held] = await recordsOf<HeldConnection>('connections')
        const { status } = await admin.attempt('testConnection', { whatsappId: connectionId })
        return held?.taskId === taken.taskId && status === 200
      })
      const drained = (await recordsOf<SocketTask>('tasks')).find(({ taskId }) => taskId === first?.taskId)
      expect(drained).toMatchObject({ shards: [], drainingSince: expect.any(String) })
      expect(await ops(`drain ${first?.taskId} --undo`)).toMatchObject({ exit: 0 })
      await eventually('it has its share again', async () => {
        const all = await recordsOf<SocketTask>('tasks')
        return all.length === 2 && all.every(({ shards }) => shards.length === DEFAULT_SHARDS / 2)
      })
    } finally {
      await second.stop()
    }
    await admin.connected(connectionId)
  })
})

describe('what failed for good', () => {
  const urlOf = (queue: string) => `${process.env.QUEUE_URL_PREFIX}${queue}`
  const inQueue = async (queue: string): Promise<number> => {
    const { Attributes } = await sqsClient().send(
      new GetQueueAttributesCommand({
        QueueUrl: urlOf(queue),
        AttributeNames: ['ApproximateNumberOfMessages'],
      }),
    )
    return Number(Attributes?.ApproximateNumberOfMessages)
  }

  test('a dead message goes back to its queue and is processed', async () => {
    const listId = await aListOf(table, [{ number: '5511987650001' }])
    await table.delete(listKey(listId))
    const job = JSON.stringify({ companyId, kind: 'contact-list', id: listId })
    await sqsClient().send(new SendMessageCommand({ QueueUrl: urlOf('cleanup-dead'), MessageBody: job }))
    const counted = await recordsOf<{ queue: string; dead: number }>('queues')
    expect(counted.find(({ queue }) => queue === 'cleanup')).toMatchObject({ dead: 1 })
    expect(await ops('requeue cleanup')).toMatchObject({ exit: 1, said: expect.stringContaining('--yes') })
    expect(await inQueue('cleanup-dead')).toBe(1)
    const moved = await ops('requeue cleanup --yes --json')
    expect(JSON.parse(moved.written)).toEqual([{ queue: 'cleanup', moved: 1, left: 0 }])
    await eventually('its work is done', async () => {
      const { rows } = await table.query({ pk: partition(`LIST#${listId}#0`), consistent: true })
      return rows.length === 0
    })
  })

  test('dead messages of a FIFO queue go back without loss', async () => {
    const dead = 'commands-31-dead.fifo'
    // A command to open an unknown connection: the task that takes it ignores it.
    const nothing = { kind: 'open', companyId }
    for (let number = 0; number < 12; number++)
      await sqsClient().send(
        new SendMessageCommand({
          QueueUrl: urlOf(dead),
          MessageBody: JSON.stringify({ ...nothing, connectionId: `none-${number}` }),
          MessageGroupId: 'group',
          MessageDeduplicationId: `dead-${number}`,
        }),
      )
    const moved = await ops('requeue commands-31 --yes --json')
    expect(JSON.parse(moved.written)).toEqual([{ queue: 'commands-31', moved: 12, left: 0 }])
    await eventually('all have been carried out', async () => (await inQueue('commands-31.fifo')) === 0)
  })

  test('an unknown queue is refused with the names of the queues', async () => {
    const { exit, said } = await ops('requeue letters')
    expect(exit).toBe(2)
    expect(said).toContain('cleanup')
  })

  test('a redrive of an empty queue succeeds', async () => {
    expect(await ops('requeue emails')).toMatchObject({
      exit: 0,
      said: 'emails: 0 failed for good, 0 waiting.\n',
    })
  })
})

describe('verify', () => {
  const EVERYTHING = 'All counts match the rows.\n'

  test('`verify` reports each wrong count', async () => {
    const id = await aLedger(table, connectionId, ['5511987650011', '5511987650012'])
    await table.update(campaignKey(id), { set: { status: 'CANCELADA' } })
    expect(await ops(`verify ${companyId}`)).toMatchObject({ exit: 0, written: EVERYTHING })
    await table.update(countsKey(id), { set: { sent: 9 } })
    const listId = await aListOf(table, [{ number: '5511987650021' }])
    await table.update(listKey(listId), { set: { valids: 4 } })
    const found = await ops(`verify ${companyId} --json`)
    expect(found.exit).toBe(3)
    expect(JSON.parse(found.written)).toEqual([
      { kind: 'campaign', id, state: 'CANCELADA', count: 'sent', stored: 9, counted: 0, outcome: 'left' },
      { kind: 'list', id: listId, state: 'still', count: 'valids', stored: 4, counted: 0, outcome: 'left' },
    ])
    expect(await ops(`verify ${companyId} ${id} --repair --yes`)).toMatchObject({
      exit: 0,
      written: expect.stringMatching(/sent +9 +0 +repaired/),
    })
    expect((await ops(`verify ${companyId}`)).exit).toBe(3)
    expect((await ops(`verify ${companyId} --repair --yes`)).exit).toBe(0)
    expect(await ops(`verify ${companyId}`)).toMatchObject({ exit: 0, written: EVERYTHING })
  })

  test('`verify` of an unknown company or campaign fails', async () => {
    expect(await ops('verify NOBODY')).toMatchObject({ exit: 1, said: 'There is no company NOBODY.\n' })
    expect(await ops(`verify ${companyId} NOTHING`)).toMatchObject({
      exit: 1,
      said: expect.stringContaining('NOTHING'),
    })
    expect(await ops('verify A#B')).toMatchObject({ exit: 2 })
  })
})

describe('migrate', () => {
  test('`migrate` counts old rows, and updates them on request', async () => {
    const found = await table.get(connectionKey(connectionId))
    if (!found) throw new Error('The connection is not stored')
    const { v: _, token: __, pk, ...old } = found
    const id = newId()
    const key = keyIn<Omit<StoredConnection, 'token'>>(pk, id)
    await table.put({ ...old, ...key, id, wanted: 'closed', status: 'DISCONNECTED' })
    const counted = { entity: 'connections', version: connections.version, rows: 2, old: 1, left: 0 }
    const ofConnections = async (command: string) =>
      (await recordsOf<MigrationReport>(command)).find(({ entity }) => entity === 'connections')
    expect(await ofConnections('migrate')).toMatchObject({ ...counted, upgraded: 0 })
    expect(await table.get(connectionKey(id))).not.toHaveProperty('v')
    expect(await ops('migrate --apply')).toMatchObject({ exit: 1, said: expect.stringContaining('--yes') })
    expect(await ofConnections('migrate --apply --yes')).toMatchObject({ ...counted, upgraded: 1 })
    expect(await table.get(connectionKey(id))).toMatchObject({ token: null, v: connections.version })
    expect(await admin.connection(id)).toMatchObject({ id, hasToken: false })
    const after = await recordsOf<MigrationReport>('migrate')
    expect(after.map(({ entity, old }) => [entity, old])).toEqual([
      ['connections', 0],
      ['campaigns', 0],
      ['tickets', 0],
      ['ticket-queues', 0],
      ['tags', 0],
      ['deleted-queues', 0],
      ['campaign-lists', 0],
      ['ticket-lists', 0],
      ['message-words', 0],
    ])
  })

  test('`migrate` refuses an invalid company id', async () => {
    expect(await ops('migrate --company A#B')).toMatchObject({ exit: 2 })
  })
})

test.for([
  ['pause --yes', 1, 'stop `npm start`'],
  ['resume --yes', 1, 'stop `npm start`'],
  ['restore 2026-11-22T06:58:00Z --yes', 1, 'stop `npm start`'],
  ['restore yesterday --yes', 2, 'yesterday is no moment'],
  ['settle-restored --yes', 1, 'Tasks hold the shards 0 1'],
  ['settle-restored --earlier before --yes', 2, 'A local system has one table'],
] as const)('`%s` is refused for the local system', async ([line, exit, said]) => {
  expect(await ops(line)).toMatchObject({ exit, said: expect.stringContaining(said) })
})

test('a folder without a system is reported', async () => {
  const nowhere = await ops('tasks', '/tmp/there-is-none')
  expect(nowhere).toMatchObject({ exit: 1, said: expect.stringContaining('npm start') })
})

// What others share answers all the same.
test.skipIf(isShared)('a stopped system is reported', async () => {
  await system.halt()
  const halted = await ops('tasks')
  expect(halted).toMatchObject({ exit: 1, said: expect.stringContaining('Nothing answers there') })
})
