import { unfinishedCampaigns } from '@recado/shared/campaigns/store/campaign-lists'
import { changeHealth, getHealth, type HealthRow } from '@recado/shared/connections/health-store'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { hasConversations } from '@recado/shared/conversations/conversation'
import { canonicalKey } from '@recado/shared/phone-numbers/canonical-key'
import type { TenantTable } from '@recado/shared/table/tenant'
import { cleanName } from '@recado/shared/text'
import { jidDecode, type WASocket } from '@whiskeysockets/baileys'
import { patiently } from '../leases/patience.ts'

export interface Linked {
  number: string
  /** Not the number that campaigns and conversations belong to. A person must decide. */
  isOther: boolean
  /** The connection's changes after the link. */
  change: Pick<StoredConnection, 'knownNumber' | 'linkedAt' | 'profileName'>
}

/** The number of the linked account, and whether it is the earlier one. @param now milliseconds since 1970 */
export async function linkedNumber(
  table: TenantTable,
  connectionId: string,
  socket: WASocket,
  now: number,
): Promise<Linked> {
  const number = jidDecode(socket.user?.id)?.user ?? ''
  const { knownNumber = null, linkedAt = null } = (await getConnection(table, connectionId)) ?? {}
  const isSame = knownNumber !== null && canonicalKey(knownNumber) === canonicalKey(number)
  const isOther = knownNumber !== null && !isSame && (await isInUse(table, connectionId))
  // A new number starts its warm-up again.
  const since = isSame && linkedAt ? linkedAt : new Date(now).toISOString()
  const profileName = cleanName(socket.user?.name ?? '') || null
  return { number, isOther, change: { knownNumber: number, linkedAt: since, profileName } }
}

async function isInUse(table: TenantTable, connectionId: string): Promise<boolean> {
  if (await hasConversations(table, connectionId)) return true
  const campaigns = await unfinishedCampaigns(table)
  return campaigns.some(({ whatsappId }) => whatsappId === connectionId)
}

/**
 * Notes since when messages may be missing here, for the history that a phone gives a newly linked device. Before its first login,
 * whose traffic would count.
 * @param jid the linked account
 */
export async function noteMissedSince(
  table: TenantTable,
  connectionId: string,
  jid: string | undefined,
): Promise<void> {
  const number = jidDecode(jid)?.user ?? ''
  await patiently(async () => {
    const [connection, health] = await Promise.all([
      getConnection(table, connectionId),
      getHealth(table, connectionId),
    ])
    await changeHealth(table, connectionId, { missedSince: missedSince(connection, health, number) })
  })
}

/**
 * Since when messages of a newly linked number may be missing, in milliseconds since 1970; 0 for a number that was not linked here
 * before: its chats are not the company's.
 */
export function missedSince(
  { knownNumber, linkedAt }: Partial<Pick<StoredConnection, 'knownNumber' | 'linkedAt'>> = {},
  { lastTrafficAt = 0 }: Pick<HealthRow, 'lastTrafficAt'>,
  number: string,
): number {
  if (!knownNumber || canonicalKey(knownNumber) !== canonicalKey(number)) return 0
  return Math.max(lastTrafficAt, linkedAt ? Date.parse(linkedAt) : 0)
}
