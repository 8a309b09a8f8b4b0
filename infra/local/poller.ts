import { setTimeout as pause } from 'node:timers/promises'
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { isFifo, type QueueName, queues } from '@recado/shared/queues/queues'
import { sqsClient } from '@recado/shared/queues/sqs'
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'

export type Worker = (event: SQSEvent) => Promise<SQSBatchResponse>

/** Batches of one queue handled side by side, as by Lambda's pollers. */
const SIDE_BY_SIDE = 4
const WAIT_SECONDS = 20

/**
 * An SQS event source. It hands batches to a Lambda and deletes the handled messages. Failed ones come back after
 * their visibility timeout, and finally go to the dead-letter queue.
 */
export async function poll(queue: QueueName, worker: Worker, signal: AbortSignal): Promise<void> {
  const client = sqsClient({ waitMs: WAIT_SECONDS * 1000 })
  const QueueUrl = `${process.env.QUEUE_URL_PREFIX}${queue}${isFifo(queue) ? '.fifo' : ''}`
  const underWay = new Set<Promise<void>>()
  while (!signal.aborted) {
    const messages = await receive()
    if (messages.length > 0) {
      const batch: Promise<void> = workOff(messages).finally(() => underWay.delete(batch))
      underWay.add(batch)
    }
    if (underWay.size >= SIDE_BY_SIDE) await Promise.race(underWay)
  }
  await Promise.all(underWay)

  async function receive(): Promise<Message[]> {
    try {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: queues[queue].batch,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageSystemAttributeNames: ['All'],
        }),
        { abortSignal: signal },
      )
      return Messages
    } catch (error) {
      if (signal.aborted) return []
      console.error(`${queue}: ${String(error)}`)
      await pause(1000)
      return []
    }
  }

  async function workOff(messages: Message[]): Promise<void> {
    try {
      const { batchItemFailures } = await worker({
        Records: messages.map((message) => recordOf(queue, message)),
      })
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
      const done = messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''))
      if (done.length === 0) return
      const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }))
      await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    } catch (error) {
      console.error(`${queue}: ${String(error)}`)
    }
  }
}

const recordOf = (queue: QueueName, message: Message): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: {
    ApproximateReceiveCount: message.Attributes?.ApproximateReceiveCount ?? '1',
    SentTimestamp: message.Attributes?.SentTimestamp ?? '0',
    SenderId: message.Attributes?.SenderId ?? '',
    ApproximateFirstReceiveTimestamp: message.Attributes?.ApproximateFirstReceiveTimestamp ?? '0',
    ...(message.Attributes?.MessageGroupId && { MessageGroupId: message.Attributes.MessageGroupId }),
  },
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:sa-east-1:000000000000:recado-${queue}`,
  awsRegion: 'sa-east-1',
})
