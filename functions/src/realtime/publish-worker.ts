import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { EVERYBODY, framesOf, type LiveEvent, liveEvent } from '@recado/shared/realtime/events'
import { environment, log, ports } from '../context.ts'
import { work } from '../http/worker.ts'
import { forgetSocket, listeningCompanies, type Socket, socketsOf } from './sockets.ts'

const client = new ApiGatewayManagementApiClient(
  environment.SOCKET_ENDPOINT ? { endpoint: environment.SOCKET_ENDPOINT } : {},
)

/** The one publisher of live events: to the company's sockets and to no others. */
export const handler = work('events', liveEvent, async (event) => {
  if (event.companyId === EVERYBODY) return handOn(event)
  const { live, stale } = await socketsOf(event.companyId)
  const wanted = live.filter(({ userId }) => !event.userId || userId === event.userId)
  await Promise.all(wanted.map((socket) => post(socket, event)))
  // The browser of a session that was replaced, or of an access that has ended, is told so, and then cut off.
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

/** What a browser that hears no more has still to hear: why. */
function isItsEnd({ topic, action, userId, body }: LiveEvent, socket: Socket): boolean {
  if (topic !== 'user' || userId !== socket.userId) return false
  return action === 'support' || (action === 'replaced' && body.sid === socket.sid)
}

async function post({ socketId }: Socket, event: LiveEvent): Promise<void> {
  try {
    for (const frame of framesOf(event)) {
      const Data = Buffer.from(JSON.stringify(frame))
      await client.send(new PostToConnectionCommand({ ConnectionId: socketId, Data }))
    }
  } catch (error) {
    if (error instanceof GoneException) return forgetSocket(socketId)
    // One browser's trouble keeps nobody else's event back.
    log.warn('frame not sent', { socketId, error: String(error) })
  }
}

/** What closes is forgotten by the route that hears of it; what has gone already, here. */
async function cutOff({ socketId }: Socket): Promise<void> {
  await client
    .send(new DeleteConnectionCommand({ ConnectionId: socketId }))
    .catch(() => forgetSocket(socketId))
}
