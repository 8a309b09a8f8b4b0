import type { StoredMessage } from '../../conversations/message.ts'
import { newId } from '../../ids.ts'
import type { InternalContent } from '../../messages/content.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

/**
 * A note or an event of a ticket, as a message of its conversation that never leaves the company.
 * @param at ISO 8601; `later` milliseconds are added to it
 */
export function internalMessage(
  { id: ticketId, whatsappId, chat }: Pick<StoredTicket, 'id' | 'whatsappId' | 'chat'>,
  content: InternalContent,
  at: string,
  later = 0,
  author?: { userId: string; userName: string },
): StoredMessage {
  const moment = Date.parse(at) + later
  return {
    connectionId: whatsappId,
    chat,
    ticketId,
    internal: true,
    messageId: newId(moment),
    at: new Date(moment).toISOString(),
    fromMe: true,
    content,
    ...author,
  }
}
