import type { StoredTicket } from '../contract/stored-ticket.ts'

/** How long a ticket is offered to one attendant, in milliseconds (part 4 §5). */
export const OFFER_MS = 2 * 60_000

/** A user of a queue who is online. */
export interface Candidate {
  userId: string
  /** How many tickets they have open. */
  open: number
  /** When a ticket was last offered to them, in milliseconds since 1970; 0 for never. */
  offeredAt: number
}

/** The users who got an offer of a ticket since it entered its queue, and the user who returned it. */
export const offeredTo = ({ offer, queueId }: Pick<StoredTicket, 'offer' | 'queueId'>): readonly string[] =>
  offer && offer.queueId === queueId ? offer.userIds : []

/** Whether a ticket is offered to an attendant now. It may also wait for an attendant for another reason. */
export const isOffered = (ticket: StoredTicket): boolean =>
  waitsForNobody(ticket) &&
  ticket.preferredUserId !== null &&
  offeredTo(ticket).at(-1) === ticket.preferredUserId

/** Ends the offer of a ticket that leaves its queue. */
export const withoutOffer = (ticket: StoredTicket): StoredTicket =>
  isOffered(ticket) ? { ...ticket, preferredUserId: null, timerAt: null, offer: null } : ticket

/**
 * Whether a change puts a ticket into its queue, where every attendant may take it.
 * @param before undefined for a new ticket
 */
export const entersQueue = (before: StoredTicket | undefined, after: StoredTicket): boolean =>
  waitsForNobody(after) &&
  after.preferredUserId === null &&
  !(before && waitsForNobody(before) && before.queueId === after.queueId)

/**
 * The users whose offer or transfer of a ticket ends with a change: the ticket was taken, passed on, closed or deleted.
 * @param before undefined for a new ticket
 * @param after undefined for a deleted one
 */
export function noLongerAwaited(
  before: StoredTicket | undefined,
  after: StoredTicket | undefined,
): readonly string[] {
  const awaited = awaitedUsers(after)
  return awaitedUsers(before).filter((userId) => !awaited.includes(userId))
}

const awaitedUsers = (ticket: StoredTicket | undefined): readonly string[] =>
  ticket?.status === 'pending'
    ? [ticket.userId, ticket.preferredUserId].filter((userId) => userId !== null)
    : []

const waitsForNobody = ({ status, isGroup, queueId, userId }: StoredTicket): boolean =>
  status === 'pending' && !isGroup && queueId !== null && userId === null

/** The offers of a ticket that goes back to its queue: its last user gets none. */
export const offersAfter = (queueId: string | null, userId: string | null): StoredTicket['offer'] =>
  queueId && userId ? { queueId, userIds: [userId] } : null

/**
 * The user who gets the next offer: without an offer of this ticket so far, with the fewest open tickets, and of several
 * such users the one who waited longest for an offer.
 */
export const nextAttendant = (
  candidates: readonly Candidate[],
  offered: readonly string[],
): string | undefined =>
  candidates
    .filter(({ userId }) => !offered.includes(userId))
    .sort(
      (one, other) =>
        one.open - other.open || one.offeredAt - other.offeredAt || (one.userId < other.userId ? -1 : 1),
    )[0]?.userId

/**
 * A waiting ticket with its next offer. Pure.
 * @param userId undefined: its offers have ended
 * @param now milliseconds since 1970
 */
export const offered = (ticket: StoredTicket, userId: string | undefined, now: number): StoredTicket => ({
  ...ticket,
  preferredUserId: userId ?? null,
  timerAt: userId ? new Date(now + OFFER_MS).toISOString() : null,
  offer: {
    queueId: ticket.queueId ?? '',
    userIds: userId ? [...offeredTo(ticket), userId] : [...offeredTo(ticket)],
  },
})
