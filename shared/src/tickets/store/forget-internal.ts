import { messageKey, placeKey, type StoredMessage } from '../../conversations/message.ts'
import { forgetWords } from '../../search/word-rows.ts'
import { allRows } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

/**
 * Deletes the notes and events of a ticket. Reads its whole conversation: a note of a ticket that was merged into it may
 * be older than the ticket.
 */
export async function forgetInternal(
  table: TenantTable,
  { id, whatsappId: connectionId, chat }: Pick<StoredTicket, 'id' | 'whatsappId' | 'chat'>,
): Promise<void> {
  const { pk } = messageKey({ connectionId, chat, at: '', messageId: '' })
  const query = { pk, filter: { ticketId: id, internal: true as const }, consistent: true }
  const found: StoredMessage[] = []
  for await (const message of allRows(table, query)) found.push(message)
  await forgetWords(table, found)
  await table.deleteMany(found.flatMap((message) => [placeKey(connectionId, message), messageKey(message)]))
}
