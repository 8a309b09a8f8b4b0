import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import type { Actor } from '@recado/shared/sessions/session'
import { checkRow, type Write } from '@recado/shared/table/table'
import { getTicketQueue } from '@recado/shared/ticket-queues/store'
import { isLive, type StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { waitsSince } from '@recado/shared/tickets/rules/apply-change'
import type { RequestedChange } from '@recado/shared/tickets/rules/requested-change'
import { tableOf } from '../context.ts'
import type { SeenTicket } from './seen-ticket.ts'

/**
 * A ticket as its change begins. What happened since the end of a closed one does not stand in it: its queue may have been
 * deleted, and a person of the company may have answered on the phone, or in a later ticket.
 * @returns `checks`, for the transaction of the change: they fail if that changed since it was read
 */
export async function asItIsNow(
  actor: Actor,
  found: SeenTicket,
  wanted: RequestedChange,
): Promise<{ ticket: StoredTicket; checks: Write[] }> {
  if (isLive(found.ticket)) return { ticket: found.ticket, checks: [] }
  const ticket = await inExistingQueue(actor, found)
  if (wanted.kind !== 'open' || !ticket.unansweredSince) return { ticket, checks: [] }
  const { whatsappId, chat } = ticket
  const { personWroteAt } = (await getConversation(tableOf(actor.companyId), whatsappId, chat)) ?? {}
  return {
    ticket: { ...ticket, unansweredSince: waitsSince(ticket, personWroteAt) },
    checks: [
      checkRow(conversationKey(whatsappId, chat), { personWroteAt: personWroteAt ?? { exists: false } }),
    ],
  }
}

/** A ticket whose queue was deleted opens again in the default queue of its connection. */
async function inExistingQueue(
  { companyId }: Actor,
  { ticket, queueIds }: SeenTicket,
): Promise<StoredTicket> {
  if (!ticket.queueId) return ticket
  const queue = await getTicketQueue(tableOf(companyId), ticket.queueId)
  return queue ? ticket : { ...ticket, queueId: queueIds[0] ?? null }
}
