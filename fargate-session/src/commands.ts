import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs'
import { COMMAND_USABLE_MS, type Command, command, commandQueueName } from '@recado/shared/queues/queues'
import { sqsClient } from '@recado/shared/queues/sqs'
import type { Logger } from 'pino'

const WAIT_SECONDS = 10

/** @param receivedAt milliseconds since 1970 */
type CarryOut = (command: Command, receivedAt: number) => Promise<void>

/** Takes a shard's commands from its FIFO queue: side by side for different connections, in order for each. */
export class CommandConsumer {
  readonly #client = sqsClient()
  readonly #url: string
  readonly #log: Logger
  readonly #carryOut: CarryOut
  readonly #abort = new AbortController()
  #stopping = false
  #running: Promise<void> = Promise.resolve()

  constructor(queueUrlPrefix: string, shard: number, log: Logger, carryOut: CarryOut) {
    this.#url = `${queueUrlPrefix}${commandQueueName(shard)}.fifo`
    this.#log = log
    this.#carryOut = carryOut
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Takes nothing new and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#abort.abort()
    await this.#running
  }

  /** Takes nothing new, without waiting. */
  abandon(): void {
    this.#stopping = true
    this.#abort.abort()
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const groups = await this.#receive()
      const receivedAt = Date.now()
      await Promise.all([...groups.values()].map((messages) => this.#inOrder(messages, receivedAt)))
    }
  }

  async #receive(): Promise<Map<string, Message[]>> {
    try {
      const { Messages = [] } = await this.#client.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#url,
          MaxNumberOfMessages: 10,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageSystemAttributeNames: ['MessageGroupId'],
        }),
        { abortSignal: this.#abort.signal },
      )
      return Map.groupBy(Messages, (message) => message.Attributes?.MessageGroupId ?? '')
    } catch (error) {
      if (!this.#stopping) {
        this.#log.warn({ error: String(error) }, 'commands not received')
        await pause(1000)
      }
      return new Map()
    }
  }

  /** What fails keeps its place: it and what comes behind it are handed out again. */
  async #inOrder(messages: Message[], receivedAt: number): Promise<void> {
    for (const [index, message] of messages.entries()) {
      if (this.#stopping || Date.now() > receivedAt + COMMAND_USABLE_MS)
        return this.#handBack(messages.slice(index))
      try {
        await this.#carryOut(command.parse(JSON.parse(message.Body ?? '')), receivedAt)
        await this.#client.send(
          new DeleteMessageCommand({ QueueUrl: this.#url, ReceiptHandle: message.ReceiptHandle }),
        )
      } catch (error) {
        this.#log.warn({ error: String(error) }, 'command failed')
        return this.#handBack(messages.slice(index))
      }
    }
  }

  async #handBack(messages: Message[]): Promise<void> {
    for (const { ReceiptHandle } of messages) {
      await this.#client
        .send(
          new ChangeMessageVisibilityCommand({ QueueUrl: this.#url, ReceiptHandle, VisibilityTimeout: 1 }),
        )
        .catch(() => undefined)
    }
  }
}
