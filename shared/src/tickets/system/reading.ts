import { findMessage } from '../../conversations/find-message.ts'
import { pageOfMessages } from '../../conversations/message.ts'
import type { Queues } from '../../queues/queues.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import type { TicketWatchers } from '../live/watchers.ts'
import { changeBySystem } from './changes.ts'

/** The most messages that get blue ticks at once. */
const RECEIPTS_AT_ONCE = 100

/**
 * Queues the blue ticks of a customer's messages of a ticket.
 * @param after the last message that has them already
 * @param upTo the last message that gets them
 */
export async function sendReadReceipts(
  table: TenantTable,
  queues: Queues,
  { id, whatsappId: connectionId, chat }: Pick<StoredTicket, 'id' | 'whatsappId' | 'chat'>,
  after: number,
  upTo: number,
): Promise<void> {
  if (upTo <= after) return
  const { rows } = await pageOfMessages(table, connectionId, chat, { limit: 3 * RECEIPTS_AT_ONCE })
  const messageIds = rows
    .filter(({ ticketId, seq = 0 }) => ticketId === id && seq > after && seq <= upTo)
    .map(({ messageId }) => messageId)
    .filter((_, index) => index < RECEIPTS_AT_ONCE)
  if (messageIds.length === 0) return
  const { companyId } = table
  await queues.command(
    { kind: 'read', companyId, connectionId, chat, messageIds },
    `read-${id}-${after}-${upTo}`,
  )
}

/** The company's own phone read messages: they are read here too. */
export async function readOnPhone(
  watchers: TicketWatchers,
  connectionId: string,
  messageIds: readonly string[],
): Promise<void> {
  const read = new Map<string, number>()
  for (const messageId of messageIds) {
    const message = await findMessage(watchers.table, connectionId, messageId)
    const { ticketId, seq } = message ?? {}
    if (ticketId && seq !== undefined) read.set(ticketId, Math.max(seq, read.get(ticketId) ?? 0))
  }
  for (const [ticketId, seq] of read)
    await changeBySystem(watchers, ticketId, (ticket) => {
      const readSeq = Math.max(ticket.readSeq, Math.min(seq, ticket.inboundSeq))
      if (readSeq === ticket.readSeq) return undefined
      // The phone sent the blue ticks itself, if the account sends any.
      return { after: { ...ticket, readSeq, receiptSeq: Math.max(ticket.receiptSeq, readSeq) } }
    })
}
