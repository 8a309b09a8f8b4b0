import { openCommandQueues } from '@recado/fargate-session/commands/command-queues'
import { CommandConsumer } from '@recado/fargate-session/commands/commands'
import type { Command } from '@recado/shared/queues/commands'
import { commandGroup, commandQueue, commandQueueName } from '@recado/shared/queues/queues'
import { DEFAULT_SHARDS, shardOf } from '@recado/shared/queues/shards'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenAws, openEmulators } from '../support/aws.ts'
import { CountingLog } from '../support/counting-log.ts'
import { atMost, eventually, PATIENCE } from '../support/eventually.ts'
import { Queue } from '../support/queue.ts'

/** It keeps what was handed back while anything else is at work: see its deviations. */
const isLocalStack = process.env.CONFORMANCE_OF === 'localstack'

let open: OpenAws
let shard = 0
let queue: Queue
let consumer: CommandConsumer
let carriedOut: string[]
let until: Promise<void>

beforeAll(async () => {
  open = await openEmulators()
}, atMost(60_000))
afterAll(() => open?.close())

beforeEach(async () => {
  carriedOut = []
  until = Promise.resolve()
  queue = await queueOf(++shard)
  consumer = aConsumer()
})

const queueOf = (of: number) => {
  const VisibilityTimeout = String(commandQueue.visibilitySeconds)
  return Queue.create(open.aws.sqs, { VisibilityTimeout }, true, commandQueueName(of))
}

function aConsumer(of = shard): CommandConsumer {
  const { url, prefix } = open.aws.sqs
  const queues = openCommandQueues(`${url}/${prefix}`, DEFAULT_SHARDS)
  return new CommandConsumer(queues, of, new CountingLog(), async ({ connectionId }) => {
    carriedOut.push(nameIn(connectionId))
    await until
  })
}

/** The id of a connection with this name that belongs to the shard. */
function connectionOf(name: string, of = shard): string {
  for (let number = 0; ; number++) {
    const connectionId = `${name}.${number}`
    if (shardOf(connectionId, DEFAULT_SHARDS) === of) return connectionId
  }
}
const nameIn = (connectionId: string) => connectionId.replace(/\.\d+$/, '')

const commandTo = (connectionId: string): Command => ({ kind: 'open', companyId: 'A', connectionId })
const given = (name: string) => sendTo(connectionOf(name))
const sendTo = (connectionId: string, to = queue) =>
  to.send(JSON.stringify(commandTo(connectionId)), {
    MessageGroupId: commandGroup(commandTo(connectionId)),
    MessageDeduplicationId: `${shard}-${connectionId}`,
  })
const isCarriedOut = (name: string) =>
  eventually(`${name} is carried out`, async () => carriedOut.includes(name))
/**
 * Takes the next command, before a kept command would become visible again. Messages that only end a wait are deleted on
 * the way, as each consumer does.
 */
const next = () =>
  eventually(
    'the next command',
    async () => {
      const [message] = await queue.receive({ WaitTimeSeconds: 1, MaxNumberOfMessages: 1 })
      if (message?.Body !== 'wake') return message
      await queue.delete(message)
      return undefined
    },
    (commandQueue.visibilitySeconds * 1000) / 3 / PATIENCE,
  )

describe('a task that takes commands', () => {
  test('a stopped task leaves later commands to the next task', async () => {
    consumer.start()
    await given('before')
    await isCarriedOut('before')
    await consumer.stop()
    await given('after')
    const message = await next()
    expect(message.Body).toContain('after')
    expect(message.Attributes?.ApproximateReceiveCount).toBe('1')
    expect(carriedOut).toEqual(['before'])
  })

  test.skipIf(isLocalStack)('a stopping task finishes the command under way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    until = promise
    consumer.start()
    await given('long')
    await isCarriedOut('long')
    let hasStopped = false
    const stopped = consumer.stop().then(() => {
      hasStopped = true
    })
    await given('after')
    expect((await next()).Body).toContain('after')
    expect(hasStopped).toBe(false)
    resolve()
    await stopped
    expect(await queue.receive()).toEqual([])
    expect(carriedOut).toEqual(['long'])
  })

  test('a task that lost its shard hands commands back', async () => {
    consumer.start()
    await given('before')
    await isCarriedOut('before')
    consumer.abandon()
    await given('after')
    // The request that was open takes it, and gives it back.
    expect((await next()).Body).toContain('after')
    expect(carriedOut).toEqual(['before'])
  })

  test('a task deletes wake-ups of other connections and carries out the rest', async () => {
    consumer.start()
    await consumer.stop()
    const other = aConsumer()
    await consumer.stop()
    other.start()
    await given('one')
    await isCarriedOut('one')
    await other.stop()
    expect(await queue.receive()).toEqual([])
    expect(carriedOut).toEqual(['one'])
  })
})

describe('a command in the queue of its connection’s earlier shard', () => {
  let other: number
  let ownQueue: Queue
  let connectionId: string

  beforeEach(async () => {
    other = ++shard
    ownQueue = await queueOf(other)
    shard = other
    connectionId = connectionOf('moved', other)
    consumer = aConsumer(other - 1)
  })

  test('goes on to the queue of its shard, in the same group and with the same deduplication id', async () => {
    await sendTo(connectionId)
    consumer.start()
    const message = await ownQueue.one()
    expect(JSON.parse(message.Body ?? '')).toEqual(commandTo(connectionId))
    expect(message.Attributes).toMatchObject({
      MessageGroupId: commandGroup(commandTo(connectionId)),
      MessageDeduplicationId: `${shard}-${connectionId}`,
    })
    await consumer.stop()
    expect(await queue.receive()).toEqual([])
    expect(carriedOut).toEqual([])
  })

  test('is carried out once by the task of its shard, if it went on twice', async () => {
    await sendTo(connectionId)
    // A task that sent it on, and died before it deleted it here.
    await sendTo(connectionId, ownQueue)
    const owner = aConsumer(other)
    owner.start()
    consumer.start()
    await isCarriedOut('moved')
    await eventually('it is gone here', async () => (await queue.counted()) === 0)
    await Promise.all([consumer.stop(), owner.stop()])
    expect(carriedOut).toEqual(['moved'])
    expect(await ownQueue.receive()).toEqual([])
  })

  test('keeps its order behind others of its group', async () => {
    const messages = ['first', 'second', 'third'].map((text) => ({
      ...commandTo(connectionId),
      companyId: text,
    }))
    for (const one of messages)
      await queue.send(JSON.stringify(one), {
        MessageGroupId: commandGroup(one),
        MessageDeduplicationId: `${shard}-${one.companyId}`,
      })
    consumer.start()
    const arrived: string[] = []
    while (arrived.length < 3) {
      const message = await ownQueue.one()
      arrived.push(JSON.parse(message.Body ?? '').companyId)
      await ownQueue.delete(message)
    }
    expect(arrived).toEqual(['first', 'second', 'third'])
    await consumer.stop()
  })
})
