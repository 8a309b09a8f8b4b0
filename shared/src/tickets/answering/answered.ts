import type { StoredMessage } from '../../conversations/message.ts'
import type { DeskSettings } from '../contract/desk-settings.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { lastMessage } from '../rules/last-message.ts'
import { timerOfSilence } from '../rules/timer.ts'

/** A ticket after a user's message to the customer, who then no longer waits: silence from now on may end it. */
export const answered = (
  ticket: StoredTicket,
  message: Pick<StoredMessage, 'at' | 'content' | 'fromMe' | 'messageId'>,
  settings: Pick<DeskSettings, 'idleCloseHours'>,
): StoredTicket => ({
  ...ticket,
  ...lastMessage(ticket, message),
  waitingSince: null,
  personWrote: true,
  firstResponseAt: ticket.firstResponseAt ?? (ticket.firstInboundAt ? message.at : null),
  timerAt: timerOfSilence(ticket, settings, message.at),
  updatedAt: message.at,
})
