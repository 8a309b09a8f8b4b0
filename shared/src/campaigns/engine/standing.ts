import type { Company } from '../../companies/company.ts'
import { companyKey } from '../../companies/store.ts'
import { type HealthRow, healthKey } from '../../connections/health-store.ts'
import { connectionKey, type StoredConnection } from '../../connections/store.ts'
import { blockKey, erasedBlockKey, lidBlockKey } from '../../contact-blocks/store.ts'
import { lidOfNumberKey } from '../../conversations/identity.ts'
import type { SendCommand } from '../../queues/commands.ts'
import { stopIndex } from '../../table/indexes.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { Recipient } from '../recipient.ts'
import { COMPANY_STOP_KEY, stopAmong } from '../sending-stop-store.ts'
import { campaignKey, type StoredCampaign } from '../store.ts'
import { type Chain, chainKey } from './chain.ts'

/** What decides whether a recipient may be written to at this moment. */
export interface Standing {
  /** undefined where the hand-over does not hold any more: cancelled, paused, stopped, another epoch. */
  campaign: StoredCampaign | undefined
  isBlocked: boolean
  health: HealthRow
  connection: StoredConnection | undefined
}

/**
 * Read as late as possible and strongly consistent, so that a cancel, a stop, a block or a new epoch in between
 * lets at most this one message out.
 * @param lid of the recipient, where WhatsApp has just told it: what is stored of it may come a moment later
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
    platformStop: { index: stopIndex.key },
    health: healthKey(connectionId),
    connection: connectionKey(connectionId),
    block: blockKey(number),
    person: lidOfNumberKey(number),
    erased: erasedBlockKey(table.companyId, number),
    lidBlock: lid ? lidBlockKey(lid) : blockKey(number),
  })
  const { campaign, chain, health = {}, connection, person } = rows
  const isSending = campaign?.status === 'EM_ANDAMENTO' && !campaign.pausedAt && !stopAmong(rows, now)
  const isOurs = campaign?.whatsappId === connectionId && chain?.epoch === epoch
  // A group is nobody who could have blocked anything.
  const isKnownBlocked = Boolean(rows.block ?? rows.erased ?? rows.lidBlock)
  const isBlocked = !chat && (isKnownBlocked || (await isBlockedByLid(table, person, lid)))
  return { campaign: isSending && isOurs ? campaign : undefined, isBlocked, health, connection }
}

type Rows = {
  campaign: StoredCampaign
  chain: Chain
  company: Company
  stop: object
  platformStop: object
  health: HealthRow
  connection: StoredConnection
  block: object
  erased: object
  person: { lid: string }
  lidBlock: object
}

async function isBlockedByLid(
  table: TenantTable,
  person: { lid: string } | undefined,
  lookedUp: string | undefined,
): Promise<boolean> {
  if (!person || person.lid === lookedUp) return false
  return (await table.get(lidBlockKey(person.lid))) !== undefined
}
