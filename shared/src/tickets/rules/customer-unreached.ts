import { outcomeOf, type StoredMessage } from '../../conversations/message.ts'
import { isAmendment } from '../../messages/content.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

/**
 * Whether a ticket's customer knows nothing of it: they wrote nothing, and each message to them failed, for example
 * because the number is not on WhatsApp. A message with an unknown outcome may have arrived, and so may one that is on
 * its way. Pure.
 * @param messages of the conversation since the ticket's beginning
 * @param now milliseconds since 1970
 */
export function isCustomerUnreached(
  { id, inboundSeq }: Pick<StoredTicket, 'id' | 'inboundSeq'>,
  messages: readonly StoredMessage[],
  now: number,
): boolean {
  if (inboundSeq > 0) return false
  const toCustomer = messages.filter(
    ({ ticketId, fromMe, internal, content }) =>
      ticketId === id && fromMe && !internal && !isAmendment(content),
  )
  return toCustomer.length > 0 && toCustomer.every((message) => outcomeOf(message, now) === 'FAILED')
}
