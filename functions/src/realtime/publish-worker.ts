import { EVERYBODY, type LiveEvent, liveEvent } from '@recado/shared/realtime/events'
import { framesOf, SESSION_ENDED } from '@recado/shared/realtime/frames'
import { getSession } from '@recado/shared/sessions/store'
import { ports, tableOf } from '../context.ts'
import { work } from '../http/worker.ts'
import { sendFrames } from './browser.ts'
import { cutOff } from './closing.ts'
import { handOn } from './hand-on.ts'
import { queueCauses } from './queue-causes.ts'
import { isYoung, markGone, type Socket, socketsOf } from './sockets.ts'
import { trustedUsers } from './trusted-users.ts'
import { versionsOf } from './versions.ts'

/** The one publisher of live events, to the company's sockets only. */
export const handler = work('events', liveEvent, async (event) => {
  if (event.companyId === EVERYBODY) return handOn(ports, event)
  const { live, stale } = await socketsOf(event.companyId)
  const wanted = live.filter((socket) => isFor(event, socket))
  const [trusted, versionFor] = await Promise.all([trustedUsers(event, wanted), versionsOf(event, wanted)])
  await Promise.all(
    wanted.map(async (socket) => {
      const version = versionFor(socket)
      if (version) await post(socket, version, trusted.has(socket.userId))
    }),
  )
  // A socket whose session was replaced or is outdated, or whose access ended, gets the reason and is closed.
  for (const socket of stale) {
    const end = isItsEnd(event, socket) ? event : await endOf(socket)
    if (end) await post(socket, end)
    await cutOff(socket)
  }
  await queueCauses(event)
})

/** The event that ends a stale socket: any other event may find the socket before it does. */
async function endOf({ companyId, homeCompanyId, userId, sid }: Socket): Promise<LiveEvent | undefined> {
  const session = await getSession(tableOf(homeCompanyId), userId)
  if (!session) return undefined
  const end = { companyId, topic: 'user', userId } as const
  if (session.sid !== sid) return { ...end, action: 'replaced', body: { sid } }
  return companyId === homeCompanyId ? undefined : { ...end, action: 'support', body: {} }
}

/** The end of a session concerns only its own sockets, which are stale. */
const isFor = ({ userId, userIds, topic, action }: LiveEvent, socket: Socket): boolean =>
  !(topic === 'user' && action === SESSION_ENDED) &&
  (!userId || socket.userId === userId) &&
  (!userIds || userIds.includes(socket.userId))

/** Whether an event tells a stale socket why it ends. */
function isItsEnd({ topic, action, userId, body }: LiveEvent, socket: Socket): boolean {
  // The change of the company that ended the session.
  if (topic === 'company' && action === 'update') return true
  if (topic !== 'user' || userId !== socket.userId) return false
  return action === 'support' || (action === 'replaced' && body.sid === socket.sid)
}

async function post(socket: Socket, event: LiveEvent, isTrusted = false): Promise<void> {
  const now = ports.now()
  const isGone = (await sendFrames(socket.socketId, framesOf(event, isTrusted))) === 'gone'
  if (isGone && !isYoung(socket, now)) await markGone(socket, now)
}
