import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { type Command, command } from '@recado/shared/queues/commands'
import { COMMAND_USABLE_MS, commandQueue, commandQueueName, SHARDS } from '@recado/shared/queues/queues'
import { sqsClient } from '@recado/shared/queues/sqs'
import type { Logger } from 'pino'
import { failure } from './log.ts'

const WAIT_SECONDS = 10
/** One for all shards: each client has its own connections to hold in memory. Every shard waits over one of these. */
const client = sqsClient({ connections: 4 * SHARDS })
/** Says nothing: it ends the wait of the one who sent it, and nobody carries it out. */
const WAKE = 'wake'
/** Groups of commands that are carried out side by side; more wait in the queue. */
const SIDE_BY_SIDE = 64

/** Commands that take as long as they take, as files do; all others are void before another copy is handed out. */
const LASTING: readonly Command['kind'][] = [
  'media',
  'message',
  'groups',
  'relink',
  'unlink',
  'forget',
  'erase',
]

/** @param receivedAt milliseconds since 1970 */
type CarryOut = (command: Command, receivedAt: number) => Promise<void>

/** Takes a shard's commands from its FIFO queue: in order within a group, side by side otherwise. */
export class CommandConsumer {
  readonly #url: string
  readonly #log: Logger
  readonly #carryOut: CarryOut
  readonly #underWay = new Set<Promise<void>>()
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
    this.abandon()
    await this.#wake()
    await this.#running
    await Promise.all(this.#underWay)
  }

  /**
   * Takes nothing new, without waiting. What the queue is being asked for is still answered: a request that is
   * broken off goes on at SQS, which then hands commands to nobody and hides them from everybody.
   */
  abandon(): void {
    this.#stopping = true
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const groups = await this.#receive()
      const receivedAt = Date.now()
      for (const messages of groups.values()) this.#begin(messages, receivedAt)
      // The queue hands out nothing of a group that is under way, so no order is lost by asking on.
      if (this.#underWay.size >= SIDE_BY_SIDE) await Promise.race(this.#underWay)
    }
  }

  #begin(messages: Message[], receivedAt: number): void {
    const work: Promise<void> = this.#inOrder(messages, receivedAt).finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  async #receive(): Promise<Map<string, Message[]>> {
    try {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#url,
          MaxNumberOfMessages: 10,
          WaitTimeSeconds: WAIT_SECONDS,
          MessageSystemAttributeNames: ['MessageGroupId'],
        }),
      )
      return Map.groupBy(Messages, (message) => message.Attributes?.MessageGroupId ?? '')
    } catch (error) {
      this.#log.warn({ error: failure(error) }, 'commands not received')
      if (!this.#stopping) await pause(1000)
      return new Map()
    }
  }

  /** Without it the end of the wait would come by itself, later. */
  async #wake(): Promise<void> {
    const id = randomUUID()
    await client
      .send(
        new SendMessageCommand({
          QueueUrl: this.#url,
          MessageBody: WAKE,
          MessageGroupId: `${WAKE}/${id}`,
          MessageDeduplicationId: id,
        }),
      )
      .catch((error: unknown) => this.#log.warn({ error: failure(error) }, 'not woken'))
  }

  /** What fails keeps its place: it and what comes behind it are handed out again. */
  async #inOrder(messages: Message[], receivedAt: number): Promise<void> {
    for (const [index, message] of messages.entries()) {
      const isWake = message.Body === WAKE
      if (!isWake && (this.#stopping || Date.now() > receivedAt + COMMAND_USABLE_MS))
        return this.#handBack(messages.slice(index))
      try {
        if (!isWake) await this.#work(messages.slice(index), receivedAt)
        await client.send(
          new DeleteMessageCommand({ QueueUrl: this.#url, ReceiptHandle: message.ReceiptHandle }),
        )
      } catch (error) {
        this.#log.warn({ error: failure(error) }, 'command failed')
        return this.#handBack(messages.slice(index))
      }
    }
  }

  /** Carries out the first of these; the others wait behind it. */
  async #work(messages: Message[], receivedAt: number): Promise<void> {
    const parsed = command.parse(JSON.parse(messages[0]?.Body ?? ''))
    const hidden = LASTING.includes(parsed.kind) ? this.#keepHidden(messages) : undefined
    await this.#carryOut(parsed, receivedAt).finally(() => clearInterval(hidden))
  }

  /** Nobody else takes it up while it is being worked on. */
  #keepHidden(messages: Message[]): NodeJS.Timeout {
    const { visibilitySeconds } = commandQueue
    return setInterval(() => void this.#hide(messages, visibilitySeconds), (visibilitySeconds * 1000) / 3)
  }

  #handBack(messages: Message[]): Promise<void> {
    return this.#hide(messages, 1)
  }

  async #hide(messages: Message[], VisibilityTimeout: number): Promise<void> {
    for (const { ReceiptHandle } of messages) {
      await client
        .send(new ChangeMessageVisibilityCommand({ QueueUrl: this.#url, ReceiptHandle, VisibilityTimeout }))
        .catch(() => undefined)
    }
  }
}
