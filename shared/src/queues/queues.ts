import { createHash } from 'node:crypto'
import type { InboundEvent } from '../messages/inbound.ts'
import type { LiveEvent } from '../realtime/events.ts'
import { cutText } from '../text.ts'
import type { Command } from './commands.ts'
import type {
  CleanupJob,
  EmailJob,
  ExportJob,
  HandoverJob,
  ImportJob,
  PaceTick,
  ScheduleJob,
  StartJob,
  SweepJob,
  ValidityJob,
} from './jobs.ts'

/** The most recipients of one command: they are all done long before the command is void. */
export const SENT_AT_ONCE = 20

/** The most numbers in one question to WhatsApp. */
export const CHECKED_AT_ONCE = 20

/**
 * Commands of one group are carried out one after the other. A connection's campaign messages wait for their moments
 * in a group of their own, so that replies, tests and new QR codes do not wait for them. Each epoch of the chain has
 * its own group: if a task dies, its message stays hidden and blocks the group until the message's visibility ends. The
 * next owner's epoch begins a new group, and the commands of the old one are void.
 */
export function commandGroup(command: Command): string {
  const { kind, connectionId } = command
  switch (kind) {
    case 'send':
      return groupName(connectionId, String(command.epoch))
    case 'message':
      return groupName(connectionId, digestOf(command.chat))
    // A person without a device takes WhatsApp's answer, or the wait for it: nothing else waits with these signs.
    case 'read':
    case 'typing':
      return groupName(connectionId, digestOf(`signs of ${command.chat}`))
    case 'media':
      return groupName(connectionId, digestOf(command.messageId))
    case 'test':
    case 'check':
    case 'groups':
      return groupName(connectionId, kind)
    default:
      return groupName(connectionId, 'session')
  }
}

const groupName = (connectionId: string, what: string) => `${connectionId}/${what}`

/** Names a group by a digest: its name appears in places that must not show a phone number. */
export const digestOf = (text: string): string => cutText(createHash('sha256').update(text).digest('hex'), 32)

export interface QueueDeclaration {
  /** Longest run of the function behind the queue, in seconds. */
  timeoutSeconds: number
  /**
   * Time before SQS hands a message out again, in seconds: six times the function's, since a function can be refused
   * for concurrency before it begins. Source: "Creating and configuring an Amazon SQS event source mapping" in the
   * Lambda developer guide.
   */
  visibilitySeconds: number
  /**
   * A function that has begun hides its messages for this long only, in seconds, so that a crash costs no more
   * (docs/adr/0049-a-function-that-begins-shortens-the-wait.md). Without it, `visibilitySeconds`.
   */
  hiddenSeconds?: number
  /** Deliveries before a message goes to the dead-letter queue. */
  attempts: number
  /** The most messages of one invocation. */
  batch: number
  /**
   * The most functions side by side, so that bulk work leaves the account's concurrency (1,000 by default) to calls
   * and to campaigns. Without it, as many as SQS finds work for.
   */
  atOnce?: number
  /** In order within a group, each message once: see `Queues.inOrder`. */
  fifo?: true
  /** Shared fairly: a company with a backlog does not hold up the messages of others (SQS fair queues). */
  fair?: true
}

