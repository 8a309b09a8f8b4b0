import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { givesUp } from '@recado/shared/aws-requests'
import { environment, log } from '../context.ts'

const client = new ApiGatewayManagementApiClient({
  requestHandler: givesUp(),
  ...(environment.SOCKET_ENDPOINT && { endpoint: environment.SOCKET_ENDPOINT }),
})

/** `gone`: API Gateway does not know the socket. It answers so for a socket that is still being opened, too. */
export type Reached = 'reached' | 'gone' | 'failed'

/** Sends JSON text frames to one browser, in order. */
export const sendFrames = (socketId: string, frames: readonly object[]): Promise<Reached> =>
  reached('frame not sent', socketId, async () => {
    for (const frame of frames) {
      const Data = Buffer.from(JSON.stringify(frame))
      await client.send(new PostToConnectionCommand({ ConnectionId: socketId, Data }))
    }
  })

/** Closes a socket. Its `$disconnect` route deletes its row. */
export const closeSocket = (socketId: string): Promise<Reached> =>
  reached('socket not closed', socketId, async () => {
    await client.send(new DeleteConnectionCommand({ ConnectionId: socketId }))
  })

/** One socket's failure must not stop the others: it is logged and returned. */
async function reached(what: string, socketId: string, call: () => Promise<void>): Promise<Reached> {
  try {
    await call()
    return 'reached'
  } catch (error) {
    if (error instanceof GoneException) return 'gone'
    log.warn(what, { socketId, error: String(error) })
    return 'failed'
  }
}
