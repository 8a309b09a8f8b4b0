import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs'
import { newId } from '@recado/shared/ids'
import type { Aws } from './aws.ts'
import { eventually } from './eventually.ts'

/** A test's own queue, addressed like the product's. */
export class Queue {
  readonly name: string
  readonly QueueUrl: string
  readonly arn: string
  readonly #client: Aws['sqs']['client']

  static async create(
    { client, prefix, url }: Aws['sqs'],
    Attributes: Record<string, string> = {},
    fifo = false,
    name: string = newId(),
  ): Promise<Queue> {
    const QueueName = `${prefix}${name}${fifo ? '.fifo' : ''}`
    const kind = fifo ? { FifoQueue: 'true' } : {}
    await client.send(new CreateQueueCommand({ QueueName, Attributes: { ...kind, ...Attributes } }))
    const QueueUrl = `${url}/${QueueName}`
    const { Attributes: its } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
    )
    return new Queue(client, QueueName, QueueUrl, its?.QueueArn ?? '')
  }

  private constructor(client: Aws['sqs']['client'], name: string, url: string, arn: string) {
    this.#client = client
    this.name = name
    this.QueueUrl = url
    this.arn = arn
  }

  send = (MessageBody: string, how: Partial<SendMessageCommandInput> = {}) =>
    this.#client.send(new SendMessageCommand({ QueueUrl: this.QueueUrl, MessageBody, ...how }))

  /** Receives up to ten available messages. */
  async receive(how: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
    const { Messages = [] } = await this.#client.send(
      new ReceiveMessageCommand({
        QueueUrl: this.QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 0,
        MessageSystemAttributeNames: ['All'],
        ...how,
      }),
    )
    return Messages
  }

  /** Waits for the next message. */
  one = (): Promise<Message> =>
    eventually(
      'a message',
      async () => (await this.receive({ WaitTimeSeconds: 2, MaxNumberOfMessages: 1 }))[0],
    )

  /** The number of its messages, hidden ones included. */
  async counted(): Promise<number> {
    const { Attributes = {} } = await this.#client.send(
      new GetQueueAttributesCommand({
        QueueUrl: this.QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    )
    return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0)
  }

  delete = ({ ReceiptHandle }: Message) =>
    this.#client.send(new DeleteMessageCommand({ QueueUrl: this.QueueUrl, ReceiptHandle }))

  /** Makes a message invisible for this many seconds from now on. */
  hide = ({ ReceiptHandle }: Message, VisibilityTimeout: number) =>
    this.#client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: this.QueueUrl, ReceiptHandle, VisibilityTimeout }),
    )
}
