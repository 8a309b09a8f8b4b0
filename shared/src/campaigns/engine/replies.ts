import { isOptOut } from '../../contact-blocks/opt-out-words.ts'
import { type CampaignMessage, conversationKey, getConversation } from '../../conversations/conversation.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import { newId, newUuid } from '../../ids.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { putTicket } from '../../tickets/store.ts'
import { type Answer, type Ask, answerIn, openAsks, settleNo, settleYes } from '../confirmation.ts'
import type { RecipientRef } from '../recipient.ts'
import { getSettings } from '../settings-store.ts'
import { settleReply } from '../settle.ts'
import { getCampaign, type StoredCampaign } from '../store.ts'
import { wakeChain } from './chain.ts'
import { type Ports, tenantOf } from './ports.ts'

/** Somebody wrote: what that means to the campaigns that wrote to them. Doing it twice changes nothing. */
export async function replyCame(ports: Ports, companyId: string, message: StoredMessage): Promise<void> {
  const { fromMe, chat, connectionId, content } = message
  if (fromMe || message.sender) return
  const table = tenantOf(ports, companyId)
  const text = content.type === 'text' ? content.text : ''
  const { optOutWords } = await getSettings(table)
  const optsOut = isOptOut(text, optOutWords)
  const asks = await openAsks(table, connectionId, chat)
  const answered = await answer(ports, table, asks, optsOut ? 'opt-out' : answerIn(text))
  const campaign = (await getConversation(table, connectionId, chat))?.campaign
  if (campaign && (await settleReply(table, campaign, message.at))) await tell(ports, companyId, campaign)
  if (!answered && !optsOut) await openTicket(ports, table, message, campaign ?? asks[0])
  if (campaign) await forgetCampaign(table, message, campaign)
}

/** @returns whether it was an answer; anything else leaves the question open */
async function answer(
  ports: Ports,
  table: TenantTable,
  asks: Ask[],
  said: Answer | 'opt-out',
): Promise<boolean> {
  const { companyId } = table
  const [newest] = asks
  if (!newest || said === 'unclear') return false
  const at = new Date(ports.now()).toISOString()
  // A yes and a no are about the newest question, a word of opting out about all of them.
  for (const ask of said === 'opt-out' ? asks : [newest]) {
    const settled = await (said === 'yes'
      ? settleYes(table, ask, at)
      : settleNo(table, ask, said === 'no' ? 'SKIPPED_DECLINED' : 'SKIPPED_BLOCKED'))
    if (settled) await tell(ports, companyId, ask)
  }
  // There is somebody to write to, or nobody left to wait for; whoever stored the answer may have died before this.
  await wakeChain(ports, companyId, newest.connectionId)
  return true
}

/** A reply that is to be seen to opens a ticket, unless the conversation has one. */
async function openTicket(
  ports: Ports,
  table: TenantTable,
  { connectionId, chat, name, at }: StoredMessage,
  from: RecipientRef | undefined,
): Promise<void> {
  const campaign = from && (await getCampaign(table, from.campaignId))
  if (!campaign?.initTreatment) return
  await putTicket(table, {
    id: newId(ports.now()),
    uuid: newUuid(),
    status: 'pending',
    whatsappId: connectionId,
    chat,
    name: name ?? chat,
    queueId: campaign.queueId,
    userId: null,
    campaignId: campaign.id,
    tagIds: ticketTagsOf(campaign),
    createdAt: at,
    updatedAt: at,
  })
}

/** The tag of a campaign to a tag is the integrated platform's, and no ticket's. */
export const ticketTagsOf = ({
  tagId,
  recipientsFrom,
}: Pick<StoredCampaign, 'tagId' | 'recipientsFrom'>): string[] =>
  tagId && recipientsFrom !== 'tag' ? [tagId] : []

/** The first reply is the one that counts. */
const forgetCampaign = (
  table: TenantTable,
  { connectionId, chat }: StoredMessage,
  { messageId }: CampaignMessage,
): Promise<boolean> =>
  committed(
    table.update(
      conversationKey(connectionId, chat),
      { remove: ['campaign', 'campaignMessageId'] },
      { campaignMessageId: messageId },
    ),
  )

async function tell(ports: Ports, companyId: string, recipient: RecipientRef): Promise<void> {
  await ports.watchers.recipientChanged(companyId, recipient)
  await ports.watchers.countersChanged(companyId, recipient.campaignId)
}
