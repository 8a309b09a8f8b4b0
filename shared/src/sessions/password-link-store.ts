import { committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Rows stay this long after their end, in seconds. */
const KEPT_SECONDS = 24 * 3600

export const passwordLinkKey = (userId: string): Key => ({ pk: 'PASSWORD-LINKS', sk: userId })

/** The one link of a user: a new one voids the older. @param until milliseconds since 1970 */
export const putPasswordLink = (table: TenantTable, userId: string, digest: string, until: number) =>
  table.put({
    ...passwordLinkKey(userId),
    digest,
    until,
    expiresAt: Math.floor(until / 1000) + KEPT_SECONDS,
  })

/** Uses a link up, together with the new password. @returns false where the link is not, or no longer, good */
export const takePasswordLink = (
  table: TenantTable,
  userId: string,
  { digest, now, passwordHash, userKey }: { digest: string; now: number; passwordHash: string; userKey: Key },
) =>
  committed(
    table.transact([
      { delete: passwordLinkKey(userId), when: { digest, until: { atLeast: now } } },
      { update: userKey, change: { set: { passwordHash } }, when: { pk: { exists: true } } },
    ]),
  )

export const isGoodLink = async (table: TenantTable, userId: string, digest: string, now: number) => {
  const link = await table.get<{ digest: string; until: number }>(passwordLinkKey(userId))
  return link?.digest === digest && now <= link.until
}
