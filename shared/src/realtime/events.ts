import * as z from 'zod'
import { ADMIN_PERMISSIONS } from '../access.ts'

/** Channels of live events are `company-{companyId}-{topic}` (part 3 §1). */
export const topic = z.enum([
  'whatsapp',
  'whatsappSession',
  'contact-list',
  'ContactListItem',
  'campaign',
  'contact-blocks',
  'user',
  'company',
  'queue',
  'tag',
  'appMessage',
  'data-subject',
  'announcement',
  'integration',
])
export type Topic = z.infer<typeof topic>

/** A live event before it is addressed: what happened to what, in one company. */
export const liveEvent = z.object({
  companyId: z.string(),
  /** A topic, or `ContactListItem-{listId}`. */
  topic: z.string(),
  action: z.string(),
  /** Only this user's sockets get it; all of the company's when absent. */
  userId: z.string().optional(),
  /** Everything else that stands in the frame: `record`, `id`, `counters`, … */
  body: z.record(z.string(), z.unknown()),
  /**
   * Fields for users of the company who have this permission, and never for users who are there for support. It replaces fields of `body`.
   */
  confidential: z
    .object({ needs: z.enum(ADMIN_PERMISSIONS), body: z.record(z.string(), z.unknown()) })
    .optional(),
  /** Bodies of further frames that are alike otherwise: of what happens a hundred times a second. */
  more: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type LiveEvent = z.infer<typeof liveEvent>

/** Stands in place of a company's id in an event that all companies get. */
export const EVERYBODY = 'EVERYBODY'

/** What happened to an announcement, told to everybody on the one channel that is no company's. */
export const toEverybody = (action: 'create' | 'update' | 'delete', body: LiveEvent['body']): LiveEvent => ({
  companyId: EVERYBODY,
  topic: 'announcement',
  action,
  body,
})
