import { ChangeMessageVisibilityBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { givesUp } from '../aws-requests.ts'
import type { Command } from './commands.ts'
import {
  commandGroup,
  commandQueueName,
  type DeadLetters,
  deadLetterQueueName,
  digestOf,
  type FifoQueueName,
  isFair,
  isFifo,
  type MessageOf,
  type QueueName,
  type Queues,
  type ReceivedMessages,
  type StandardQueueName,
} from './queues.ts'
import { shardOf } from './shards.ts'

/**
 * The client uses the configured endpoint, because an emulator's queue URLs name hosts of their own.
 * @param connections the most concurrent requests; more wait for one another
 * @param waitMs how long its requests for messages wait for some, in milliseconds
 */
export function sqsClient({
  connections,
  waitMs,
}: {
  connections?: number
  waitMs?: number
} = {}): SQSClient {
  const agent = { maxSockets: connections }
  return new SQSClient({
    // A command's handlers are built once, not for each request (ADR 50).
    cacheMiddleware: true,
    ...(process.env.AWS_ENDPOINT_URL_SQS && { useQueueUrlAsEndpoint: false }),
    requestHandler: { ...givesUp({ waitMs }), ...(connections && { httpAgent: agent, httpsAgent: agent }) },
  })
}

/**
 * A message as text that SQS accepts. SQS refuses some Unicode characters, which anybody can write, and a refused
 * message would block all messages behind it.
 */
export const bodyOf = (message: unknown): string =>
  JSON.stringify(message).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * Queues in SQS.
 * @param urlPrefix everything in a queue's URL before its name
 * @param shards the deployment's number of shards
 */
export class SqsQueues implements Queues, DeadLetters, ReceivedMessages {
  readonly #client: SQSClient
  readonly #urlPrefix: string
  readonly #shards: number

  constructor(urlPrefix: string, shards: number, client = sqsClient()) {
    this.#urlPrefix = urlPrefix
    this.#shards = shards
    this.#client = client
  }

  async send<Q extends StandardQueueName>(queue: Q, message: MessageOf<Q>, delaySeconds = 0): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#urlPrefix + queue,
        MessageBody: bodyOf(message),
        ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
        ...(isFair(queue) && 'companyId' in message && { MessageGroupId: message.companyId }),
      }),
    )
  }

  async inOrder<Q extends FifoQueueName>(
    queue: Q,
    message: MessageOf<Q>,
    { group, id }: { group: string; id: string },
  ): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: `${this.#urlPrefix}${queue}.fifo`,
        MessageBody: bodyOf(message),
        MessageGroupId: group,
        MessageDeduplicationId: id,
      }),
    )
  }

  async put<Q extends FifoQueueName>(
    queue: Q,
    body: string,
    { group, id }: { group: string; id: string },
  ): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: `${this.#urlPrefix}${deadLetterQueueName(queue)}.fifo`,
        MessageBody: body,
        MessageGroupId: group,
        MessageDeduplicationId: id,
      }),
    )
  }

  async hide(queue: QueueName, receiptHandles: readonly string[], seconds: number): Promise<void> {
    const { Failed = [] } = await this.#client.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: `${this.#urlPrefix}${queue}${isFifo(queue) ? '.fifo' : ''}`,
        Entries: receiptHandles.map((ReceiptHandle, index) => ({
          Id: String(index),
          ReceiptHandle,
          VisibilityTimeout: seconds,
        })),
      }),
    )
    if (Failed.length > 0) throw new Error(`${Failed.length} messages are not hidden: ${Failed[0]?.Message}`)
  }

  async command(command: Command, deduplicationId: string): Promise<void> {
    const shard = shardOf(command.connectionId, this.#shards)
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: `${this.#urlPrefix}${commandQueueName(shard)}.fifo`,
        MessageBody: bodyOf(command),
        MessageGroupId: commandGroup(command),
        // An id of WhatsApp's is its sender's. SQS takes 128 characters, and none but letters, digits and punctuation (SendMessage).
        MessageDeduplicationId: digestOf(deduplicationId),
      }),
    )
  }
}
