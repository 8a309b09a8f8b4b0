import { framesOf } from '@recado/shared/realtime/frames'
import { type All, committed } from '@recado/shared/table/table'
import { type StoredUser, userKey } from '@recado/shared/users/store'
import { ports, publish, tableOf } from '../context.ts'
import { sendFrames } from './browser.ts'
import { onlineAmong, SILENT_MS } from './online.ts'
import { findSocket, forgetSocket, type Socket } from './sockets.ts'

/** The time at which a user was last seen is written so often at most, however many browsers say so; in milliseconds. */
const WRITTEN_EVERY_MS = 60_000

/**
 * A browser says that it is there. Its company is told when that is news. The browser itself is always answered, by the
 * way that events take: so it knows that it hears.
 */
export async function seen(socket: Socket): Promise<void> {
  const { homeCompanyId, companyId, userId, socketId } = socket
  const now = ports.now()
  const lastSeenAt = textOf(now)
  const write = (set: { lastSeenAt: string; present?: boolean }, when: All[]) =>
    committed(tableOf(homeCompanyId).update(userKey(userId), { set }, when))
  // A user who was deleted meanwhile must not come back by this.
  const known = { pk: { exists: true } } as const
  const hasCome = await write({ lastSeenAt, present: true }, [
    { ...known, present: { exists: false } },
    { ...known, present: false },
    { ...known, lastSeenAt: { below: textOf(now - SILENT_MS) } },
  ])
  if (hasCome) await tell(socket, { online: true, lastSeenAt })
  else await write({ lastSeenAt }, [{ ...known, lastSeenAt: { below: textOf(now - WRITTEN_EVERY_MS) } }])
  const body = { id: userId, online: true, lastSeenAt }
  await sendFrames(socketId, framesOf({ companyId, topic: 'user', action: 'presence', body }, false))
}

const textOf = (moment: number): string => new Date(moment).toISOString()

/** A socket has closed: its user may still have another one open. */
export async function left(socketId: string): Promise<void> {
  const socket = await findSocket(socketId)
  await forgetSocket(socketId)
  if (!socket) return
  const { homeCompanyId, userId } = socket
  const table = tableOf(homeCompanyId)
  const user = await table.get<StoredUser>(userKey(userId))
  if (!user) return
  const isOnline = async () => (await onlineAmong(homeCompanyId, [user])).has(userId)
  const becomes = (present: boolean) =>
    committed(
      table.update(userKey(userId), { set: { present } }, { pk: { exists: true }, present: !present }),
    )
  if ((await isOnline()) || !(await becomes(false))) return
  // Another browser of theirs may have come while this was written.
  if (await isOnline()) await becomes(true)
  else await tell(socket, { online: false, lastSeenAt: user.lastSeenAt ?? null })
}

const tell = (
  { homeCompanyId: companyId, userId: id }: Socket,
  presence: { online: boolean; lastSeenAt: string | null },
): Promise<void> => publish({ companyId, topic: 'user', action: 'presence', body: { id, ...presence } })
