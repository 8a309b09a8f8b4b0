import * as z from 'zod'
import { id } from '../ids.ts'

/** Why a user gets a notice. */
export const NOTICE_KINDS = [
  /** A colleague mentioned them in a note. */
  'mention',
  /** A colleague transferred a ticket to them. */
  'transfer',
  /** A ticket of their queue is offered to them. */
  'offer',
  /** A message that they scheduled was not sent. */
  'schedule-failed',
  /** A colleague took over a ticket that they attended to. */
  'ticket-taken',
  /** A connection was logged out, or has not been connected for some minutes. */
  'connection-down',
  /** Every recipient of a campaign is accounted for. */
  'campaign-ended',
  /** A campaign was paused by itself, or an internal error stopped it. */
  'campaign-waiting',
  /** Many messages of a running campaign fail. */
  'campaign-failing',
  /** An import that they started is over. */
  'import-ended',
  /** The company uses its plan up, or has to pay soon. */
  'plan',
] as const
export const noticeKind = z.enum(NOTICE_KINDS)
export type NoticeKind = z.infer<typeof noticeKind>

/** The page that a notice leads to. */
export const noticePlace = z.enum([
  'connections',
  'campaign',
  'group-campaign',
  'contact-list',
  'group-list',
  'contacts',
  'contact-blocks',
  'users',
  'queues',
  'settings',
])

/** The reason of an ended campaign whose lists held no contact when it began. */
export const NO_RECIPIENTS = 'no-recipients'

/** What a notice that no colleague caused is about. It holds nothing of a customer. */
export const noticeAbout = z.object({
  place: noticePlace,
  /** The campaign or the list. */
  id: z.string().optional(),
  /** The name of the connection, the campaign or the list, as it was then. */
  name: z.string().optional(),
  /**
   * Of a connection: its `statusReason`. Of a waiting campaign: its `pauseReason`, or `fault`. Of an ended one: {@link
   * NO_RECIPIENTS}, or none. Of an import: its status. Of a plan: `users`, `connections`, `queues`, `due` or `overdue`.
   */
  reason: z.string().optional(),
  /** Sent messages, imported rows, or used places of the plan. */
  done: z.number().int().optional(),
  /** Failed messages, or refused rows. */
  failed: z.number().int().optional(),
  /** How many the plan allows. */
  limit: z.number().int().optional(),
  /** The due date, YYYY-MM-DD. */
  date: z.string().optional(),
  /** When the account's temporary ban ends, ISO 8601, if WhatsApp named the end. */
  until: z.string().optional(),
})
export type NoticeAbout = z.infer<typeof noticeAbout>

/** What a notice names. */
const noticeValues = z.object({
  /** The colleague who caused it. */
  userName: z.string().optional(),
  /** The customer, as long as the user may see the ticket. */
  name: z.string().optional(),
})
export type NoticeValues = z.infer<typeof noticeValues>

/** A notice as its user sees it. Moments are ISO 8601. */
export const notice = z.object({
  id: z.string(),
  kind: noticeKind,
  /** The address of the ticket, as long as the user may see it. */
  ticketUuid: z.string().optional(),
  values: noticeValues,
  about: noticeAbout.optional(),
  at: z.string(),
  readAt: z.string().nullable(),
})
export type Notice = z.infer<typeof notice>

/** More unread notices are not counted. */
export const UNREAD_NOTICES_MAX = 99

/** Notices to mark as read; all of the user's without `ids`. */
export const readNoticesInput = z.strictObject({ ids: z.array(id).max(100).optional() })
export type ReadNoticesInput = z.infer<typeof readNoticesInput>
