import { readNoticesAbout } from '@recado/shared/notices/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { ports, tableOf } from '../context.ts'
import { publishRead } from './inform.ts'

/**
 * Marks a user's notices about the offer or the transfer of a ticket as read, because the ticket no longer waits for
 * the user. Mentions and takeovers stay unread until the user opens the ticket.
 */
export async function settleNotices(
  companyId: string,
  userId: string,
  { id: ticketId, createdAt: since }: Pick<StoredTicket, 'id' | 'createdAt'>,
): Promise<void> {
  const at = new Date(ports.now()).toISOString()
  const about = { ticketId, kinds: ['offer', 'transfer'], since } as const
  const ids = await readNoticesAbout(tableOf(companyId), userId, about, at)
  if (ids.length > 0) await publishRead(companyId, userId, ids, at)
}
