import type { Ticket } from '../../tickets/contract/ticket.ts'
import type { Reply, ReplyFigures, ReplyState } from '../contract/reply.ts'

/**
 * The ticket that a reply is in: the first one that was not closed before the reply.
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

export function stateOf(ticket: Pick<Ticket, 'waitingSince' | 'firstResponseAt'> | undefined): ReplyState {
  if (ticket?.waitingSince) return 'waiting'
  return ticket?.firstResponseAt ? 'answered' : 'unanswered'
}

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
  const count = (wanted: ReplyState) => replies.filter(({ state }) => state === wanted).length
  return {
    of: replies.length,
    waiting: count('waiting'),
    answered: count('answered'),
    unanswered: count('unanswered'),
    median: times[Math.ceil(times.length / 2) - 1] ?? null,
    longest: times.at(-1) ?? null,
  }
}
