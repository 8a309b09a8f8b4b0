import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import {
  type Command,
  commandQueueName,
  type MessageOf,
  type QueueName,
  type Queues,
  shardOf,
} from './queues.ts'

/** An emulator's queue addresses name hosts of their own: there, the endpoint that was given counts. */
export const sqsClient = () =>
  new SQSClient(process.env.AWS_ENDPOINT_URL_SQS ? { useQueueUrlAsEndpoint: false } : {})

/**
 * Queues in SQS.
 * @param urlPrefix everything in a queue's URL before its name
 */
export class SqsQueues implements Queues {
  readonly #client: SQSClient
  readonly #urlPrefix: string

  constructor(urlPrefix: string, client = sqsClient()) {
    this.#urlPrefix = urlPrefix
    this.#client = client
  }

  async send<Q extends QueueName>(queue: Q, message: MessageOf<Q>, delaySeconds = 0): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#urlPrefix + queue,
        MessageBody: JSON.stringify(message),
        ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
      }),
    )
  }

  async command(command: Command, deduplicationId: string): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: `${this.#urlPrefix}${commandQueueName(shardOf(command.connectionId))}.fifo`,
        MessageBody: JSON.stringify(command),
        MessageGroupId: command.connectionId,
        MessageDeduplicationId: deduplicationId,
      }),
    )
  }
}
