import * as z from 'zod'
import { id } from '../ids.ts'
import { keptMedia, keptMediaInput } from '../messages/kept-media.ts'
import { variableFault } from './variables.ts'

/** Who may use a quick reply: everybody of the company, the users of some queues, or its author alone. */
export const REPLY_SCOPES = ['company', 'queue', 'user'] as const
export const replyScope = z.enum(REPLY_SCOPES)
export type ReplyScope = z.infer<typeof replyScope>

/** The longest text of a quick reply, in characters. */
export const REPLY_MAX = 4096
/** The most queues of a quick reply: each has a row that makes its shortcode unique. */
export const REPLY_QUEUES_MAX = 20

const shortcode = z
  .string()
  .trim()
  .regex(/^[a-z0-9_-]{1,20}$/)

const message = z
  .string()
  .trim()
  .min(1)
  .max(REPLY_MAX)
  .check(({ value, issues }) => {
    const fault = variableFault(value)
    if (fault) issues.push({ code: 'custom', message: fault, input: value })
  })

/** The scope of a quick reply stays as it was created. */
export const quickReplyChange = z.strictObject({
  shortcode,
  message,
  /** Of a reply for queues; omitted, they stay as they are. */
  queueIds: z.array(id).max(REPLY_QUEUES_MAX).optional(),
  /** Its file, which is sent with the text as its caption. null: none; omitted, it stays. */
  media: keptMediaInput.nullable().optional(),
})
export type QuickReplyChange = z.infer<typeof quickReplyChange>

export const quickReplyInput = quickReplyChange
  .extend({ scope: replyScope })
  .refine(({ scope, queueIds = [] }) => (scope === 'queue') === queueIds.length > 0, {
    path: ['queueIds'],
    message: 'queues_of_scope',
  })
export type QuickReplyInput = z.infer<typeof quickReplyInput>

/**
 * A text that attendants insert by its shortcode. A shortcode is unique among the company's replies, within each queue,
 * and among each user's own.
 */
export const quickReply = z.object({
  id: z.string(),
  shortcode: z.string(),
  message: z.string(),
  scope: replyScope,
  /** Empty unless the scope is `queue`. */
  queueIds: z.array(z.string()),
  /** Replies from before files have none. */
  media: keptMedia.nullable().default(null),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type QuickReply = z.infer<typeof quickReply>
