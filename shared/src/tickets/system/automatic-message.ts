import { getConversation } from '../../conversations/conversation.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import { outgoing, outgoingWrites } from '../../conversations/write.ts'
import type { Automatic } from '../../messages/origin.ts'
import type { Write } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

/** A text that the system says, and what for. */
export interface Saying {
  auto: Automatic
  text: string
}

/**
 * A message of the system to a ticket's customer, with its writes. It is still to be stored and queued.
 * @param now milliseconds since 1970
 */
export async function automaticMessage(
  table: TenantTable,
  { id: ticketId, whatsappId: connectionId, chat }: StoredTicket,
  { auto, text }: Saying,
  now: number,
): Promise<{ message: StoredMessage; writes: Write[] }> {
  const conversation = await getConversation(table, connectionId, chat)
  const content = { type: 'text' as const, text }
  const message = outgoing({ connectionId, chat, ticketId, auto, content }, conversation, now)
  return { message, writes: outgoingWrites(message) }
}
