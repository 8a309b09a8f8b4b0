import { getSentMessage } from '../messages/sent-messages.ts'
import type { TenantTable } from '../table/tenant.ts'
import { getMessage, messageOfId, type StoredMessage } from './message.ts'

/**
 * A stored message by its WhatsApp id: the company's own, written here, on the phone or by a campaign, or a received
 * one.
 */
export async function findMessage(
  table: TenantTable,
  connectionId: string,
  messageId: string,
): Promise<StoredMessage | undefined> {
  const sent = await getSentMessage(table, connectionId, messageId)
  if (sent) return getMessage(table, { connectionId, messageId, chat: sent.chat, at: sent.at })
  const own = await messageOfId(table, connectionId, { messageId, fromMe: true })
  return own ?? messageOfId(table, connectionId, { messageId, fromMe: false })
}
