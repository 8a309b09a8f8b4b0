import type { StoredUser } from '@recado/shared/users/store'
import { ports } from '../context.ts'
import { supportOf } from '../credentials/actor.ts'
import { type Socket, socketsOf } from './sockets.ts'

/**
 * A browser sends `userStatus` every five minutes (part 1 §9). A browser silent for this long counts as offline,
 * even if its socket never closed. In milliseconds.
 */
export const SILENT_MS = 11 * 60_000

/** The users with a listening browser, in whatever company they work. */
export async function onlineAmong(
  companyId: string,
  users: readonly StoredUser[],
): Promise<ReadonlySet<string>> {
  const now = ports.now()
  const elsewhere = users.flatMap((user) => supportOf(user, now)?.companyId ?? [])
  const found = await Promise.all([...new Set([companyId, ...elsewhere])].map(socketsOf))
  const since = now - SILENT_MS
  const seenAt = new Map(users.map(({ id, lastSeenAt }) => [id, lastSeenAt ? Date.parse(lastSeenAt) : 0]))
  const isThere = ({ userId, openedAt }: Socket) => Math.max(openedAt, seenAt.get(userId) ?? 0) >= since
  return new Set(found.flatMap(({ live }) => live.filter(isThere).map(({ userId }) => userId)))
}
