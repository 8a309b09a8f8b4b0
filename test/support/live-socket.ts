import { request } from 'node:http'
import * as z from 'zod'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

const frame = z.looseObject({ channel: z.string(), action: z.string() })
export type Frame = z.infer<typeof frame>

/** Whether a frame is about this record. An event of an earlier test may still arrive. */
export const isAbout = (id: string, action: string) => (frame: Frame) =>
  frame.action === action && (Object(frame.record).id ?? frame.id) === id

/** A browser's live socket, with the received frames in order. */
export class LiveSocket {
  readonly frames: Frame[] = []
  /** Arrival of each frame, in milliseconds since 1970. */
  readonly moments: number[] = []
  readonly #socket: WebSocket
  #closed = false

  /** Opens a socket for the signed-in user, with a new ticket. */
  static async open(client: ApiClient): Promise<LiveSocket> {
    return LiveSocket.withTicket(client.origin, await ticketOf(client))
  }

  static async withTicket(origin: string, ticket: string): Promise<LiveSocket> {
    const live = new LiveSocket(new WebSocket(addressOf(origin, ticket), { headers: { origin } }))
    await live.#opened()
    return live
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      this.moments.push(Date.now())
      this.frames.push(frame.parse(JSON.parse(String(data))))
    })
    socket.addEventListener('close', () => {
      this.#closed = true
    })
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Waits for the first frame of this kind. */
  frame(what: string, is: (frame: Frame) => boolean): Promise<Frame> {
    return eventually(`the live event: ${what}`, async () => this.frames.find(is))
  }

  say(text: string): void {
    this.#socket.send(text)
  }

  close(): void {
    this.#socket.close()
  }

  #opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.addEventListener('open', () => resolve())
      this.#socket.addEventListener('error', () => reject(new Error('The live socket did not open')))
    })
  }
}

export const ticketOf = async (client: ApiClient): Promise<string> =>
  (await client.call('createSocketTicket')).t

/** The server's answer to the request of a socket: 101 opens it. */
export function handshake(app: string, { ticket, origin = app }: { ticket: string; origin?: string | null }) {
  return new Promise<number>((resolve, reject) => {
    const upgrade = request(addressOf(app, ticket).replace('ws:', 'http:'), {
      headers: {
        ...(origin !== null && { origin }),
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('sixteen bytes ..').toString('base64'),
      },
    })
    upgrade.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? 0)
    })
    upgrade.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    upgrade.on('error', reject)
    upgrade.end()
  })
}

const addressOf = (origin: string, ticket: string) =>
  `${origin.replace('http:', 'ws:')}/ws?t=${encodeURIComponent(ticket)}`
