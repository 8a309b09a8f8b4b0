import { isGroup } from '../messages/chat.ts'
import { previewOf } from '../messages/preview.ts'
import type { SentAs } from '../messages/sent-as.ts'
import type { SentMessage } from '../messages/sent-messages.ts'
import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type CampaignMessage, type Conversation, conversationKey, getConversation } from './conversation.ts'
import { messageKey, type StoredMessage } from './message.ts'

/** What recording a campaign's message led to. */
interface Recorded {
  /** Whether it was not recorded before. */
  isNew: boolean
  /** The person wrote between the sending and its recording: that is a reply to this message. */
  early?: { campaign: CampaignMessage; at: string }
}

/**
 * Records a campaign's message in the contact's conversation, so that an attendant who answers a reply sees it.
 * Idempotent.
 */
export async function recordCampaignMessage(
  table: TenantTable,
  connectionId: string,
  { messageId, chat, at, content, original, recipient }: SentMessage,
): Promise<Recorded> {
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
  const awaited = recipient && campaignOf(recipient, at)
  const isLatest = [{ lastAt: { exists: false } }, { lastAt: { below: at } }]
  // The message comes last: without it a recording that broke off is repeated.
  const isFirst = await committed(
    table.update(conversationKey(connectionId, chat), { set: { ...said, ...awaited } }, isLatest),
  )
  // A group's members do not reply to a campaign.
  const isAwaited = awaited && !isFirst && !isGroup(chat)
  const early = isAwaited ? await awaitReply(table, message, awaited) : undefined
  // An existing message stays: its level may have risen meanwhile.
  const isNew = await committed(table.put({ ...message, ...messageKey(message) }, { pk: { exists: false } }))
  return { isNew, ...(early && { early }) }
}

/** Notes the campaign in a conversation that went on before its message was recorded. */
async function awaitReply(
  table: TenantTable,
  { connectionId, chat }: Pick<StoredMessage, 'connectionId' | 'chat'>,
  awaited: Awaited,
): Promise<Recorded['early']> {
  const isNewer = [{ campaignAt: { exists: false } }, { campaignAt: { below: awaited.campaignAt } }]
  if (!(await committed(table.update(conversationKey(connectionId, chat), { set: awaited }, isNewer))))
    return undefined
  const { wroteAt = 0 } = (await getConversation(table, connectionId, chat)) ?? {}
  if (wroteAt < Date.parse(awaited.campaignAt)) return undefined
  return { campaign: awaited.campaign, at: new Date(wroteAt).toISOString() }
}

/** The campaign message of a conversation that awaits a reply. */
type Awaited = Required<Pick<Conversation, 'campaign' | 'campaignMessageId' | 'campaignAt'>>

/** Replies to a message are counted for the campaign. Answers to a question are handled separately. */
function campaignOf(
  { campaignId, ledger, place, variant, first, step }: SentAs,
  at: string,
): Awaited | undefined {
  if (step !== 'message') return undefined
  const campaign = { campaignId, ledger, place, variant, messageId: first }
  return { campaign, campaignMessageId: first, campaignAt: at }
}
