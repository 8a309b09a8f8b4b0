import * as z from 'zod'
import { CHECKED_AT_ONCE, SENT_AT_ONCE } from './queues.ts'

const tenant = { companyId: z.string() }

/** "Send their campaign's message to these recipients, not before this time." */
export const sendCommand = z.object({
  kind: z.literal('send'),
  ...tenant,
  connectionId: z.string(),
  /** More than one only if there is no interval between them. */
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
  /** The chain's step that handed them over. Commands of earlier releases have none. */
  seq: z.number().int().optional(),
  /** Milliseconds since 1970. */
  notBefore: z.number(),
  /** The pause between the connection's last message and the first of these, in milliseconds. */
  intervalMs: z.number(),
})
export type SendCommand = z.infer<typeof sendCommand>

/** A person's command to a connection. */
export const sessionCommand = z.object({
  kind: z.enum(['open', 'relink', 'unlink', 'forget', 'erase']),
  ...tenant,
  connectionId: z.string(),
  /**
   * The connection's `request` when its account was to be unlinked: a repetition unlinks no account that was linked since.
   * Commands of earlier releases have none.
   */
  request: z.number().int().optional(),
})
export type SessionCommand = z.infer<typeof sessionCommand>

/** A question whose caller waits for the answer until `until` (milliseconds since 1970). */
const asked = { ...tenant, connectionId: z.string(), askId: z.string(), until: z.number() }
export const testCommand = z.object({ kind: z.literal('test'), ...asked })
export const pairingCodeCommand = z.object({ kind: z.literal('pairing-code'), ...asked, number: z.string() })
export const checkCommand = z.object({
  kind: z.literal('check'),
  ...asked,
  numbers: z.array(z.string()).max(CHECKED_AT_ONCE),
})

/** "Send this message of a conversation." The stored message has its content. */
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

/** "The user has read these messages of the customer." They get their blue ticks. */
export const readCommand = z.object({
  kind: z.literal('read'),
  ...tenant,
  connectionId: z.string(),
  chat: z.string(),
  messageIds: z.array(z.string()),
})
export type ReadCommand = z.infer<typeof readCommand>

/** "Somebody is typing in this chat." */
export const typingCommand = z.object({
  kind: z.literal('typing'),
  ...tenant,
  connectionId: z.string(),
  chat: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
export type TypingCommand = z.infer<typeof typingCommand>

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
  readCommand,
  typingCommand,
  groupsCommand,
])
export type Command = z.infer<typeof command>
