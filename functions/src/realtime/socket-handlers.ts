import { ticketIndex } from '@recado/shared/table/indexes'
import { committed } from '@recado/shared/table/table'
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import { environment, log, ports } from '../context.ts'
import { digestOf } from '../sessions/tickets.ts'
import { forgetSocket, putSocket, type Socket } from './sockets.ts'

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
  await putSocket({ ...owner, socketId: event.requestContext.connectionId })
  return { statusCode: 200 }
}

export async function disconnect(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResultV2> {
  await forgetSocket(event.requestContext.connectionId)
  return { statusCode: 200 }
}

/** `userStatus` and whatever else a browser says: it shows that the browser is there, and changes nothing. */
export async function message(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResultV2> {
  log.debug('frame', { socketId: event.requestContext.connectionId })
  return { statusCode: 200 }
}

/** Of two that come with one ticket, one gets in. */
async function useTicket(ticket: string): Promise<Omit<Socket, 'socketId'> | undefined> {
  const key = ticketIndex.key(digestOf(ticket))
  const row = await ports.table.get<Omit<Socket, 'socketId'> & { goodUntil: number }>(key)
  if (!row || !(await committed(ports.table.delete(key, { pk: { exists: true } })))) return undefined
  const { companyId, userId, sid, goodUntil } = row
  return ports.now() < goodUntil ? { companyId, userId, sid } : undefined
}
