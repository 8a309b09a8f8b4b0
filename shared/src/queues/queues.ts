import { createHash } from 'node:crypto'
import * as z from 'zod'
import { inboundEvent } from '../conversations/inbound.ts'
import { liveEvent } from '../realtime/events.ts'

/** Connections hash to this many shards; each has a FIFO queue of commands to the socket service. */
export const SHARDS = 32

const tenant = { companyId: z.string() }

/** One tick of a connection's pace chain. Whatever does not match the pace row any more is dropped. */
export const paceTick = z.object({
  ...tenant,
  connectionId: z.string(),
  epoch: z.number().int(),
  seq: z.number().int(),
})
export type PaceTick = z.infer<typeof paceTick>

/** A campaign that is to be prepared and set going. */
export const startJob = z.object({ ...tenant, campaignId: z.string() })
export const sweepJob = z.object({ sweep: z.number().int() })
/** A spreadsheet that is to be read into a list, or (null) into the blocked contacts. */
export const importJob = z.object({
  ...tenant,
  contactListId: z.string().nullable(),
  importId: z.string(),
  /** Only to look whether it still gets on. */
  watch: z.boolean().optional(),
})
export type ImportJob = z.infer<typeof importJob>
/** Imported contacts that are to be handed to the integrated platform. */
export const handoverJob = z.object({
  ...tenant,
  contactListId: z.string(),
  importId: z.string(),
  /** How often the platform was away since it last took somebody. */
  tries: z.number().int().default(0),
})
export type HandoverJob = z.infer<typeof handoverJob>
/** A spreadsheet that takes longer to write than a request may. */
export const exportJob = z.object({ ...tenant, exportId: z.string() })
/** A list whose unknown numbers WhatsApp is asked about. */
export const validityJob = z.object({
  ...tenant,
  contactListId: z.string(),
  /** null: only what is known already is put into the list, WhatsApp is not asked. */
  checkId: z.string().nullable(),
  /** Goes on behind the card at this place. */
  after: z.number().int().optional(),
})
export type ValidityJob = z.infer<typeof validityJob>
/**
 * What is left of a deleted list or campaign is cleared away in the background, and what there is of an erased person,
 * of a deleted company, of sessions of one that was switched off, and what a company keeps no longer (`retention`; the
 * round of all companies is a job of the platform's).
 */
export const cleanupJob = z.object({
  ...tenant,
  kind: z.enum([
    'contact-list',
    'campaign',
    'connection',
    'data-subject',
    'company',
    'sessions',
    'retention',
    'retention-round',
  ]),
  id: z.string(),
  /** Of a campaign: where its attachment lies. */
  source: z.string().optional(),
})

/** A mail that is to be written and sent. What is secret in it is made when it is written. */
export const emailJob = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('password-link'),
    ...tenant,
    userId: z.string(),
    /** Its owner forgot the password, or somebody gives access to the account. */
    why: z.enum(['forgotten', 'access']),
  }),
  z.object({ kind: z.literal('forgotten-password'), email: z.string() }),
  z.object({ kind: z.literal('invitation'), ...tenant, invitationId: z.string() }),
])

/** Recipients of one command at most: as many as are carried out long before the command is void. */
export const SENT_AT_ONCE = 20

/** "Send their campaign's message to these recipients, not before this time." */
export const sendCommand = z.object({
  kind: z.literal('send'),
  ...tenant,
  connectionId: z.string(),
  /** Several only where there is no interval between them. */
  recipients: z
    .array(
      z.object({
        campaignId: z.string(),
        ledger: z.string(),
        place: z.number().int(),
        attempt: z.number().int(),
      }),
    )
    .min(1)
    .max(SENT_AT_ONCE),
  epoch: z.number().int(),
  /** Milliseconds since 1970. */
  notBefore: z.number(),
  /** The pause that must lie between the connection's last message and the first of these, in milliseconds. */
  intervalMs: z.number(),
})
export type SendCommand = z.infer<typeof sendCommand>

/** What a person asks of a connection. */
export const sessionCommand = z.object({
  kind: z.enum(['open', 'relink', 'unlink', 'forget', 'erase']),
  ...tenant,
  connectionId: z.string(),
})
export type SessionCommand = z.infer<typeof sessionCommand>

/** Numbers that WhatsApp is asked about in one question, at most. */
export const CHECKED_AT_ONCE = 20

/** A question that somebody waits for an answer to, until a moment in milliseconds since 1970. */
const asked = { ...tenant, connectionId: z.string(), askId: z.string(), until: z.number() }
export const testCommand = z.object({ kind: z.literal('test'), ...asked })
export const pairingCodeCommand = z.object({ kind: z.literal('pairing-code'), ...asked, number: z.string() })
export const checkCommand = z.object({
  kind: z.literal('check'),
  ...asked,
  numbers: z.array(z.string()).max(CHECKED_AT_ONCE),
})

/** "Send this message of a conversation." Whatever it says stands in the stored message. */
export const messageCommand = z.object({
  kind: z.literal('message'),
  ...tenant,
  connectionId: z.string(),
  chat: z.string(),
  messageId: z.string(),
})
export type MessageCommand = z.infer<typeof messageCommand>

