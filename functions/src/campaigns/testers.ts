import type { StoredConnection } from '@recado/shared/connections/store'
import { conversationKey, getConversation } from '@recado/shared/conversations/conversation'
import { chatOfLid, chatOfNumber } from '@recado/shared/messages/chat'
import { canonicalKey, personKey, spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import { lidOfNumberKey } from '@recado/shared/phone-numbers/lids'
import type { TenantTable } from '@recado/shared/table/tenant'

/** A number stays a tester for this long after its owner last wrote to the connection, in milliseconds. */
const TESTER_MS = 30 * 24 * 3_600_000

/**
 * The spelling under which a number may get a test message: the number is the connection's own, or its owner wrote to this
 * connection lately. All spellings of a number (ADR 54) and a Brazilian mobile without its ninth digit are the same number.
 * @param now milliseconds since 1970
 * @returns undefined if the number may get none
 */
export async function testerNumber(
  table: TenantTable,
  { id: connectionId, number: own }: Pick<StoredConnection, 'id' | 'number'>,
  number: string,
  now: number,
): Promise<string | undefined> {
  if (own !== null && personKey(own) === personKey(number)) return canonicalKey(own)
  for (const spelling of spellingsOf(number))
    if (((await wroteAt(table, connectionId, spelling)) ?? 0) > now - TESTER_MS) return spelling
  return undefined
}

/** When the number's owner last wrote. The conversation may still be stored under the person's LID. */
async function wroteAt(
  table: TenantTable,
  connectionId: string,
  number: string,
): Promise<number | undefined> {
  const { conversation, person } = await table.getNamed({
    conversation: conversationKey(connectionId, chatOfNumber(number)),
    person: lidOfNumberKey(number),
  })
  if (conversation?.wroteAt !== undefined || !person) return conversation?.wroteAt
  return (await getConversation(table, connectionId, chatOfLid(person.lid)))?.wroteAt
}
