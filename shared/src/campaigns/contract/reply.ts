import * as z from 'zod'
import { pageEnd } from '../../http/paging.ts'
import { id } from '../../ids.ts'
import { ticketStatus } from '../../tickets/contract/ticket.ts'

/**
 * Whether a person of the company has answered the customer's last words. `unanswered`: the ticket ended without an answer,
 * or the reply opened none, such as an opt-out.
 */
export const REPLY_STATES = ['waiting', 'answered', 'unanswered'] as const
export const replyState = z.enum(REPLY_STATES)
export type ReplyState = z.infer<typeof replyState>

export const replyQuery = z.strictObject({
  state: replyState.optional(),
  queueId: id.optional(),
  cursor: z.string().max(512).optional(),
})

/** A recipient who replied, with the conversation of the reply. Moments are ISO 8601. */
export const reply = z.object({
  name: z.string(),
  number: z.string(),
  repliedAt: z.string(),
  state: replyState,
  queueId: z.string().nullable(),
  /** Seconds from the customer's first words to a person's first answer, if the reply began the ticket. */
  answeredAfter: z.number().int().nullable(),
  /** null: there is none any more, or the caller may not see it. */
  ticket: z.object({ uuid: z.string(), status: ticketStatus, userId: z.string().nullable() }).nullable(),
})
export type Reply = z.infer<typeof reply>

/** Of the first replies, up to `of`: how many wait, and how long first answers took, in seconds. */
export const replyFigures = z.object({
  of: z.number().int(),
  waiting: z.number().int(),
  answered: z.number().int(),
  unanswered: z.number().int(),
  median: z.number().int().nullable(),
  longest: z.number().int().nullable(),
})
export type ReplyFigures = z.infer<typeof replyFigures>

/** A page may have few records, or none, although there are more. The figures come with the first page. */
export const replyPage = z.object({
  records: z.array(reply),
  figures: replyFigures.nullable(),
  ...pageEnd,
})
export type ReplyPage = z.infer<typeof replyPage>
