import { committed } from '@recado/shared/table/table'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { ports, publish, tableOf } from '../context.ts'
import { supportOf } from '../sessions/actor.ts'
import { findSocket, forgetSocket, type Socket, socketsOf } from './sockets.ts'

/**
 * A browser says that it is there every five minutes (part 1 §9): one that has not for twice as long is gone, even
 * where nobody noticed its socket close. In milliseconds.
 */
const SILENT_MS = 11 * 60_000

/** A browser says that it is there. */
export async function seen(socketId: string): Promise<void> {
  const socket = await findSocket(socketId)
  if (!socket) return
  const { homeCompanyId, userId } = socket
  const lastSeenAt = new Date(ports.now()).toISOString()
  const set = { lastSeenAt }
  // Whoever was deleted meanwhile does not come back by this.
  const wasThere = await committed(
    tableOf(homeCompanyId).update(userKey(userId), { set }, { pk: { exists: true } }),
  )
  if (wasThere) await tell(socket, { online: true, lastSeenAt })
}

/** A socket has closed: its user may still have another one open. */
export async function left(socketId: string): Promise<void> {
  const socket = await findSocket(socketId)
  await forgetSocket(socketId)
  if (!socket) return
  const user = await tableOf(socket.homeCompanyId).get<StoredUser>(userKey(socket.userId))
  if (!user) return
  const online = (await onlineAmong(socket.homeCompanyId, [user])).has(user.id)
  await tell(socket, { online, lastSeenAt: user.lastSeenAt ?? null })
}

/** Those of a company's users who have a browser that is listening, in whatever company they work. */
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

const tell = (
  { homeCompanyId: companyId, userId: id }: Socket,
  presence: { online: boolean; lastSeenAt: string | null },
): Promise<void> => publish({ companyId, topic: 'user', action: 'presence', body: { id, ...presence } })
