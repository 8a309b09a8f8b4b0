import { messagesSince, outcomeOf } from '../../conversations/message.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

/**
 * Whether the question for a rate that a closed ticket waits for never left: the customer was not asked. Reads messages only
 * for a ticket that waits for a rate.
 * @param now milliseconds since 1970
 */
export async function questionFailed(
  table: TenantTable,
  { whatsappId, chat, rating }: Pick<StoredTicket, 'whatsappId' | 'chat' | 'rating'>,
  now: number,
): Promise<boolean> {
  if (!rating || rating.rate !== null) return false
  const before = new Date(Date.parse(rating.askedAt) - 1).toISOString()
  const since = await messagesSince(table, whatsappId, chat, before)
  const question = since.find(({ auto }) => auto === 'rating')
  return question !== undefined && outcomeOf(question, now) === 'FAILED'
}
