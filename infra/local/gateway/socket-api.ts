import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { connect, disconnect, message } from '@recado/functions/realtime/socket-handlers'
import { parsedJson } from '@recado/shared/json'
import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import { type WebSocket, WebSocketServer } from 'ws'
import { addressOf } from './address.ts'
import { asSocketRoute } from './rights.ts'
import { ScreenWatch } from './screen-watch.ts'

/** API Gateway ends a socket after two hours, or after ten minutes without a frame, in milliseconds. */
const LONGEST_MS = 2 * 3_600_000
const IDLE_MS = 10 * 60_000
const FRAME_MAX_BYTES = 32 * 1024

/** The WebSocket API at `/ws`: its connect, disconnect and message routes, and the management endpoint. */
export class SocketApi {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: FRAME_MAX_BYTES })
  readonly #open = new Map<string, WebSocket>()
  readonly #screen: ScreenWatch

  constructor(simulator: string) {
    this.#screen = new ScreenWatch(simulator)
  }

  /** Calls the connect route, and opens the socket if it agrees. */
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = addressOf(request)
    const id = randomBytes(9).toString('base64url')
    socket.on('error', () => socket.destroy())
    if (url.pathname !== '/ws') {
      refuse(socket, 404)
      return
    }
    const event = {
      ...eventOf('$connect', 'CONNECT', id, ''),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      queryStringParameters: Object.fromEntries(url.searchParams),
    }
    const connecting = asSocketRoute('connect', () => connect(event))
    connecting.then(
      (answer) => {
        const statusCode = typeof answer === 'object' ? (answer.statusCode ?? 200) : 200
        if (statusCode !== 200) return refuse(socket, statusCode)
        this.#server.handleUpgrade(request, socket, head, (opened) => this.#keep(id, opened))
      },
      () => refuse(socket, 500),
    )
  }

  /** `POST /@connections/{id}` sends, `DELETE` closes. 410 for a closed socket. */
  async manage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id = ''] = /^\/@connections\/([\w%-]+)$/.exec(request.url ?? '') ?? []
    const socket = this.#open.get(decodeURIComponent(id))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (!socket) {
      response.writeHead(410, { 'x-amzn-errortype': 'GoneException' }).end('{}')
      return
    }
    if (request.method === 'POST') {
      const frame = Buffer.concat(chunks).toString()
      socket.send(frame)
      this.#screen.see(frame)
    }
    if (request.method === 'DELETE') socket.close()
    response.writeHead(200).end()
  }

  close(): void {
    for (const socket of this.#open.values()) socket.terminate()
  }

  #keep(id: string, socket: WebSocket): void {
    this.#open.set(id, socket)
    const end = () => socket.close(1001)
    const longest = setTimeout(end, LONGEST_MS)
    let idle = setTimeout(end, IDLE_MS)
    socket.on('message', (data) => {
      clearTimeout(idle)
      idle = setTimeout(end, IDLE_MS)
      const body = String(data)
      // `ping` has a mock integration: it keeps the socket open without a Lambda.
      if (actionOf(body) !== 'ping')
        asSocketRoute('message', () => message(eventOf('$default', 'MESSAGE', id, body))).catch(failed)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(longest)
      clearTimeout(idle)
      this.#open.delete(id)
      asSocketRoute('disconnect', () => disconnect(eventOf('$disconnect', 'DISCONNECT', id, ''))).catch(
        failed,
      )
    })
  }
}

function actionOf(frame: string): unknown {
  const parsed = parsedJson(frame)
  return typeof parsed === 'object' && parsed !== null && 'action' in parsed ? parsed.action : undefined
}

/** The handler already logged the error. API Gateway would log it too, and keep the socket. */
const failed = (error: unknown) => console.error(`A route of the socket failed: ${String(error)}`)

function refuse(socket: Duplex, statusCode: number): void {
  socket.end(`HTTP/1.1 ${statusCode} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const eventOf = (
  routeKey: string,
  eventType: 'CONNECT' | 'DISCONNECT' | 'MESSAGE',
  connectionId: string,
  body: string,
): APIGatewayProxyWebsocketEventV2 => ({
  requestContext: {
    routeKey,
    eventType,
    connectionId,
    messageId: randomBytes(9).toString('base64url'),
    extendedRequestId: randomBytes(9).toString('base64url'),
    requestId: randomBytes(9).toString('base64url'),
    requestTime: new Date().toISOString(),
    messageDirection: 'IN',
    stage: 'ws',
    connectedAt: Date.now(),
    requestTimeEpoch: Date.now(),
    domainName: 'localhost',
    apiId: 'local',
  },
  body,
  isBase64Encoded: false,
})
