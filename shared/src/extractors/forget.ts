import { type ListNews, leaveGroup } from '../group-lists/group-lists.ts'
import { forgetFetch } from '../groups/fetches.ts'
import { forgetHeads, groupIdsOf } from '../groups/heads.ts'
import { forgetContacts } from '../known-contacts/known-contacts.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

interface ExtractedFrom {
  /** The canonical number of the account. */
  account: string
}

const accountKey = (connectionId: string): Key<ExtractedFrom> => keyIn('EXTRACTED-FROM', connectionId)

/**
 * Deletes the data read from a connection's account: groups with their lists, readings, and known people.
 * @param now milliseconds since 1970
 * @returns the changes of the lists
 */
export async function forgetExtracted(
  table: TenantTable,
  connectionId: string,
  now: number,
): Promise<ListNews[]> {
  const news: ListNews[] = []
  for (const groupId of await groupIdsOf(table, connectionId)) {
    const left = await leaveGroup(table, connectionId, groupId, new Date(now).toISOString())
    if (left) news.push(left)
  }
  await forgetHeads(table, connectionId)
  await forgetContacts(table, connectionId)
  await forgetFetch(table, connectionId)
  await table.delete(accountKey(connectionId))
  return news
}

/**
 * Records the opened account of a connection. If it differs from the last one, that account's data are deleted.
 * @param number digits with country code. @param now milliseconds since 1970
 */
export async function extractFrom(
  table: TenantTable,
  connectionId: string,
  number: string,
  now: number,
): Promise<ListNews[]> {
  const account = canonicalKey(number)
  const before = await table.get(accountKey(connectionId))
  if (before?.account === account) return []
  const news = before ? await forgetExtracted(table, connectionId, now) : []
  await table.put({ ...accountKey(connectionId), account })
  return news
}
