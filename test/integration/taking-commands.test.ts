import type { CommandConsumer } from '@recado/fargate-session/commands/commands'
import type { Command } from '@recado/shared/queues/commands'
import { commandGroup, commandQueue, commandQueueName } from '@recado/shared/queues/queues'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenAws, openEmulators } from '../support/aws.ts'
import { CountingLog } from '../support/counting-log.ts'
import { atMost, eventually, PATIENCE } from '../support/eventually.ts'
import { Queue } from '../support/queue.ts'

/** It keeps what was handed back while anything else is at work: see its deviations. */
const isLocalStack = process.env.CONFORMANCE_OF === 'localstack'

let open: OpenAws
let Consumer: typeof CommandConsumer
let shard = 0
let queue: Queue
let consumer: CommandConsumer
let carriedOut: string[]
let until: Promise<void>

beforeAll(async () => {
  open = await openEmulators()
  // Loaded only now: its client takes the address from the environment.
  Consumer = (await import('@recado/fargate-session/commands/commands')).CommandConsumer
}, atMost(60_000))
afterAll(() => open?.close())

beforeEach(async () => {
  carriedOut = []
  until = Promise.resolve()
  const VisibilityTimeout = String(commandQueue.visibilitySeconds)
  queue = await Queue.create(open.aws.sqs, { VisibilityTimeout }, true, commandQueueName(++shard))
  consumer = aConsumer()
})

function aConsumer(): CommandConsumer {
  const { url, prefix } = open.aws.sqs
  return new Consumer(`${url}/${prefix}`, shard, new CountingLog(), async ({ connectionId }) => {
    carriedOut.push(connectionId)
    await until
  })
}

const commandTo = (connectionId: string): Command => ({ kind: 'open', companyId: 'A', connectionId })
const given = (connectionId: string) =>
  queue.send(JSON.stringify(commandTo(connectionId)), {
    MessageGroupId: commandGroup(commandTo(connectionId)),
    MessageDeduplicationId: `${shard}-${connectionId}`,
  })
const isCarriedOut = (connectionId: string) =>
  eventually(`${connectionId} is carried out`, async () => carriedOut.includes(connectionId))
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
