import type { SentAs } from '../campaigns/sent-as.ts'
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
  { messageId, chat, at, content, original, recipient }: SentMessage,
): Promise<void> {
  const message: StoredMessage = {
    connectionId,
    chat,
    messageId,
    at,
    content,
    fromMe: true,
    origin: 'campaign',
    status: 'SENT',
    level: 'server',
    ...(original && { original }),
  }
  const said = { connectionId, chat, writtenAt: Date.parse(at), lastAt: at, preview: previewOf(content) }
  const set = { ...said, ...(recipient && campaignOf(recipient)) }
  const isLatest = [{ lastAt: { exists: false } }, { lastAt: { below: at } }]
  await Promise.all([
    // The level of one that is there already has risen since.
    committed(table.put({ ...message, ...messageKey(message) }, { pk: { exists: false } })),
    committed(table.update(conversationKey(connectionId, chat), { set }, isLatest)),
  ])
}

/** A reply to it is counted; a question is answered in its own way. */
function campaignOf({ campaignId, ledger, place, variant, first, step }: SentAs) {
  if (step !== 'message') return {}
  return { campaign: { campaignId, ledger, place, variant, messageId: first }, campaignMessageId: first }
}
