import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import type { Log } from '@recado/shared/ports/log'
import { type Command, command } from '@recado/shared/queues/commands'
import { COMMAND_USABLE_MS, commandQueue } from '@recado/shared/queues/queues'
import { shardOf } from '@recado/shared/queues/shards'
import { COMMANDS_WAIT_SECONDS, type CommandQueues } from './command-queues.ts'
import { retrySeconds } from './retry.ts'

/** Body of a message that ends the task's own long poll. It carries no command. */
const WAKE = 'wake'
/** Groups of commands that run side by side. Further ones wait in the queue. */
const SIDE_BY_SIDE = 64

/** Commands without a time limit, such as files. All others expire before SQS delivers a second copy. */
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

/**
 * Takes a shard's commands from its FIFO queue: in order within a group, groups side by side. A command whose connection
 * belongs to another shard since the number of shards was raised goes on to that shard's queue.
 */
export class CommandConsumer {
  readonly #queues: CommandQueues
  readonly #shard: number
  readonly #url: string
  readonly #log: Log
  readonly #carryOut: CarryOut
  readonly #underWay = new Set<Promise<void>>()
  #stopping = false
  #running: Promise<void> = Promise.resolve()

  constructor(queues: CommandQueues, shard: number, log: Log, carryOut: CarryOut) {
    this.#queues = queues
    this.#shard = shard
    this.#url = queues.urlOf(shard)
    this.#log = log
    this.#carryOut = carryOut
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Takes no more commands, and waits for those under way. */
  async stop(): Promise<void> {
    this.abandon()
    await this.#wake()
    await this.#running
    await Promise.all(this.#underWay)
  }

  /**
   * Takes no more commands, without waiting. The current long poll is not aborted: SQS would continue the request,
   * and hide the commands in its answer.
   */
  abandon(): void {
    this.#stopping = true
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const groups = await this.#receive()
      const receivedAt = Date.now()
      for (const messages of groups.values()) this.#begin(messages, receivedAt)
      // SQS delivers nothing more of a group under way, so polling on keeps the order.
      if (this.#underWay.size >= SIDE_BY_SIDE) await Promise.race(this.#underWay)
    }
  }

  #begin(messages: Message[], receivedAt: number): void {
    const work: Promise<void> = this.#inOrder(messages, receivedAt).finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  async #receive(): Promise<Map<string, Message[]>> {
    try {
      const { Messages = [] } = await this.#queues.client.send(
        new ReceiveMessageCommand({
          QueueUrl: this.#url,
          MaxNumberOfMessages: 10,
          WaitTimeSeconds: COMMANDS_WAIT_SECONDS,
          MessageSystemAttributeNames: [
            'MessageGroupId',
            'MessageDeduplicationId',
            'ApproximateReceiveCount',
          ],
        }),
      )
      return Map.groupBy(Messages, (message) => message.Attributes?.MessageGroupId ?? '')
    } catch (error) {
      this.#log.warn('commands not received', { error })
      if (!this.#stopping) await pause(1000)
      return new Map()
    }
  }

  /** Ends the long poll now instead of at its timeout. */
  async #wake(): Promise<void> {
    const id = randomUUID()
    await this.#queues.client
      .send(
        new SendMessageCommand({
          QueueUrl: this.#url,
          MessageBody: WAKE,
          MessageGroupId: `${WAKE}/${id}`,
          MessageDeduplicationId: id,
        }),
      )
      .catch((error: unknown) => this.#log.warn('not woken', { error }))
  }

  /** A failed command keeps its place: SQS delivers it and the ones behind it again. */
  async #inOrder(messages: Message[], receivedAt: number): Promise<void> {
    for (const [index, message] of messages.entries()) {
      const isWake = message.Body === WAKE
      if (!isWake && (this.#stopping || Date.now() > receivedAt + COMMAND_USABLE_MS))
        return this.#handBack(messages.slice(index))
      try {
        if (!isWake) await this.#work(messages.slice(index), receivedAt)
        await this.#queues.client.send(
          new DeleteMessageCommand({ QueueUrl: this.#url, ReceiptHandle: message.ReceiptHandle }),
        )
      } catch (error) {
        this.#log.warn('command failed', { error })
        return this.#handBack(
          messages.slice(index),
          retrySeconds(Number(message.Attributes?.ApproximateReceiveCount)),
        )
      }
    }
  }

  /** Carries out the first message, or sends it on; the others wait behind it. */
  async #work(messages: Message[], receivedAt: number): Promise<void> {
    const [message] = messages
    if (!message) return
    const parsed = command.parse(JSON.parse(message.Body ?? ''))
    const shard = shardOf(parsed.connectionId, this.#queues.shards)
    if (shard !== this.#shard) return this.#sendOn(message, shard)
    const hidden = LASTING.includes(parsed.kind) ? this.#keepHidden(messages) : undefined
    await this.#carryOut(parsed, receivedAt).finally(() => clearInterval(hidden))
  }

  /**
   * Sends a command to its connection's shard. Both queues know it by the same deduplication id: a repetition after a
   * crash before its deletion adds no second copy within five minutes.
   */
  async #sendOn({ Body, Attributes }: Message, shard: number): Promise<void> {
    await this.#queues.client.send(
      new SendMessageCommand({
        QueueUrl: this.#queues.urlOf(shard),
        MessageBody: Body,
        MessageGroupId: Attributes?.MessageGroupId,
        MessageDeduplicationId: Attributes?.MessageDeduplicationId,
      }),
    )
  }

  /** Keeps messages invisible in SQS while they are worked on. */
  #keepHidden(messages: Message[]): NodeJS.Timeout {
    const { visibilitySeconds } = commandQueue
    return setInterval(() => void this.#hide(messages, visibilitySeconds), (visibilitySeconds * 1000) / 3)
  }

  #handBack(messages: Message[], seconds = 1): Promise<void> {
    return this.#hide(messages, seconds)
  }

  async #hide(messages: Message[], VisibilityTimeout: number): Promise<void> {
    for (const { ReceiptHandle } of messages) {
      await this.#queues.client
        .send(new ChangeMessageVisibilityCommand({ QueueUrl: this.#url, ReceiptHandle, VisibilityTimeout }))
        .catch((error: unknown) => this.#log.warn('command not handed back', { error }))
    }
  }
}
