import type { Company } from '../../companies/company.ts'
import { companyKey } from '../../companies/store.ts'
import { type HealthRow, healthKey } from '../../connections/health-store.ts'
import { connectionKey, type StoredConnection } from '../../connections/store.ts'
import {
  type BlockMark,
  blockKey,
  erasedBlockKey,
  erasedLidKey,
  isLidBlocked,
  lidBlockKey,
} from '../../contact-blocks/store.ts'
import { lidOfNumberKey } from '../../phone-numbers/lids.ts'
import type { SendCommand } from '../../queues/commands.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { SendingStop } from '../contract/sending-stop.ts'
import type { Recipient } from '../ledger/recipient.ts'
import { campaignKey, readCampaign, type StoredCampaign } from '../store/campaigns.ts'
import { COMPANY_STOP_KEY, platformStopKey, stopAmong } from '../store/sending-stops.ts'
import { type Chain, chainKey } from './chain.ts'

/** Everything that decides whether a recipient may be written to now. */
export interface Standing {
  /** undefined if the hand-over is void: the campaign was cancelled, paused or stopped, or the epoch is stale. */
  campaign: StoredCampaign | undefined
  isBlocked: boolean
  health: HealthRow
  connection: StoredConnection | undefined
}

/**
 * Reads the standing of a recipient. The read comes as late as possible and is strongly consistent: after a cancel,
 * a stop, a block or a new epoch at most this one message still leaves.
 * @param lid the recipient's LID, if WhatsApp has just sent it: its stored row may come a moment later
 */
export async function standingOf(
  table: TenantTable,
  { connectionId, epoch }: SendCommand,
  { campaignId, number, chat, lid }: Pick<Recipient, 'campaignId' | 'number' | 'chat'> & { lid?: string },
  now: number,
): Promise<Standing> {
  const rows = await table.getNamed<Rows>({
    campaign: campaignKey(campaignId),
    chain: chainKey(connectionId),
    company: companyKey,
    stop: COMPANY_STOP_KEY,
    platformStop: { index: platformStopKey(table.companyId) },
    health: healthKey(connectionId),
    connection: connectionKey(connectionId),
    block: blockKey(number),
    person: lidOfNumberKey(number),
    erased: erasedBlockKey(table.companyId, number),
    ...(lid && { lidBlock: lidBlockKey(lid), erasedLid: erasedLidKey(table.companyId, lid) }),
  })
  const { chain, health = {}, connection, person } = rows
  const campaign = rows.campaign && readCampaign(rows.campaign)
  const isSending = campaign?.status === 'EM_ANDAMENTO' && !campaign.pausedAt && !stopAmong(rows, now)
  const isOurs = campaign?.whatsappId === connectionId && chain?.epoch === epoch
  // A group cannot be blocked.
  const isKnownBlocked = Boolean(rows.block ?? rows.erased ?? rows.lidBlock ?? rows.erasedLid)
  const isBlocked = !chat && (isKnownBlocked || (await isBlockedByLid(table, person, lid)))
  return { campaign: isSending && isOurs ? campaign : undefined, isBlocked, health, connection }
}

type Rows = {
  campaign: StoredCampaign
  chain: Chain
  company: Company
  stop: SendingStop
  platformStop: SendingStop
  health: HealthRow
  connection: StoredConnection
  block: BlockMark
  erased: BlockMark
  person: { lid: string }
  lidBlock?: BlockMark
  erasedLid?: BlockMark
}

async function isBlockedByLid(
  table: TenantTable,
  person: { lid: string } | undefined,
  lookedUp: string | undefined,
): Promise<boolean> {
  if (!person || person.lid === lookedUp) return false
  return isLidBlocked(table, person.lid)
}
