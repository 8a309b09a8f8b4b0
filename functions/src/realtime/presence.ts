import { framesOf } from '@recado/shared/realtime/frames'
import { type All, committed } from '@recado/shared/table/table'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { ports, publish, tableOf } from '../context.ts'
import { sendFrames } from './browser.ts'
import { onlineAmong, SILENT_MS } from './online.ts'
import { findSocket, forgetSocket, type Socket, unlessRefused } from './sockets.ts'

/** Minimum time between two writes of a user's last-seen time, for all of their browsers, in milliseconds. */
const WRITTEN_EVERY_MS = 60_000

/**
 * Handles a browser's sign of life. If the user was offline, the company is informed. The browser always gets an
 * answer the way events go, and so knows that it receives events.
 */
export async function recordPresence(socket: Socket): Promise<void> {
  const { homeCompanyId, companyId, userId, socketId } = socket
  const now = ports.now()
  const lastSeenAt = textOf(now)
  const write = (set: { lastSeenAt: string; present?: boolean }, when: All<StoredUser>[]) =>
    committed(tableOf(homeCompanyId).update(userKey(userId), { set }, when))
  // The condition keeps a deleted user from being created again.
  const known = { pk: { exists: true } } as const
  const hasCome = await write({ lastSeenAt, present: true }, [
    { ...known, present: { exists: false } },
    { ...known, present: false },
    { ...known, lastSeenAt: { below: textOf(now - SILENT_MS) } },
  ])
  if (hasCome) {
    await publishPresence(socket, { online: true, lastSeenAt })
    // A socket that closed before this write found nothing to end.
    if (!(await findSocket(socketId))) await endPresence(socket)
  } else await write({ lastSeenAt }, [{ ...known, lastSeenAt: { below: textOf(now - WRITTEN_EVERY_MS) } }])
  const body = { id: userId, online: true, lastSeenAt }
  await sendFrames(socketId, framesOf({ companyId, topic: 'user', action: 'presence', body }, false))
}

const textOf = (moment: number): string => new Date(moment).toISOString()

/** Handles a closed socket. Its user may still have another one open. */
export async function recordAbsence(socketId: string): Promise<void> {
  const socket = await findSocket(socketId)
  await forgetSocket(socketId)
  if (socket) await endPresence(socket)
}

/** Informs the company that a user is offline, unless one of their browsers is connected or it knows already. */
async function endPresence(socket: Socket): Promise<void> {
  const { homeCompanyId, userId } = socket
  const table = tableOf(homeCompanyId)
  const user = await table.get(userKey(userId))
  if (!user) return
  const isOnline = async () => (await onlineAmong(homeCompanyId, [user])).has(userId)
  const becomes = (present: boolean) =>
    unlessRefused(
      table.update(userKey(userId), { set: { present } }, { pk: { exists: true }, present: !present }),
    )
  if (await isOnline()) return
  const left = await becomes(false)
  if (!left) return
  if (!(await isOnline()))
    return publishPresence(socket, { online: false, lastSeenAt: left.lastSeenAt ?? null })
  // Another browser of the user connected during this write, and may have gone again before the next one.
  if (await becomes(true)) await endPresence(socket)
}

const publishPresence = (
  { homeCompanyId: companyId, userId: id }: Socket,
  presence: { online: boolean; lastSeenAt: string | null },
): Promise<void> => publish({ companyId, topic: 'user', action: 'presence', body: { id, ...presence } })
