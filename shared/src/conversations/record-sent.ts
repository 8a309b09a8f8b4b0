import type { SentMessage } from '../connections/sent-messages.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { conversationKey } from './conversation.ts'
import { messageKey, type StoredMessage } from './message.ts'
import { previewOf } from './preview.ts'

/**
 * Shows a campaign's message in the contact's conversation, so that whoever answers a reply sees what was
 * sent. Doing it twice changes nothing.
 */
export async function recordCampaignMessage(
  table: TenantTable,
  connectionId: string,
  { messageId, chat, at, content }: SentMessage,
): Promise<void> {
  const message: StoredMessage = {
    ...{ connectionId, chat, messageId, at, content },
    ...{ fromMe: true, origin: 'campaign', status: 'SENT', level: 'server' },
  }
  // The level of one that is there already has risen since.
  await committed(table.put({ ...message, ...messageKey(message) }, { pk: { exists: false } }))
  const set = { connectionId, chat, writtenAt: Date.parse(at), lastAt: at, preview: previewOf(content) }
  const isLatest = [{ lastAt: { exists: false } }, { lastAt: { below: at } }]
  await committed(table.update(conversationKey(connectionId, chat), { set }, isLatest))
}
