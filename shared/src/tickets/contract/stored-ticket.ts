import type { Ticket } from './ticket.ts'

/** A ticket as it is stored. Moments are ISO 8601. */
export type StoredTicket = Omit<Ticket, 'unread'> & {
  /** When the customer got the last text about the end: thanks soon after it open nothing. */
  closingTextAt: string | null
  /** When the sweep is to look at it: at the end of its time in the menu, of an offer, of a snooze, or of silence. */
  timerAt: string | null
  /** The users who got an offer of it in this queue, in their order, after the one who returned it. */
  offer?: { queueId: string; userIds: string[] } | null
  /** The last message of the customer that got its blue ticks from here. */
  receiptSeq: number
  /** Whether a person of the company wrote in it. */
  personWrote: boolean
  /** The WhatsApp id of the message that `preview` shows. Tickets without a message since this was added have none. */
  lastMessageId?: string
  /** The customer got the text about a transfer. */
  transferTold?: true
  /** `waitingSince` at the end of a closed ticket. Tickets that closed before this was added have none. */
  unansweredSince?: string | null
  /** The version of these attributes: see `Entity`. */
  v?: number
}

/** A ticket as the API shows it. */
export const shownTicket = ({
  closingTextAt,
  timerAt,
  receiptSeq,
  personWrote,
  offer,
  transferTold,
  lastMessageId,
  unansweredSince,
  v,
  ...shown
}: StoredTicket): Ticket => ({ ...shown, unread: unreadOf(shown) })

/** Messages of the customer in this ticket that its attendant has not read. */
export const unreadOf = ({ inboundSeq, readSeq }: Pick<Ticket, 'inboundSeq' | 'readSeq'>): number =>
  inboundSeq - readSeq

/** The revision that the next write gives a ticket. @param before as it was read; undefined for a new ticket */
export const nextRevision = (before: Pick<Ticket, 'revision'> | undefined): number =>
  (before?.revision ?? 0) + 1

export const isLive = ({ status }: Pick<Ticket, 'status'>): boolean => status !== 'closed'
