import type { TicketEventKind } from '../../messages/content.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import type { CloseReason, Rating } from '../contract/ticket.ts'
import { inTriage, queueOfAccepting, type TicketActor } from './machine.ts'
import { offersAfter } from './offer.ts'
import type { RequestedChange } from './requested-change.ts'

/** How long a rate is awaited, in milliseconds (part 3 §7). */
export const RATING_MS = 5 * 60_000

/** What the customer is told at the end of a ticket. */
export type Farewell = 'nothing' | 'completion' | 'rating'

export interface Closing {
  reason: CloseReason
  /** The user who closed it. */
  by: string | null
  farewell: Farewell
}

/**
 * The ticket after a change that {@link verdictOn} allowed. Pure.
 * @param connectionQueueIds the queues of the ticket's connection, the default one first
 * @param at ISO 8601
 * @param farewell only for a closing
 */
export function applyChange(
  ticket: StoredTicket,
  change: RequestedChange,
  actor: TicketActor,
  connectionQueueIds: readonly string[],
  at: string,
  farewell: Farewell = 'nothing',
): StoredTicket {
  const { userId } = actor
  const after = { ...ticket, updatedAt: at }
  switch (change.kind) {
    case 'open': {
      if (ticket.status === 'closed') return reopenedBy(ticket, userId, at)
      const queueId = inTriage(ticket)
        ? (change.queueId ?? queueOfAccepting(actor, connectionQueueIds) ?? null)
        : ticket.queueId
      return { ...after, ...opened(ticket, userId, at), queueId }
    }
    case 'takeOver':
      return { ...after, ...opened(ticket, userId, at) }
    case 'return':
      return {
        ...after,
        status: 'pending',
        userId: null,
        queueId: queueOfWaiting(ticket, connectionQueueIds),
        preferredUserId: null,
        snoozedUntil: null,
        timerAt: null,
        offer: offersAfter(queueOfWaiting(ticket, connectionQueueIds), ticket.userId),
      }
    case 'transfer':
      return {
        ...after,
        status: 'pending',
        userId: change.userId ?? null,
        queueId: change.queueId ?? queueOfWaiting(ticket, connectionQueueIds),
        preferredUserId: null,
        bot: null,
        timerAt: null,
        snoozedUntil: null,
        offer: null,
      }
    case 'close':
      return closed(ticket, { reason: 'person', by: userId, farewell }, at)
    case 'snooze':
      return { ...after, snoozedUntil: change.until, timerAt: change.until }
    case 'tag':
      return { ...after, tagIds: change.tagIds }
  }
}

/**
 * The queue in which a ticket waits outside the menu: on a connection with queues it is never without one (part 4 §2), or
 * only users who see all tickets would find it.
 * @param connectionQueueIds the default one first
 */
export const queueOfWaiting = (
  { queueId }: Pick<StoredTicket, 'queueId'>,
  connectionQueueIds: readonly string[],
): string | null => queueId ?? connectionQueueIds[0] ?? null

/** A closed ticket. Its messages count as read. */
export function closed(ticket: StoredTicket, { reason, by, farewell }: Closing, at: string): StoredTicket {
  const asked: Rating = {
    askedAt: at,
    until: new Date(Date.parse(at) + RATING_MS).toISOString(),
    rate: null,
    at: null,
  }
  return {
    ...ticket,
    status: 'closed',
    // A user who closes a waiting ticket is its last attendant.
    userId: ticket.status === 'open' ? ticket.userId : by,
    preferredUserId: null,
    bot: null,
    timerAt: null,
    offer: null,
    snoozedUntil: null,
    waitingSince: null,
    unansweredSince: ticket.waitingSince,
    readSeq: ticket.inboundSeq,
    closedAt: at,
    closedBy: by,
    closeReason: reason,
    repliedAfterAt: null,
    rating: farewell === 'rating' ? asked : ticket.rating,
    closingTextAt: farewell === 'nothing' ? null : at,
    updatedAt: at,
  }
}

/** A closed ticket that a user opens again. */
const reopenedBy = (ticket: StoredTicket, userId: string, at: string): StoredTicket => ({
  ...ticket,
  ...notClosed(ticket),
  waitingSince: ticket.unansweredSince ?? null,
  reopenedAt: at,
  ...opened(ticket, userId, at),
  updatedAt: at,
})

/** What a closed ticket loses when it opens again. A question for a rate that had no answer is over. */
export const notClosed = ({ rating }: Pick<StoredTicket, 'rating'>) => ({
  closedAt: null,
  closedBy: null,
  closeReason: null,
  closingTextAt: null,
  repliedAfterAt: null,
  unansweredSince: null,
  rating: rating?.rate ? rating : null,
})

/**
 * Since when the customer of a closed ticket has waited for an answer, ISO 8601; null if a person of the company wrote after
 * its end.
 * @param personWroteAt when a person of the company last wrote in the conversation, in milliseconds since 1970
 */
export const waitsSince = (
  { unansweredSince = null, closedAt }: Pick<StoredTicket, 'unansweredSince' | 'closedAt'>,
  personWroteAt = 0,
): string | null => (personWroteAt > Date.parse(closedAt ?? '') ? null : unansweredSince)

const opened = (ticket: StoredTicket, userId: string, at: string) => ({
  status: 'open' as const,
  userId,
  preferredUserId: null,
  bot: null,
  timerAt: null,
  snoozedUntil: null,
  offer: null,
  acceptedAt: ticket.acceptedAt ?? at,
})

/** The kind of event that a change leaves in the conversation. */
export function eventKindOf(ticket: StoredTicket, change: RequestedChange): TicketEventKind {
  switch (change.kind) {
    case 'open':
      return ticket.status === 'closed' ? 'reopened' : 'accepted'
    case 'takeOver':
      return 'takenOver'
    case 'return':
      return 'returned'
    case 'transfer':
      return 'transferred'
    case 'close':
      return 'closed'
    case 'snooze':
      return change.until ? 'snoozed' : 'woken'
    case 'tag':
      return 'tagged'
  }
}
