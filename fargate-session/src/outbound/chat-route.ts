import { NotInGroup, type Route } from '@recado/shared/campaigns/engine/line'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import type { StoredMessage } from '@recado/shared/conversations/message'
import { isGroup, isOfLid, jidOf } from '@recado/shared/messages/chat'
import { knownAddress } from '@recado/shared/phone-numbers/addresses'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { OpenLine } from './open-line.ts'

/** Why a chat cannot be reached: the code with which its message fails. */
interface Unreached {
  reason: string
}

/**
 * The route to a chat, at the address by which WhatsApp knows its person, or at the other one after a refusal.
 * @param now milliseconds since 1970
 * @returns the reason, if the connection is open and the chat cannot be reached
 * @throws every other error, for example while the connection is down
 */
export async function routeToChat(
  table: TenantTable,
  line: OpenLine,
  { chat, address }: Pick<StoredMessage, 'chat' | 'address'>,
  now: number,
): Promise<Route | Unreached> {
  try {
    return await line.routeTo(await addressOf(table, chat, now), address)
  } catch (error) {
    if (error instanceof Unreachable) return { reason: error.reason }
    if (error instanceof NotInGroup) return { reason: 'SKIPPED_NOT_IN_GROUP' }
    throw error
  }
}

export const isUnreached = (of: Route | Unreached): of is Unreached => 'reason' in of

/** The address that a chat is written to and read at. */
async function addressOf(table: TenantTable, chat: string, now: number): Promise<string> {
  if (isGroup(chat) || isOfLid(chat)) return jidOf(chat)
  return (await knownAddress(table, chat, now))?.jid ?? jidOf(chat)
}