/** "Bring the file of this received message into the bucket." */
export const mediaCommand = z.object({ ...messageCommand.shape, kind: z.literal('media'), at: z.string() })
export type MediaCommand = z.infer<typeof mediaCommand>

/** "Read all groups of this account anew." */
export const groupsCommand = z.object({
  kind: z.literal('groups'),
  ...tenant,
  connectionId: z.string(),
  /** Each group gets a GROUP list, and people see how far it has come. */
  createLists: z.boolean().optional(),
})
export type GroupsCommand = z.infer<typeof groupsCommand>

export const command = z.discriminatedUnion('kind', [
  sendCommand,
  sessionCommand.extend({ kind: z.literal('open') }),
  sessionCommand.extend({ kind: z.literal('relink') }),
  sessionCommand.extend({ kind: z.literal('unlink') }),
  sessionCommand.extend({ kind: z.literal('forget') }),
  sessionCommand.extend({ kind: z.literal('erase') }),
  testCommand,
  pairingCodeCommand,
  checkCommand,
  messageCommand,
  mediaCommand,
  groupsCommand,
])
export type Command = z.infer<typeof command>

/**
 * Commands of one group are carried out one after the other. A connection's campaign messages wait for their
 * moments there, which nobody's reply, test or new QR code waits for.
 */
export function commandGroup(command: Command): string {
  const { kind, connectionId } = command
  switch (kind) {
    case 'send':
      return connectionId
    case 'message':
      return groupName(connectionId, digestOf(command.chat))
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

/** Groups' names stand in places where no phone number belongs. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

interface QueueDeclaration {
  message: z.ZodType
  /** How long a consumer may take before the message is handed out again, in seconds. */
  visibilitySeconds: number
  /** Deliveries before a message goes to the dead-letter queue. */
  attempts: number
  /** Messages handed to one invocation at most. */
  batch: number
  /** In order within a group, and each message once: see `Queues.inOrder`. */
  fifo?: true
}

/** The standard queues by name. The stack, the local system and the consumers read this. */
export const queues = {
  pace: { message: paceTick, visibilitySeconds: 30, attempts: 20, batch: 10 },
  start: { message: startJob, visibilitySeconds: 900, attempts: 10, batch: 1 },
  sweep: { message: sweepJob, visibilitySeconds: 60, attempts: 2, batch: 1 },
  imports: { message: importJob, visibilitySeconds: 45, attempts: 5, batch: 1 },
  handovers: { message: handoverJob, visibilitySeconds: 60, attempts: 5, batch: 1 },
  exports: { message: exportJob, visibilitySeconds: 300, attempts: 3, batch: 1 },
  validity: { message: validityJob, visibilitySeconds: 60, attempts: 20, batch: 1 },
  cleanup: { message: cleanupJob, visibilitySeconds: 900, attempts: 10, batch: 1 },
  emails: { message: emailJob, visibilitySeconds: 60, attempts: 5, batch: 1 },
  events: { message: liveEvent, visibilitySeconds: 30, attempts: 3, batch: 10 },
  /** What comes from WhatsApp, in order per conversation. */
  inbound: { message: inboundEvent, visibilitySeconds: 30, attempts: 100, batch: 10, fifo: true },
} satisfies Record<string, QueueDeclaration>

export type QueueName = keyof typeof queues
/** Queues whose messages are in order within a group. */
export type FifoQueueName = 'inbound'
export type StandardQueueName = Exclude<QueueName, FifoQueueName>
export const isFifo = (queue: QueueName): queue is FifoQueueName => 'fifo' in queues[queue]
export type MessageOf<Q extends QueueName> = z.infer<(typeof queues)[Q]['message']>

/** The command queues' shared properties. */
export const commandQueue = { visibilitySeconds: 30, attempts: 50 }
/**
 * A command is carried out within this time of its being received, in milliseconds, or not at all: before its
 * visibility ends and another copy of it is handed out.
 */
export const COMMAND_USABLE_MS = 25_000
export const commandQueueName = (shard: number) => `commands-${String(shard).padStart(2, '0')}`

/** The shard of a connection: FNV-1a of its id, so that it never changes. */
export function shardOf(connectionId: string): number {
  let hash = 0x811c9dc5
  for (const character of connectionId) {
    hash ^= character.charCodeAt(0)
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return hash % SHARDS
}

/** Sends messages; the real one is SQS, the simulation has its own. */
export interface Queues {
  /** @param delaySeconds whole, 0 to 900 */
  send<Q extends StandardQueueName>(queue: Q, message: MessageOf<Q>, delaySeconds?: number): Promise<void>
  /** Messages of a group are worked off in this order; of one id within five minutes there is one. Both at most 128 characters. */
  inOrder<Q extends FifoQueueName>(
    queue: Q,
    message: MessageOf<Q>,
    of: { group: string; id: string },
  ): Promise<void>
  /** Hands a command to the task that owns the connection, in order per connection. */
  command(command: Command, deduplicationId: string): Promise<void>
}
