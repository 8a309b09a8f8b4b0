import { ticketIndex } from '@recado/shared/table/indexes'
import { committed } from '@recado/shared/table/table'
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import { environment, log, ports } from '../context.ts'
import { digestOf } from '../credentials/one-time-token.ts'
import { cameThroughCloudFront } from '../serve/came-through-cloudfront.ts'
import { closeSocket } from './browser.ts'
import { clientFrameOf } from './client-frame.ts'
import { closeBeyondLimits, cutOff, turnAway } from './closing.ts'
import { showDeskPresence } from './desk-presence.ts'
import { recordAbsence, recordPresence } from './presence.ts'
import { countFrame, findSocket, forgetSocket, isAdmitted, putSocket, type Socket } from './sockets.ts'

/** API Gateway's additions to the event when a socket opens. */
type ConnectEvent = APIGatewayProxyWebsocketEventV2 & {
  headers?: Record<string, string>
  queryStringParameters?: Record<string, string>
}

/** Opens a socket for a one-time ticket, from the app's own pages only. */
export async function connect(event: ConnectEvent): Promise<APIGatewayProxyResultV2> {
  const headers = Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { APP_ORIGIN, ORIGIN_SECRETS } = environment
  if (headers.origin !== APP_ORIGIN) return { statusCode: 403 }
  if (!cameThroughCloudFront(headers, ORIGIN_SECRETS)) return { statusCode: 403 }
  const owner = await useTicket(event.queryStringParameters?.t ?? '')
  if (!owner) return { statusCode: 401 }
  const socket = { ...owner, socketId: event.requestContext.connectionId, openedAt: ports.now() }
  await putSocket(socket)
  const refusal = await refusalOf(socket)
  if (refusal) await forgetSocket(socket.socketId)
  return { statusCode: refusal ?? 200 }
}

/**
 * Reason to refuse a socket despite a valid ticket. Checked after its row was written: anything that later ends a
 * session or closes sockets finds the row.
 */
async function refusalOf(socket: Socket): Promise<401 | 429 | undefined> {
  if (!(await isAdmitted(socket))) return 401
  if (!(await closeBeyondLimits(socket))) return 429
  // A newer socket may have displaced it meanwhile.
  return (await findSocket(socket.socketId))?.closesFor ? 429 : undefined
}

export async function disconnect(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResultV2> {
  await recordAbsence(event.requestContext.connectionId)
  return { statusCode: 200 }
}

/**
 * Handles a frame. `userStatus` shows that the browser is alive, and gets an answer; `desk` says what its user does with
 * a ticket; any other frame has no effect. A socket without a row would get no events, so it is closed and its browser
 * opens a new one.
 */
export async function message({
  requestContext: { connectionId },
  body,
}: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResultV2> {
  log.debug('frame', { socketId: connectionId })
  const socket = await countFrame(connectionId, ports.now())
  if (socket === 'unknown') await closeSocket(connectionId)
  else if (socket === 'too-many') await turnAwayById(connectionId)
  else if (socket.closesFor) await cutOff(socket)
  else return heard(socket, body)
  return { statusCode: 200 }
}

async function heard(socket: Socket, body: string | undefined): Promise<APIGatewayProxyResultV2> {
  const frame = clientFrameOf(body)
  if (frame === 'broken') return { statusCode: 400 }
  if (frame === 'userStatus') await recordPresence(socket)
  else if (frame !== 'other') await showDeskPresence(socket, frame)
  return { statusCode: 200 }
}

async function turnAwayById(socketId: string): Promise<void> {
  const socket = await findSocket(socketId)
  if (socket) await turnAway(socket, 'TOO_MANY_FRAMES')
}

/** The user of a ticket, and the company of the socket. */
type Owner = Omit<Socket, 'socketId' | 'openedAt'>

/** Uses a ticket. Of two sockets with the same ticket, one opens. */
async function useTicket(ticket: string): Promise<Owner | undefined> {
  const key = ticketIndex.key(digestOf(ticket))
  const row = await ports.table.get(key)
  if (!row || !(await committed(ports.table.delete(key, { pk: { exists: true } })))) return undefined
  const { companyId, homeCompanyId, userId, sid, goodUntil } = row
  return ports.now() < goodUntil ? { companyId, homeCompanyId, userId, sid } : undefined
}
