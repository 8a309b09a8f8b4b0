import type { Ticket } from '../../tickets/contract/ticket.ts'
import type { Reply, ReplyFigures, ReplyState } from '../contract/reply.ts'

/** What of a ticket a reply shows. */
export type RepliedTicket = Pick<
  Ticket,
  | 'uuid'
  | 'status'
  | 'queueId'
  | 'userId'
  | 'waitingSince'
  | 'firstInboundAt'
  | 'firstResponseAt'
  | 'closedAt'
>

/**
 * The ticket that a reply is in: of those that were not over yet, the first.
 * @param tickets of the recipient's conversation, in any order
 * @param repliedAt ISO 8601
 */
export function ticketOfReply<T extends Pick<Ticket, 'closedAt' | 'firstInboundAt'>>(
  tickets: readonly T[],
  repliedAt: string,
): T | undefined {
  return tickets
    .filter(({ closedAt }) => closedAt === null || closedAt >= repliedAt)
    .sort((one, other) => (one.firstInboundAt ?? '').localeCompare(other.firstInboundAt ?? ''))[0]
}

/** A reply without a ticket any more needs no answer. */
export const stateOf = (ticket: Pick<Ticket, 'waitingSince'> | undefined): ReplyState =>
  ticket?.waitingSince ? 'waiting' : 'answered'

/** Seconds until a person's first answer, of a ticket that began with the reply; null for others. */
export function answeredAfter(
  ticket: Pick<Ticket, 'firstInboundAt' | 'firstResponseAt'> | undefined,
  repliedAt: string,
): number | null {
  const { firstInboundAt, firstResponseAt } = ticket ?? {}
  if (!firstInboundAt || !firstResponseAt || firstInboundAt < repliedAt) return null
  return Math.max(0, Math.round((Date.parse(firstResponseAt) - Date.parse(firstInboundAt)) / 1000))
}

/** Figures of replies; the median is the lower one of the two in the middle. */
export function figuresOf(replies: readonly Pick<Reply, 'state' | 'answeredAfter'>[]): ReplyFigures {
  const times = replies
    .map(({ answeredAfter: seconds }) => seconds)
    .filter((seconds) => seconds !== null)
    .sort((one, other) => one - other)
  const waiting = replies.filter(({ state }) => state === 'waiting').length
  return {
    of: replies.length,
    waiting,
    answered: replies.length - waiting,
    median: times[Math.ceil(times.length / 2) - 1] ?? null,
    longest: times.at(-1) ?? null,
  }
}
