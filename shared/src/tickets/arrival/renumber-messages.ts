import { messageKey, type StoredMessage } from '../../conversations/message.ts'
import type { Chat } from '../../messages/chat.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { type All, allRows, committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { TicketMerge } from './merge-tickets.ts'

/**
 * Gives the messages of a merged ticket to the ticket that goes on, and numbers the customer's messages in their order.
 * Run again it changes nothing. Another delivery may number them at the same moment: a call that finds a message
 * changed reads all of them again, so that no number comes twice.
 */
export const renumberMessages = (
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  { from, into }: TicketMerge,
): Promise<void> =>
  retrying(
    table,
    () => messagesOf(table, connectionId, chat, [from, into]),
    async (messages) => {
      let seq = 0
      for (const message of messages) {
        const its = message.seq === undefined ? {} : { seq: ++seq }
        if (message.ticketId === into && its.seq === message.seq) continue
        const change = table.update(
          messageKey(message),
          { set: { ticketId: into, ...its } },
          asNumbered(message),
        )
        if (!(await committed(change))) return AGAIN
      }
    },
  )

const asNumbered = ({ ticketId, seq }: StoredMessage): All<StoredMessage> => ({
  pk: { exists: true },
  ticketId,
  seq: seq ?? { exists: false },
})

/** The messages of these tickets, oldest first. */
async function messagesOf(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  ticketIds: readonly string[],
): Promise<StoredMessage[]> {
  const { pk } = messageKey({ connectionId, chat, at: '', messageId: '' })
  const found: StoredMessage[] = []
  for await (const message of allRows(table, { pk, consistent: true }))
    if (message.ticketId && ticketIds.includes(message.ticketId)) found.push(message)
  return found
}
