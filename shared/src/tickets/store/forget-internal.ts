import { messageKey } from '../../conversations/message.ts'
import { allRows, type Key } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

/** Deletes the notes and events of a ticket. Reads its conversation from the ticket's beginning. */
export async function forgetInternal(
  table: TenantTable,
  { id, whatsappId: connectionId, chat }: Pick<StoredTicket, 'id' | 'whatsappId' | 'chat'>,
): Promise<void> {
  const { pk } = messageKey({ connectionId, chat, at: '', messageId: '' })
  const query = { pk, filter: { ticketId: id, internal: true as const }, consistent: true }
  const keys: Key[] = []
  for await (const { pk, sk } of allRows(table, query)) keys.push({ pk, sk })
  await table.deleteMany(keys)
}
