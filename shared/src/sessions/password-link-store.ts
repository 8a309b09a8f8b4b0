import { committed, deleteRow, type Key, keyIn, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { sessionKey } from './store.ts'

/** Rows expire this long after the link's end, in seconds. */
const KEPT_SECONDS = 24 * 3600

interface PasswordLink {
  /** Digest of the link's token. */
  digest: string
  /** Milliseconds since 1970. */
  until: number
}

export const passwordLinkKey = (userId: string): Key<PasswordLink> => keyIn('PASSWORD-LINKS', userId)

/** The one link of a user: a new one voids the older. @param until milliseconds since 1970 */
export const putPasswordLink = (table: TenantTable, userId: string, digest: string, until: number) =>
  table.put({
    ...passwordLinkKey(userId),
    digest,
    until,
    expiresAt: Math.floor(until / 1000) + KEPT_SECONDS,
  })

export const getPasswordLink = (table: TenantTable, userId: string) => table.get(passwordLinkKey(userId))

/**
 * A write that voids a user's link, if it is still as it was read. A password chosen by the link since then uses it up, so
 * the write fails.
 */
export const voidPasswordLink = (userId: string, read: PasswordLink | undefined): Write =>
  deleteRow(passwordLinkKey(userId), read ? { digest: read.digest } : { pk: { exists: false } })

/**
 * Uses up a link, stores the new password, and ends the user's session, in one write.
 * @returns false if the link is invalid or has expired
 */
export const takePasswordLink = (
  table: TenantTable,
  userId: string,
  {
    digest,
    now,
    passwordHash,
    userKey,
  }: { digest: string; now: number; passwordHash: string; userKey: Key<{ passwordHash: string | null }> },
) =>
  committed(
    table.transact([
      deleteRow(passwordLinkKey(userId), { digest, until: { atLeast: now } }),
      updateRow(userKey, { set: { passwordHash } }, { pk: { exists: true } }),
      deleteRow(sessionKey(userId)),
    ]),
  )

export const isGoodLink = async (table: TenantTable, userId: string, digest: string, now: number) => {
  const link = await getPasswordLink(table, userId)
  return link?.digest === digest && now <= link.until
}
