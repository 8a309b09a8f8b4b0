import type { StoredMessage } from '../../conversations/message.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { lastMessage } from '../rules/last-message.ts'

/** A ticket after a user's message to the customer, who then no longer waits. */
export const answered = (
  ticket: StoredTicket,
  message: Pick<StoredMessage, 'at' | 'content' | 'fromMe'>,
): StoredTicket => ({
  ...ticket,
  ...lastMessage(ticket, message),
  waitingSince: null,
  personWrote: true,
  firstResponseAt: ticket.firstResponseAt ?? (ticket.firstInboundAt ? message.at : null),
  updatedAt: message.at,
})
