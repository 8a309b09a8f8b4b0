import { unfinishedCampaigns } from '@recado/shared/campaigns/store/campaign-lists'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { hasConversations } from '@recado/shared/conversations/conversation'
import { canonicalKey } from '@recado/shared/phone-numbers/canonical-key'
import type { TenantTable } from '@recado/shared/table/tenant'
import { cleanName } from '@recado/shared/text'
import { jidDecode, type WASocket } from '@whiskeysockets/baileys'

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
