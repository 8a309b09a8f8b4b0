import { EVERYBODY, type LiveEvent, liveEvent } from '@recado/shared/realtime/events'
import { framesOf, SESSION_ENDED } from '@recado/shared/realtime/frames'
import { ports } from '../context.ts'
import { work } from '../http/worker.ts'
import { sendFrames } from './browser.ts'
import { cutOff } from './closing.ts'
import { isYoung, listeningCompanies, markGone, type Socket, socketsOf } from './sockets.ts'
import { trustedUsers } from './trusted-users.ts'

/** The one publisher of live events: to the company's sockets and to no others. */
export const handler = work('events', liveEvent, async (event) => {
  if (event.companyId === EVERYBODY) return handOn(event)
  const { live, stale } = await socketsOf(event.companyId)
  const wanted = live.filter((socket) => isFor(event, socket))
  const trusted = await trustedUsers(event, wanted)
  await Promise.all(wanted.map((socket) => post(socket, event, trusted.has(socket.userId))))
  // A browser whose session was replaced or is outdated, or whose access has ended, is told so, and then cut off.
  for (const socket of stale) {
    if (isItsEnd(event, socket)) await post(socket, event)
    await cutOff(socket)
  }
})

/** News for everybody is news for each company: what fails for one is repeated for that one alone. */
async function handOn(event: LiveEvent): Promise<void> {
  for (const companyId of await listeningCompanies())
    await ports.queues.send('events', { ...event, companyId })
}

/** The end of a session concerns its own sockets alone, which are not live any more. */
const isFor = ({ userId, topic, action }: LiveEvent, socket: Socket): boolean =>
  !(topic === 'user' && action === SESSION_ENDED) && (!userId || socket.userId === userId)

/** What a browser that hears no more has still to hear: why. */
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
