import * as z from 'zod'
import { ADMIN_PERMISSIONS } from '../access.ts'

/** Channels of live events are `company-{companyId}-{topic}` (part 3 §1). */
export const topic = z.enum([
  'whatsapp',
  'whatsappSession',
  'contact-list',
  'ContactListItem',
  'campaign',
  'contact',
  'contact-blocks',
  'user',
  'company',
  'queue',
  'tag',
  'ticket',
  'appMessage',
  'quickMessage',
  'notice',
  'chat',
  'schedule',
  'data-subject',
  'announcement',
  'integration',
])
export type Topic = z.infer<typeof topic>

/** What decides who may see a ticket; `tickets/rules/sight.ts` reads it. */
const sight = z.object({
  queueId: z.string().nullable(),
  userId: z.string().nullable(),
  preferredUserId: z.string().nullable(),
  /** In the menu of queues: any queue of its connection may take it. */
  inTriage: z.boolean(),
  /** The queues of its connection. */
  connectionQueueIds: z.array(z.string()),
  /** The queues that see a group, all users if there is none; null for a ticket of one person. */
  groupQueueIds: z.array(z.string()).nullable(),
})
export type Sight = z.infer<typeof sight>

/** A live event before it is addressed: a change of a record in one company. */
export const liveEvent = z.object({
  companyId: z.string(),
  /** A topic, or `ContactListItem-{listId}`. */
  topic: z.string(),
  action: z.string(),
  /** Only this user's sockets get it; all sockets of the company if absent. */
  userId: z.string().optional(),
  /** Only these users' sockets get it. */
  userIds: z.array(z.string()).optional(),
  /** The other fields of the frame: `record`, `id`, `counters`, … */
  body: z.record(z.string(), z.unknown()),
  /**
   * Fields for users of the company who have this permission or this id, and never for users who are there for support. It
   * replaces fields of `body`.
   */
  confidential: z
    .object({
      needs: z.enum(ADMIN_PERMISSIONS),
      orUserId: z.string().optional(),
      body: z.record(z.string(), z.unknown()),
    })
    .optional(),
  /**
   * Who may see the record, before and after its change: a user who sees it now gets the event, a user who only saw it
   * before gets a `delete`, and other users get nothing. Absent: all users of the company get it.
   */
  sight: z.object({ before: sight.nullable(), now: sight.nullable() }).optional(),
  /** For an event for everybody: the part of the listening companies that is next, and the last company that has it. */
  round: z.object({ part: z.number().int(), after: z.string().optional() }).optional(),
  /** Bodies of further frames with otherwise equal fields, for events that occur a hundred times a second. */
  more: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type LiveEvent = z.infer<typeof liveEvent>

/** Replaces the company's id in an event for all companies. */
export const EVERYBODY = 'EVERYBODY'

/** An announcement's event for everybody, on the one channel that belongs to no company. */
export const toEverybody = (action: 'create' | 'update' | 'delete', body: LiveEvent['body']): LiveEvent => ({
  companyId: EVERYBODY,
  topic: 'announcement',
  action,
  body,
})
