import type { StoredConnection } from '@recado/shared/connections/store'
import { canonicalKey } from '@recado/shared/contacts/canonical-key'
import { chatOfLid, chatOfNumber } from '@recado/shared/conversations/chat'
import {
  type Conversation,
  conversationKey,
  getConversation,
} from '@recado/shared/conversations/conversation'
import { lidOfNumberKey } from '@recado/shared/conversations/identity'
import type { TenantTable } from '@recado/shared/table/tenant'

/** A number is a tester's for this long after its owner last wrote to the connection, in milliseconds. */
const TESTER_MS = 30 * 24 * 3_600_000

/**
 * Whether a test message may go to a number: the connection's own, or one whose owner wrote to this connection
 * lately. Spellings of a Brazilian mobile with and without the ninth digit are one number.
 * @param now milliseconds since 1970
 */
export async function isTester(
  table: TenantTable,
  { id: connectionId, number: own }: Pick<StoredConnection, 'id' | 'number'>,
  number: string,
  now: number,
): Promise<boolean> {
  if (own !== null && canonicalKey(own) === canonicalKey(number)) return true
  return ((await wroteAt(table, connectionId, number)) ?? 0) > now - TESTER_MS
}

/** When the owner of a number last wrote. The conversation may still stand under WhatsApp's own id of the person. */
async function wroteAt(
  table: TenantTable,
  connectionId: string,
  number: string,
): Promise<number | undefined> {
  const rows = await table.getMany<Conversation>([
    conversationKey(connectionId, chatOfNumber(number)),
    lidOfNumberKey(number),
  ])
  const known = rows.find(({ wroteAt: at }) => at !== undefined)
  if (known) return known.wroteAt
  const lid = rows.find(({ pk }) => pk === lidOfNumberKey(number).pk)?.lid
  return lid === undefined ? undefined : (await getConversation(table, connectionId, chatOfLid(lid)))?.wroteAt
}
