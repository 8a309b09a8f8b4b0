import type { Ticket } from '@recado/shared/tickets/contract/ticket'

/** Whether the user reads the customer's messages here: in groups, and in open tickets of their own. */
export const isReader = ({ isGroup, status, userId }: Ticket, me: string): boolean =>
  isGroup || (status === 'open' && userId === me)

/** Whether the user may mark the last message as unread. */
export const mayMarkUnread = (ticket: Ticket, me: string): boolean =>
  isReader(ticket, me) && ticket.unread === 0 && ticket.inboundSeq > 0
