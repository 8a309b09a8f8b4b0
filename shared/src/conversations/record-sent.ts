import { previewOf } from '../messages/preview.ts'
import type { SentAs } from '../messages/sent-as.ts'
import type { SentMessage } from '../messages/sent-messages.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { conversationKey } from './conversation.ts'
import { messageKey, type StoredMessage } from './message.ts'

/**
 * Records a campaign's message in the contact's conversation, so that an attendant who answers a reply sees it.
 * Idempotent. @returns whether it was not recorded before
 */
export async function recordCampaignMessage(
  table: TenantTable,
  connectionId: string,
  { messageId, chat, at, content, original, recipient }: SentMessage,
): Promise<boolean> {
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
    ...(recipient && { campaignId: recipient.campaignId }),
  }
  const moment = Date.parse(at)
  const ours = { origin: 'campaign' as const, at: moment }
  const said = { connectionId, chat, writtenAt: moment, ours, lastAt: at, preview: previewOf(content) }
  const set = { ...said, ...(recipient && campaignOf(recipient)) }
  const isLatest = [{ lastAt: { exists: false } }, { lastAt: { below: at } }]
  const [isNew] = await Promise.all([
    // An existing message stays: its level may have risen meanwhile.
    committed(table.put({ ...message, ...messageKey(message) }, { pk: { exists: false } })),
    committed(table.update(conversationKey(connectionId, chat), { set }, isLatest)),
  ])
  return isNew
}

/** Replies to a message are counted for the campaign. Answers to a question are handled separately. */
function campaignOf({ campaignId, ledger, place, variant, first, step }: SentAs) {
  if (step !== 'message') return {}
  return { campaign: { campaignId, ledger, place, variant, messageId: first }, campaignMessageId: first }
}
