import type { Company } from '../../companies/company.ts'
import { companyKey } from '../../companies/store.ts'
import { type HealthRow, healthKey } from '../../connections/health-store.ts'
import { connectionKey, type StoredConnection } from '../../connections/store.ts'
import {
  type BlockMark,
  erasedLidKey,
  isNumberBlocked,
  lidBlockKey,
  type NumberBlocks,
  numberBlockKeys,
} from '../../contact-blocks/store.ts'
import { type Conversation, conversationKey } from '../../conversations/conversation.ts'
import { chatOfNumber } from '../../messages/chat.ts'
import { canonicalKey } from '../../phone-numbers/canonical-key.ts'
import type { SendCommand } from '../../queues/commands.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { SendingStop } from '../contract/sending-stop.ts'
import type { Recipient } from '../ledger/recipient.ts'
import { campaignKey, readCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { COMPANY_STOP_KEY, campaignStopAmong, platformStopKey } from '../store/sending-stops.ts'
import { type Chain, chainKey } from './chain.ts'
import type { Route } from './line.ts'

/** Everything that decides whether a recipient may be written to now. */
export interface Standing {
  /** undefined if the hand-over is void: the campaign was cancelled, paused or stopped, or the epoch is stale. */
  campaign: StoredCampaign | undefined
  isBlocked: boolean
  health: HealthRow
  connection: StoredConnection | undefined
  /** With the person; a group has none here. */
  conversation: Conversation | undefined
}

/**
 * Reads the standing of a recipient. The read comes as late as possible and is strongly consistent: after a cancel,
 * a stop, a block or a new epoch at most this one message still leaves.
 * @param at the recipient's route. WhatsApp may spell the number in another way than the list, and an opt-out is stored
 * under WhatsApp's spelling. It may have just sent the LID, whose stored row comes a moment later.
 */
export async function standingOf(
  table: TenantTable,
  { connectionId, epoch }: SendCommand,
  { campaignId, number, chat }: Pick<Recipient, 'campaignId' | 'number' | 'chat'>,
  at: Pick<Route, 'number' | 'lid'> | undefined,
  now: number,
): Promise<Standing> {
  const { lid } = at ?? {}
  const onWhatsApp = at?.number && canonicalKey(at.number)
  const other = onWhatsApp === canonicalKey(number) ? undefined : onWhatsApp
  const person = chat ? undefined : chatOfNumber(onWhatsApp ?? number)
  const rows = await table.getNamed<Rows>({
    campaign: campaignKey(campaignId),
    chain: chainKey(connectionId),
    company: companyKey,
    stop: COMPANY_STOP_KEY,
    platformStop: { index: platformStopKey(table.companyId) },
    health: healthKey(connectionId),
    connection: connectionKey(connectionId),
    ...(person && { conversation: conversationKey(connectionId, person) }),
    ...numberBlockKeys(table.companyId, number, other),
    ...(lid && { lidBlock: lidBlockKey(lid), erasedLid: erasedLidKey(table.companyId, lid) }),
  })
  const { chain, health = {}, connection, conversation } = rows
  const campaign = rows.campaign && readCampaign(rows.campaign)
  const isSending = campaign?.status === 'EM_ANDAMENTO' && !campaign.pausedAt && !campaignStopAmong(rows, now)
  const isOurs = campaign?.whatsappId === connectionId && chain?.epoch === epoch
  // A group cannot be blocked.
  const isItsLidBlocked = (rows.lidBlock ?? rows.erasedLid) !== undefined
  const isBlocked = !chat && (isItsLidBlocked || (await isNumberBlocked(table, rows, lid)))
  return { campaign: isSending && isOurs ? campaign : undefined, isBlocked, health, connection, conversation }
}

type Rows = NumberBlocks & {
  campaign: StoredCampaign
  chain: Chain
  company: Company
  stop: SendingStop
  platformStop: SendingStop
  health: HealthRow
  connection: StoredConnection
  conversation?: Conversation
  lidBlock?: BlockMark
  erasedLid?: BlockMark
}
