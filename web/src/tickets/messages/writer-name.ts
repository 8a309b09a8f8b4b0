import { formatNumber } from '@recado/shared/phone-numbers/phone-display'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'

/** The name of a member of a group, or the number; undefined if both are unknown. */
export const memberName = (sender: NonNullable<ShownMessage['sender']>): string | undefined =>
  sender.name || (sender.number ? formatNumber(sender.number) : undefined)

/**
 * The name of the writer of a quoted message.
 * @param ticketName the name of the customer, or of the group
 * @param us stands for the company if the message has no user as its author
 */
export function writerName(
  { fromMe, author, sender }: Pick<ShownMessage, 'fromMe' | 'author' | 'sender'>,
  ticketName: string,
  us: string,
): string {
  if (fromMe) return author?.name ?? us
  return (sender && memberName(sender)) ?? ticketName
}
