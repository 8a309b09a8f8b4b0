import { CreateQueueCommand, DeleteMessageBatchCommand, type Message } from '@aws-sdk/client-sqs'
import { newId } from '@recado/shared/ids'
import { bodyOf } from '@recado/shared/queues/sqs'
import { expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { Queue } from '../support/queue.ts'
import { type Checks, refusal } from './check.ts'

/** `SqsQueues`, the consumers of commands, and Lambda's event sources. */
export const sqs: Checks = {
  'a message arrives not before its delay, and soon after it': async ({ sqs }) => {
    const queue = await Queue.create(sqs)
    const sent = Date.now()
    await queue.send('late', { DelaySeconds: 3 })
    await queue.send('now')
    expect((await queue.one()).Body).toBe('now')
    expect((await queue.one()).Body).toBe('late')
    const waited = Date.now() - sent
    expect(waited).toBeGreaterThan(2900)
    expect(waited).toBeLessThan(6000)
  },

  'a delay has 900 seconds at most': async ({ sqs }) => {
    const queue = await Queue.create(sqs)
    await queue.send('a quarter of an hour', { DelaySeconds: 900 })
    await refusal(queue.send('longer', { DelaySeconds: 901 }))
  },

  'a message that is not deleted is delivered again when its visibility ends, with its number of deliveries':
    async ({ sqs }) => {
      const queue = await Queue.create(sqs, { VisibilityTimeout: '2' })
      await queue.send('again')
      const first = await queue.one()
      expect(await queue.receive()).toEqual([])
      const second = await queue.one()
      expect([second.MessageId, second.Body]).toEqual([first.MessageId, 'again'])
      const counts = [first, second].map(({ Attributes }) => Attributes?.ApproximateReceiveCount)
      expect(counts).toEqual(['1', '2'])
      await queue.delete(second)
      expect(await queue.receive({ WaitTimeSeconds: 3 })).toEqual([])
    },

  'a message’s visibility timeout can be extended and ended': async ({ sqs }) => {
    const queue = await Queue.create(sqs, { VisibilityTimeout: '2' })
    await queue.send('kept')
    const message = await queue.one()
    await queue.hide(message, 30)
    expect(await queue.receive({ WaitTimeSeconds: 4 })).toEqual([])
    await queue.hide(message, 1)
    expect((await queue.one()).MessageId).toBe(message.MessageId)
  },

  'a long poll returns a new message at once, and nothing when the wait ends': async ({ sqs }) => {
    const queue = await Queue.create(sqs)
    const begun = Date.now()
    expect(await queue.receive({ WaitTimeSeconds: 2 })).toEqual([])
    expect(Date.now() - begun).toBeGreaterThan(1800)
    const waiting = queue.receive({ WaitTimeSeconds: 20 })
    await queue.send('here')
    expect((await waiting).map(({ Body }) => Body)).toEqual(['here'])
    expect(Date.now() - begun).toBeLessThan(12_000)
  },

  'in a batch deletion each message succeeds or fails by itself': async ({ sqs }) => {
    const queue = await Queue.create(sqs, { VisibilityTimeout: '2' })
    for (const body of ['done', 'failed']) await queue.send(body)
    const received = [await queue.one(), await queue.one()]
    const { ReceiptHandle } = received.find(({ Body }) => Body === 'done') ?? {}
    const Entries = [
      { Id: '0', ReceiptHandle },
      { Id: '1', ReceiptHandle: 'no receipt' },
    ]
    const { QueueUrl } = queue
    const { Successful, Failed } = await sqs.client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    expect([Successful?.map(({ Id }) => Id), Failed?.map(({ Id }) => Id)]).toEqual([['0'], ['1']])
    expect((await queue.one()).Body).toBe('failed')
  },

  'a message that fails this many times goes to the dead-letter queue': async ({ sqs }) => {
    for (const fifo of [false, true]) {
      const dead = await Queue.create(sqs, {}, fifo)
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: '2' })
      const queue = await Queue.create(sqs, { VisibilityTimeout: '1', RedrivePolicy }, fifo)
      await queue.send('poison', fifo ? inOrder('a') : {})
      for (let time = 1; time <= 2; time++) expect((await queue.one()).Body).toBe('poison')
      // It is moved at the next receive call.
      const moved = await eventually('it is among the dead letters', async () => {
        expect(await queue.receive()).toEqual([])
        return (await dead.receive({ WaitTimeSeconds: 1 }))[0]
      })
      expect(moved.Body).toBe('poison')
    }
  },

  'messages of one group arrive in the order they were sent, beside those of other groups': async ({
    sqs,
  }) => {
    const queue = await Queue.create(sqs, {}, true)
    for (const body of ['a1', 'b1', 'a2', 'b2', 'a3']) await queue.send(body, inOrder(body.slice(0, 1)))
    const got: Message[] = []
    await eventually('all of them', async () => {
      const messages = await queue.receive({ WaitTimeSeconds: 1 })
      got.push(...messages)
      for (const message of messages) await queue.delete(message)
      return got.length === 5
    })
    const of = (group: string) =>
      got.filter(({ Attributes }) => Attributes?.MessageGroupId === group).map(({ Body }) => Body)
    expect([of('a'), of('b')]).toEqual([
      ['a1', 'a2', 'a3'],
      ['b1', 'b2'],
    ])
  },

  'no message of a group arrives while another of the group is in flight': async ({ sqs }) => {
    const queue = await Queue.create(sqs, { VisibilityTimeout: '20' }, true)
    for (const body of ['a1', 'a2', 'b1']) await queue.send(body, inOrder(body.slice(0, 1)))
    const [first] = await queue.receive({ WaitTimeSeconds: 5, MaxNumberOfMessages: 1 })
    expect(first?.Body).toBe('a1')
    const others = await queue.receive({ WaitTimeSeconds: 2 })
    expect(others.map(({ Body }) => Body)).toEqual(['b1'])
    if (first) await queue.delete(first)
    expect((await queue.one()).Body).toBe('a2')
  },

  'a returned message keeps its place before the messages behind it': async ({ sqs }) => {
    const queue = await Queue.create(sqs, { VisibilityTimeout: '20' }, true)
    for (const body of ['a1', 'a2', 'a3']) await queue.send(body, inOrder('a'))
    const [first, ...behind] = await queue.receive({ WaitTimeSeconds: 5 })
    for (const message of [first, ...behind]) if (message) await queue.hide(message, 1)
    const again: (string | undefined)[] = []
    await eventually('all of them once more', async () => {
      const messages = await queue.receive({ WaitTimeSeconds: 2 })
      again.push(...messages.map(({ Body }) => Body))
      for (const message of messages) await queue.delete(message)
      return again.length >= 3
    })
    expect(again).toEqual(['a1', 'a2', 'a3'])
  },

  'a returned message is available again while another group is in flight': async ({ sqs }) => {
    const queue = await Queue.create(sqs, { VisibilityTimeout: '60' }, true)
    await queue.send('at work', inOrder('a'))
    await queue.one()
    await queue.send('handed back', inOrder('b'))
    await queue.hide(await queue.one(), 1)
    const [again] = await queue.receive({ WaitTimeSeconds: 10 })
    expect(again?.Body).toBe('handed back')
  },

  'a message id is accepted once, also after its message was processed': async ({ sqs }) => {
    const queue = await Queue.create(sqs, {}, true)
    const same = { MessageGroupId: 'a', MessageDeduplicationId: newId() }
    await queue.send('first', same)
    await queue.send('second', same)
    const message = await queue.one()
    await queue.delete(message)
    await queue.send('third', same)
    await queue.send('other', inOrder('a'))
    expect([message.Body, (await queue.one()).Body]).toEqual(['first', 'other'])
    expect(await queue.receive({ WaitTimeSeconds: 1 })).toEqual([])
  },

  'names of groups and of messages have 128 characters at most': async ({ sqs }) => {
    const queue = await Queue.create(sqs, {}, true)
    const longest = 'x'.repeat(128)
    await queue.send('fits', { MessageGroupId: longest, MessageDeduplicationId: longest })
    await refusal(queue.send('too long', { MessageGroupId: `${longest}x`, MessageDeduplicationId: 'a' }))
    await refusal(queue.send('too long', { MessageGroupId: 'a', MessageDeduplicationId: `${longest}x` }))
  },

  'a standard queue accepts a message’s group and returns it with the message': async ({ sqs }) => {
    const queue = await Queue.create(sqs)
    await queue.send('of a company', { MessageGroupId: 'A' })
    const { Body, Attributes } = await queue.one()
    expect([Body, Attributes?.MessageGroupId]).toEqual(['of a company', 'A'])
  },

  'in a fair queue, a company with a backlog does not delay another company’s message': async ({ sqs }) => {
    const queue = await Queue.create(sqs, { VisibilityTimeout: '60' }, false, `${newId()}-events`)
    const send = (companyId: string) =>
      queue.send(JSON.stringify({ companyId }), { MessageGroupId: companyId })
    await Promise.all(Array.from({ length: 100 }, () => send('noisy')))
    // SQS treats a group as noisy if most of the messages in flight, and at least 30, are its own.
    for (let batch = 0; batch < 4; batch++) await queue.receive()
    await send('quiet')
    const next = await queue.receive()
    expect(next.map(({ Body }) => JSON.parse(Body ?? '').companyId)).toContain('quiet')
  },

  'a message without a group is refused by a FIFO queue': async ({ sqs }) => {
    const queue = await Queue.create(sqs, {}, true)
    await refusal(queue.send('of no group', { MessageDeduplicationId: 'a' }))
  },

  'a message may have 256 KB': async ({ sqs }) => {
    const queue = await Queue.create(sqs)
    const body = 'x'.repeat(256 * 1024)
    await queue.send(body)
    expect((await queue.one()).Body).toBe(body)
  },

  'every Unicode character arrives unchanged, in the product’s encoding': async ({ sqs }) => {
    const queue = await Queue.create(sqs)
    const text = 'olá \u{1F600} \uFFFE \uD800 \u0000 \u007F <&>"\\\n\r\t'
    await queue.send(bodyOf({ text }))
    expect(JSON.parse((await queue.one()).Body ?? '')).toEqual({ text })
  },

  'some Unicode characters are refused without the product’s encoding': async ({ sqs }) => {
    const queue = await Queue.create(sqs)
    await refusal(queue.send('\uFFFE'))
  },

  'a queue created again is the same, and cannot get other attributes': async ({ sqs }) => {
    const queue = await Queue.create(sqs, { VisibilityTimeout: '20' })
    const create = (VisibilityTimeout: string) =>
      sqs.client.send(new CreateQueueCommand({ QueueName: queue.name, Attributes: { VisibilityTimeout } }))
    await create('20')
    expect(String(await refusal(create('21')))).toMatch(/QueueNameExists/)
  },
}

/** A unique message in a group. */
const inOrder = (group: string) => ({ MessageGroupId: group, MessageDeduplicationId: newId() })
