import {
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { CommandQueues } from '@recado/fargate-session/commands/command-queues'
import type { Command } from '@recado/shared/queues/commands'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { eventually } from './eventually.ts'

/** The commands to one shard, in memory: one queue, in order, each command after the end of the one before. */
export class CommandsInMemory {
  readonly queues: CommandQueues
  readonly sent: Command[] = []
  readonly #waiting: Message[] = []
  #underWay: Message | undefined
  #isHeld = false

  constructor() {
    // It is asked nothing: the one method that is used is replaced.
    const client = new SQSClient({ region: 'us-east-1' })
    const send = (request: unknown) => this.#answer(request)
    this.queues = { shards: DEFAULT_SHARDS, client: Object.assign(client, { send }), urlOf: () => 'none' }
  }

  /** Commands wait until `release`. */
  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
  }

  send = async (command: Command): Promise<void> => {
    this.sent.push(command)
    this.#add(JSON.stringify(command))
  }

  /** Waits until this many commands are in the queue. */
  queued(count: number): Promise<unknown> {
    return eventually(`${count} commands are queued`, async () => this.#waiting.length === count)
  }

  /** Waits until a command has begun. */
  begun(): Promise<unknown> {
    return eventually('a command has begun', async () => this.#underWay !== undefined)
  }

  /** Waits until all commands are carried out. */
  carriedOut(): Promise<unknown> {
    return eventually('all commands are carried out', async () => !this.#underWay && !this.#waiting.length)
  }

  #add(Body: string | undefined): void {
    this.#waiting.push({ Body })
  }

  async #answer(request: unknown): Promise<object> {
    if (request instanceof ReceiveMessageCommand) return { Messages: await this.#next() }
    if (request instanceof SendMessageCommand) this.#add(request.input.MessageBody)
    if (request instanceof DeleteMessageCommand) this.#underWay = undefined
    return {}
  }

  async #next(): Promise<Message[]> {
    // A message of the queue's own ends its long poll, even while commands wait.
    const next = await eventually('a command', async () => {
      const isFree = !this.#isHeld && !this.#underWay
      return isFree || this.#waiting[0]?.Body === 'wake' ? this.#waiting.shift() : undefined
    })
    this.#underWay = next
    return [next]
  }
}
