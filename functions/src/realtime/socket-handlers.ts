import { ticketIndex } from '@recado/shared/table/indexes'
import { committed } from '@recado/shared/table/table'
import { brokenTexts } from '@recado/shared/text'
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import * as z from 'zod'
import { environment, log, ports } from '../context.ts'
import { digestOf } from '../sessions/one-time-token.ts'
import { left, seen } from './presence.ts'
import { putSocket, type Socket } from './sockets.ts'

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
  await putSocket({ ...owner, socketId: event.requestContext.connectionId, openedAt: ports.now() })
  return { statusCode: 200 }
}

export async function disconnect(event: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResultV2> {
  await left(event.requestContext.connectionId)
  return { statusCode: 200 }
}

/** `userStatus` shows that the browser is there; whatever else one says changes nothing. */
export async function message({
  requestContext: { connectionId },
  body,
}: APIGatewayProxyWebsocketEventV2): Promise<APIGatewayProxyResultV2> {
  log.debug('frame', { socketId: connectionId })
  const frame = jsonIn(body)
  if (brokenTexts(frame).length > 0) return { statusCode: 400 }
  if (userStatus.safeParse(frame).success) await seen(connectionId)
  return { statusCode: 200 }
}

function jsonIn(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const userStatus = z.object({ action: z.literal('userStatus') })

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
