import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'

/**
 * Who wrote a message that is quoted.
 * @param customer the name on the ticket: the other person's, if it is no group
 * @param us what stands for the company where no user wrote
 */
export function writerName({ fromMe, author, sender }: ShownMessage, customer: string, us: string): string {
  if (fromMe) return author?.name ?? us
  return sender?.name || (sender?.number ? formatNumber(sender.number) : customer)
}
