import { canonicalKey } from '../contacts/canonical-key.ts'
import { forgetFetch } from '../groups/fetches.ts'
import { type ListNews, leaveGroup } from '../groups/lists.ts'
import { groupsOf } from '../groups/store.ts'
import type { Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { forgetContacts } from './known-contacts.ts'

const accountKey = (connectionId: string): Key => ({ pk: 'EXTRACTED-FROM', sk: connectionId })

/**
 * Forgets what was read from a connection's account: groups with their lists, readings, and whom it knows.
 * @param now milliseconds since 1970
 * @returns what became of the lists
 */
export async function forgetExtracted(
  table: TenantTable,
  connectionId: string,
  now: number,
): Promise<ListNews[]> {
  const news: ListNews[] = []
  for (const { groupId } of await groupsOf(table, connectionId)) {
    const left = await leaveGroup(table, connectionId, groupId, new Date(now).toISOString())
    if (left) news.push(left)
  }
  await forgetContacts(table, connectionId)
  await forgetFetch(table, connectionId)
  await table.delete(accountKey(connectionId))
  return news
}

/**
 * An account has been opened. Where it is another one than before, what was read from that one goes.
 * @param number digits with country code. @param now milliseconds since 1970
 */
export async function extractFrom(
  table: TenantTable,
  connectionId: string,
  number: string,
  now: number,
): Promise<ListNews[]> {
  const account = canonicalKey(number)
  const before = await table.get<{ account: string }>(accountKey(connectionId))
  if (before?.account === account) return []
  const news = before ? await forgetExtracted(table, connectionId, now) : []
  await table.put({ ...accountKey(connectionId), account })
  return news
}