/** The standard queues by name. The stack, the local system and the consumers read this. */
export const queues = {
  pace: { timeoutSeconds: 10, visibilitySeconds: 60, attempts: 20, batch: 10 },
  start: {
    timeoutSeconds: 800,
    visibilitySeconds: 4800,
    hiddenSeconds: 900,
    attempts: 10,
    batch: 1,
    atOnce: 20,
  },
  /** Three a minute, so two at once are enough. Lambda accepts no smaller number. */
  sweep: {
    timeoutSeconds: 50,
    visibilitySeconds: 300,
    hiddenSeconds: 60,
    attempts: 5,
    batch: 1,
    atOnce: 2,
  },
  /** What a company schedules for one moment does not hold up the schedules of others. */
  schedules: { timeoutSeconds: 20, visibilitySeconds: 120, attempts: 20, batch: 10, fair: true },
  imports: {
    timeoutSeconds: 40,
    visibilitySeconds: 240,
    hiddenSeconds: 45,
    attempts: 5,
    batch: 1,
    atOnce: 20,
  },
  /** Each function calls the other platform five times at once. */
  handovers: {
    timeoutSeconds: 50,
    visibilitySeconds: 300,
    hiddenSeconds: 60,
    attempts: 5,
    batch: 1,
    atOnce: 10,
  },
  exports: {
    timeoutSeconds: 270,
    visibilitySeconds: 1620,
    hiddenSeconds: 300,
    attempts: 5,
    batch: 1,
    atOnce: 10,
  },
  /** A function mostly waits for WhatsApp's answer. */
  validity: {
    timeoutSeconds: 50,
    visibilitySeconds: 300,
    hiddenSeconds: 60,
    attempts: 20,
    batch: 1,
    atOnce: 20,
  },
  cleanup: {
    timeoutSeconds: 800,
    visibilitySeconds: 4800,
    hiddenSeconds: 900,
    attempts: 10,
    batch: 1,
    atOnce: 10,
  },
  /**
   * A mail takes half a second (assumed), so five functions stay below the 14 a second that SES allows a new account
   * outside its sandbox.
   */
  emails: { timeoutSeconds: 20, visibilitySeconds: 120, attempts: 5, batch: 1, atOnce: 5 },
  events: { timeoutSeconds: 10, visibilitySeconds: 60, attempts: 5, batch: 10, fair: true },
  /** Events from WhatsApp, in order per conversation. */
  inbound: {
    timeoutSeconds: 25,
    visibilitySeconds: 150,
    hiddenSeconds: 30,
    attempts: 100,
    batch: 10,
    fifo: true,
  },
} satisfies Record<string, QueueDeclaration>

export type QueueName = keyof typeof queues
export const queueDeclaration = (queue: QueueName): QueueDeclaration => queues[queue]
/** Queues whose messages are in order within a group. */
export type FifoQueueName = 'inbound'
export type StandardQueueName = Exclude<QueueName, FifoQueueName>
/** Queues whose messages have their company as message group: SQS shares a standard queue fairly by it. */
export const isFair = (queue: QueueName): boolean => 'fair' in queues[queue]
export const isFifo = (queue: QueueName): queue is FifoQueueName => 'fifo' in queues[queue]

/** The message type of each queue. */
interface Messages {
  pace: PaceTick
  start: StartJob
  sweep: SweepJob
  schedules: ScheduleJob
  imports: ImportJob
  handovers: HandoverJob
  exports: ExportJob
  validity: ValidityJob
  cleanup: CleanupJob
  emails: EmailJob
  events: LiveEvent
  inbound: InboundEvent
}
export type MessageOf<Q extends QueueName> = Messages[Q]

/** The command queues' shared properties. */
export const commandQueue = { visibilitySeconds: 30, attempts: 50 }
/**
 * A command is carried out within this time after its receipt, in milliseconds, or not at all: afterwards its
 * visibility ends and another copy is handed out.
 */
export const COMMAND_USABLE_MS = 25_000
/** The queue of a shard's commands: `commands-07`. */
export const commandQueueName = (shard: number) => `commands-${String(shard).padStart(2, '0')}`

/** Messages that wait for an operator, who fixes the cause and moves them back to their queue. */
export interface DeadLetters {
  /** @param body the message as it was in the queue @param of its group, and an id for deduplication */
  put<Q extends FifoQueueName>(queue: Q, body: string, of: { group: string; id: string }): Promise<void>
}

/** Messages that a consumer has received. */
export interface ReceivedMessages {
  /**
   * Hides messages from other consumers from now on.
   * @param receiptHandles at most ten @param seconds 0 to 43,200
   */
  hide(queue: QueueName, receiptHandles: readonly string[], seconds: number): Promise<void>
}

/** The dead-letter queue of each queue. */
export const deadLetterQueueName = (queue: string): string => `${queue}-dead`

/** Sends messages; the real one is SQS, the simulation has its own. */
export interface Queues {
  /** @param delaySeconds whole, 0 to 900 */
  send<Q extends StandardQueueName>(queue: Q, message: MessageOf<Q>, delaySeconds?: number): Promise<void>
  /** Messages of a group are processed in order; an id counts once in five minutes. Both at most 128 characters. */
  inOrder<Q extends FifoQueueName>(
    queue: Q,
    message: MessageOf<Q>,
    of: { group: string; id: string },
  ): Promise<void>
  /** Hands a command to the task that owns the connection, in order per connection. */
  command(command: Command, deduplicationId: string): Promise<void>
}
