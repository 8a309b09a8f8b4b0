import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { framesOf, type LiveEvent } from '@recado/shared/realtime/events'
import { environment, log } from '../context.ts'
import { work } from '../http/worker.ts'
import { forgetSocket, type Socket, socketsOf } from './sockets.ts'

const client = new ApiGatewayManagementApiClient(
  environment.SOCKET_ENDPOINT ? { endpoint: environment.SOCKET_ENDPOINT } : {},
)

/** The one publisher of live events: to the company's sockets and to no others. */
export const handler = work('events', async (event) => {
  const { live, stale } = await socketsOf(event.companyId)
  const wanted = live.filter(({ userId }) => !event.userId || userId === event.userId)
  await Promise.all(wanted.map((socket) => post(socket, event)))
  // A replaced session's browser is told so, and then cut off.
  for (const socket of stale) {
    if (isReplacement(event, socket)) await post(socket, event)
    await cutOff(socket)
  }
})

const isReplacement = (event: LiveEvent, { userId, sid }: Socket): boolean =>
  event.topic === 'user' && event.action === 'replaced' && event.userId === userId && event.body.sid === sid

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

async function cutOff({ socketId }: Socket): Promise<void> {
  await client.send(new DeleteConnectionCommand({ ConnectionId: socketId })).catch(() => undefined)
  await forgetSocket(socketId)
}
