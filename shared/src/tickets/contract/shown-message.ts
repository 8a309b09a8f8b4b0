import * as z from 'zod'
import { ACK_LEVELS } from '../../messages/ack-level.ts'
import { storedContent } from '../../messages/content.ts'
import { AUTOMATIC, MESSAGE_ORIGINS } from '../../messages/origin.ts'

const author = z.object({ id: z.string(), name: z.string() }).nullable()
/** Who wrote it in a group. */
const sender = z.object({ name: z.string().nullable(), number: z.string().nullable() }).nullable()

/** The beginning of a message that another one quotes. */
export const quotedPreview = z.object({
  id: z.string(),
  fromMe: z.boolean(),
  author,
  sender,
  /** As `previewOf` writes it; empty for a deleted message. */
  preview: z.string(),
  deletedAt: z.string().nullable(),
})
export type QuotedPreview = z.infer<typeof quotedPreview>

/** A message of a conversation as its attendants see it. Moments are ISO 8601. */
export const shownMessage = z.object({
  /** WhatsApp's id of the message, or our own of a note or an event. */
  id: z.string(),
  ticketId: z.string().nullable(),
  chat: z.string(),
  /** Its place in the conversation. */
  at: z.string(),
  fromMe: z.boolean(),
  origin: z.enum(MESSAGE_ORIGINS).nullable(),
  auto: z.enum(AUTOMATIC).nullable(),
  /** The campaign that it is a message of. */
  campaignId: z.string().nullable(),
  /** Never left the company: a note or an event. */
  internal: z.boolean(),
  author,
  sender,
  content: storedContent,
  /** Changes of content, reactions and deletion so far. Absent for none. Later events may have a lower one. */
  contentRevision: z.number().int().optional(),
  /** The id of the message it quotes. */
  quoted: z.string().nullable(),
  /** The beginning of that message, unless the same page has it. Absent for one that the caller may not see. */
  quotedPreview: quotedPreview.optional(),
  status: z.enum(['PENDING', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN_OUTCOME']).nullable(),
  level: z.enum(ACK_LEVELS).nullable(),
  failureCode: z.string().nullable(),
  reactions: z.array(z.object({ by: z.string(), emoji: z.string() })),
  editedAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  /** The number of a customer's message within its ticket. */
  seq: z.number().int().nullable(),
  clientId: z.string().nullable(),
  /** The message that was sent in its place, after it failed. */
  retriedAs: z.string().nullable(),
  /** Forwarded from another conversation. */
  forwarded: z.boolean(),
  /** The company's last change of it, if that did not reach WhatsApp. */
  failedChange: z.enum(['reaction', 'edit', 'delete']).optional(),
  /** A long text of a live event is cut; the call has all of it. */
  truncated: z.boolean().optional(),
})
export type ShownMessage = z.infer<typeof shownMessage>
