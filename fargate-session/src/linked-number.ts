import { unfinishedCampaigns } from '@recado/shared/campaigns/store'
import { getConnection, type StoredConnection } from '@recado/shared/connections/store'
import { canonicalKey } from '@recado/shared/contacts/canonical-key'
import { hasConversations } from '@recado/shared/conversations/conversation'
import type { TenantTable } from '@recado/shared/table/tenant'
import { cleanName } from '@recado/shared/text'
import { jidDecode, type WASocket } from '@whiskeysockets/baileys'

export interface Linked {
  number: string
  /** Another number than the one that campaigns or conversations stand on: a person has to say what is to be. */
  isOther: boolean
  /** What becomes known of the connection by it. */
  change: Pick<StoredConnection, 'knownNumber' | 'linkedAt' | 'profileName'>
}

/** Which number has been linked, and whether it is the one it used to be. @param now milliseconds since 1970 */
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
  // A new number warms up anew.
  const since = isSame && linkedAt ? linkedAt : new Date(now).toISOString()
  const profileName = cleanName(socket.user?.name ?? '') || null
  return { number, isOther, change: { knownNumber: number, linkedAt: since, profileName } }
}

async function isInUse(table: TenantTable, connectionId: string): Promise<boolean> {
  if (await hasConversations(table, connectionId)) return true
  const campaigns = await unfinishedCampaigns(table)
  return campaigns.some(({ whatsappId }) => whatsappId === connectionId)
}
