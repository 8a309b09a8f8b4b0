import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { environment, log } from '../context.ts'

const client = new ApiGatewayManagementApiClient(
  environment.SOCKET_ENDPOINT ? { endpoint: environment.SOCKET_ENDPOINT } : {},
)

/** `gone`: API Gateway knows no such socket. It says so too of one that is just being opened. */
export type Reached = 'reached' | 'gone' | 'failed'

/** Sends JSON text frames to one browser, in order. */
export const sendFrames = (socketId: string, frames: readonly object[]): Promise<Reached> =>
  reached('frame not sent', socketId, async () => {
    for (const frame of frames) {
      const Data = Buffer.from(JSON.stringify(frame))
      await client.send(new PostToConnectionCommand({ ConnectionId: socketId, Data }))
    }
  })

/** Closes a socket. Its `$disconnect` route forgets it. */
export const closeSocket = (socketId: string): Promise<Reached> =>
  reached('socket not closed', socketId, async () => {
    await client.send(new DeleteConnectionCommand({ ConnectionId: socketId }))
  })

/** The failure of one socket must not hold up the others: it is logged and answered. */
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
