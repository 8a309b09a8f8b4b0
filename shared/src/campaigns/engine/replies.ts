import { isOptOut } from '../../contact-blocks/opt-out-words.ts'
import {
  type CampaignMessage,
  type Conversation,
  conversationKey,
  getConversation,
} from '../../conversations/conversation.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import type { RecipientRef } from '../../messages/recipient-ref.ts'
import { CLOCKS_DIFFER_MS } from '../../messages/whatsapp-clock.ts'
import { tenantOf } from '../../ports/ports.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { getTicketQueue } from '../../ticket-queues/store.ts'
import type { Claims } from '../../tickets/arrival/receive.ts'
import {
  type Answer,
  type Ask,
  answerIn,
  asksTo,
  openAsks,
  settleNo,
  settleYes,
} from '../ledger/confirmation.ts'
import { settleReply } from '../ledger/settle.ts'
import { getCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { getSettings } from '../store/settings.ts'
import { wakeChain } from './chain.ts'
import type { EnginePorts } from './ports.ts'

/** A person's message before it is stored. */
type Arriving = Pick<StoredMessage, 'connectionId' | 'chat' | 'at' | 'content'>

/**
 * What campaigns say about a person's message before it is stored: whether it belongs to them alone, and whether it is a
 * reply that a campaign wants a ticket for.
 */
export async function campaignClaims(
  table: TenantTable,
  { connectionId, chat, at, content }: Arriving,
  conversation: Conversation | undefined,
): Promise<Pick<Claims, 'aside' | 'reply'>> {
  const text = content.type === 'text' ? content.text : ''
  const [{ optOutWords }, asks] = await Promise.all([
    getSettings(table),
    openAsks(table, connectionId, chat, at),
  ])
  if (isOptOut(text, optOutWords)) return { aside: 'optOut', reply: undefined }
  const [newest] = asks
  const answers =
    newest && answerIn(text) !== 'unclear' && !isOvertaken(newest, conversation, at) ? newest : undefined
  if (answers && (await getCampaign(table, answers.campaignId))?.status === 'EM_ANDAMENTO')
    return { aside: 'confirmation', reply: undefined }
  const from = campaignBefore(at, conversation) ?? asks[0]
  const campaign = from && (await getCampaign(table, from.campaignId))
  if (!campaign?.initTreatment) return { aside: undefined, reply: undefined }
  const queue = campaign.queueId ? await getTicketQueue(table, campaign.queueId) : undefined
  return {
    aside: undefined,
    reply: { campaignId: campaign.id, queueId: queue?.id ?? null, tagIds: ticketTagsOf(campaign) },
  }
}

/** Whether a person of the company wrote between a campaign's question and the answer: then it answers the person. */
const isOvertaken = ({ askedAt }: Ask, conversation: Conversation | undefined, at: string): boolean => {
  const wroteAt = conversation?.personWroteAt ?? 0
  return wroteAt > Date.parse(askedAt) && wroteAt < Date.parse(at)
}

/** The campaign message without a reply, unless it was sent after the person's message, which came late. */
const campaignBefore = (
  at: string,
  { campaign, campaignAt = '' }: Pick<Conversation, 'campaign' | 'campaignAt'> = {},
): CampaignMessage | undefined =>
  Date.parse(campaignAt) - CLOCKS_DIFFER_MS > Date.parse(at) ? undefined : campaign

/** Applies a person's stored message to the campaigns that wrote to that person. Idempotent. */
export async function replyCame(
  ports: EnginePorts,
  companyId: string,
  message: StoredMessage,
): Promise<void> {
  const { fromMe, chat, connectionId, content } = message
  if (fromMe || message.sender) return
  const table = tenantOf(ports, companyId)
  const text = content.type === 'text' ? content.text : ''
  const { optOutWords } = await getSettings(table)
  const optsOut = isOptOut(text, optOutWords)
  // An opt-out also ends a question that left after it was written.
  const asks = await (optsOut
    ? asksTo(table, connectionId, chat)
    : openAsks(table, connectionId, chat, message.at))
  const conversation = await getConversation(table, connectionId, chat)
  const campaign = campaignBefore(message.at, conversation)
  if (optsOut) await answer(ports, table, asks, 'opt-out')
  else if (asks[0] && !isOvertaken(asks[0], conversation, message.at))
    await answer(ports, table, asks, answerIn(text))
  if (campaign) await countReply(ports, table, message, campaign)
}

/** Counts a person's message as the reply to a campaign's. Idempotent. */
export async function countReply(
  ports: EnginePorts,
  table: TenantTable,
  message: Pick<StoredMessage, 'connectionId' | 'chat' | 'at'>,
  campaign: CampaignMessage,
): Promise<void> {
  if (await settleReply(table, campaign, message.at)) await notifyWatchers(ports, table.companyId, campaign)
  await forgetCampaign(table, message, campaign)
}

/** Any other text leaves the question open. */
async function answer(
  ports: EnginePorts,
  table: TenantTable,
  asks: Ask[],
  said: Answer | 'opt-out',
): Promise<void> {
  const { companyId } = table
  const [newest] = asks
  if (!newest || said === 'unclear') return
  const at = new Date(ports.now()).toISOString()
  // A yes or a no answers the newest question. An opt-out word answers all of them.
  for (const ask of said === 'opt-out' ? asks : [newest]) {
    const settled = await (said === 'yes'
      ? settleYes(table, ask, at)
      : settleNo(table, ask, said === 'no' ? 'SKIPPED_DECLINED' : 'SKIPPED_BLOCKED'))
    if (settled) await notifyWatchers(ports, companyId, ask)
  }
  // The chain may now send, or end. Wake it on every call: an earlier call may have died after it stored the answer.
  await wakeChain(ports, companyId, newest.connectionId)
}

/** The ticket's tags. For a campaign to a tag, `tagId` is a tag of the integrated platform and not a ticket tag. */
export const ticketTagsOf = ({
  tagId,
  recipientsFrom,
}: Pick<StoredCampaign, 'tagId' | 'recipientsFrom'>): string[] =>
  tagId && recipientsFrom !== 'tag' ? [tagId] : []

/** Only the first reply counts: the conversation forgets the campaign after it. */
const forgetCampaign = (
  table: TenantTable,
  { connectionId, chat }: Pick<StoredMessage, 'connectionId' | 'chat'>,
  { messageId }: CampaignMessage,
): Promise<boolean> =>
  committed(
    table.update(
      conversationKey(connectionId, chat),
      { remove: ['campaign', 'campaignMessageId'] },
      { campaignMessageId: messageId },
    ),
  )

async function notifyWatchers(ports: EnginePorts, companyId: string, recipient: RecipientRef): Promise<void> {
  await ports.watchers.recipientChanged(companyId, recipient)
  await ports.watchers.countersChanged(companyId, recipient.campaignId)
}
