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
] as const
export const noticeKind = z.enum(NOTICE_KINDS)
export type NoticeKind = z.infer<typeof noticeKind>

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
  at: z.string(),
  readAt: z.string().nullable(),
})
export type Notice = z.infer<typeof notice>

/** More unread notices are not counted. */
export const UNREAD_NOTICES_MAX = 99

/** Notices to mark as read; all of the user's without `ids`. */
export const readNoticesInput = z.strictObject({ ids: z.array(id).max(100).optional() })
export type ReadNoticesInput = z.infer<typeof readNoticesInput>
