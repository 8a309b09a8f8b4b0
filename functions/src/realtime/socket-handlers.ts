import { ticketIndex } from '@recado/shared/table/indexes'
import { committed } from '@recado/shared/table/table'
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import { environment, log, ports } from '../context.ts'
import { digestOf } from '../sessions/one-time-token.ts'
import { closeSocket } from './browser.ts'
import { clientFrameOf } from './client-frame.ts'
import { closeBeyondLimits, cutOff, turnAway } from './closing.ts'
import { left, seen } from './presence.ts'
import { countFrame, findSocket, forgetSocket, isAdmitted, putSocket, type Socket } from './sockets.ts'

/** What API Gateway adds to the event when a socket is opened. */
type ConnectEvent = APIGatewayProxyWebsocketEventV2 & {
  headers?: Record<string, string>
  queryStringParameters?: Record<string, string>
}

/** Opens a socket for a ticket, which is used up by it, from the app's own pages alone. */
export async function connect(event: ConnectEvent): Promise<APIGatewayProxyResultV2> {
  const headers = new Map(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { APP_ORIGIN, ORIGIN_SECRET } = environment
  if (headers.get('origin') !== APP_ORIGIN) return { statusCode: 403 }
  if (ORIGIN_SECRET && headers.get('x-origin-secret') !== ORIGIN_SECRET) return { statusCode: 403 }
  const owner = await useTicket(event.queryStringParameters?.t ?? '')
  if (!owner) return { statusCode: 401 }
  const socket = { ...owner, socketId: event.requestContext.connectionId, openedAt: ports.now() }
  await putSocket(socket)
  const refusal = await refusalOf(socket)
  if (refusal) await forgetSocket(socket.socketId)
  return { statusCode: refusal ?? 200 }
}

/**
 * Why a socket must not open although its ticket was good. Looked at after its row was written: whatever ends a session
 * or closes sockets from here on finds the row.
 */
async function refusalOf(socket: Socket): Promise<401 | 429 | undefined> {
  if (!(await isAdmitted(socket))) return 401
  if (!(await closeBeyondLimits(socket))) return 429
  // A newer one may have turned it away meanwhile.
  return (await findSocket(socket.socketId))?.closesFor ? 429 : undefined
}

export async function disconnect(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResultV2> {
  await left(event.requestContext.connectionId)
  return { statusCode: 200 }
}

/**
 * `userStatus` shows that the browser is there, and is answered; whatever else one says changes nothing. A socket without
 * a row would never hear anything: it is closed, so that its browser opens another one.
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
  if (frame === 'userStatus') await seen(socket)
  return { statusCode: 200 }
}

async function turnAwayById(socketId: string): Promise<void> {
  const socket = await findSocket(socketId)
  if (socket) await turnAway(socket, 'TOO_MANY_FRAMES')
}

/** Whom a ticket lets in, and into which company. */
type Owner = Omit<Socket, 'socketId' | 'openedAt'>

/** Of two that come with one ticket, one gets in. */
async function useTicket(ticket: string): Promise<Owner | undefined> {
  const key = ticketIndex.key(digestOf(ticket))
  const row = await ports.table.get<Owner & { goodUntil: number }>(key)
  if (!row || !(await committed(ports.table.delete(key, { pk: { exists: true } })))) return undefined
  const { companyId, homeCompanyId, userId, sid, goodUntil } = row
  return ports.now() < goodUntil ? { companyId, homeCompanyId, userId, sid } : undefined
}
