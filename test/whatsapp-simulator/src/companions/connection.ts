import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from '@whiskeysockets/baileys'
import type { RawData, WebSocket } from 'ws'
import type { Certificates } from '../wire/certificates.ts'
import { FrameReader, frame } from '../wire/frames.ts'
import { NoiseServer } from '../wire/noise.ts'
import { stanza } from '../wire/stanza.ts'
import type { Companion } from './companions.ts'

/** Callbacks for a socket's input, called one after the other in wire order. */
export type ConnectionEvents = {
  hello(connection: Connection, payload: proto.ClientPayload): void
  /** `at` is the arrival of the bytes, in milliseconds: earlier work in the queue does not shift it. */
  stanza(connection: Connection, node: BinaryNode, at: number): Promise<void>
  closed(connection: Connection): void
}

/** One socket of a WhatsApp client, from its first byte to its end. */
export class Connection {
  /** The linked device, once it has logged in. */
  companion: Companion | undefined
  /** Whether stanzas are sent at once. Before, they wait for the replay of missed stanzas. */
  live = false
  /** The last undelivered stanza that the replay has sent. */
  replayedUpTo = 0
  /** Whether the device said that it is available. Then it hears people type, and the owner's phone is silent. */
  available = false
  /** Numbers and groups whose presence the device subscribed to. */
  readonly subscriptions = new Set<string>()
  /** A fault: the server neither reads nor writes, and the socket stays open. */
  frozen = false
  /** The client's Noise key; empty until the handshake is over. */
  clientKey: Buffer = Buffer.alloc(0)
  /** The client's registration data, if it wants to be linked. */
  registration: proto.ClientPayload.IDevicePairingRegistrationData | undefined
  /** Rejects when the connection closes, for waits that must end with it. */
  readonly ended: Promise<never>

  #socket: WebSocket
  #events: ConnectionEvents
  #frames = new FrameReader()
  #noise: NoiseServer
  #stage: 'hello' | 'finish' | 'open' = 'hello'
  #work: Promise<void> = Promise.resolve()
  #abandoned = false
  #questions = new Map<string, (answer: BinaryNode) => void>()

  constructor(
    socket: WebSocket,
    {
      certificates,
      events,
      now,
    }: { certificates: Certificates; events: ConnectionEvents; now: () => number },
  ) {
    this.#socket = socket
    this.#events = events
    this.#noise = new NoiseServer(certificates)
    socket.on('message', (data) => {
      const at = now()
      this.#work = this.#work.then(() => this.#receive(data, at)).catch((error) => this.#fail(error))
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => events.closed(this))
    this.ended = new Promise((_, reject) => {
      socket.on('close', () => reject(new Error('the connection closed')))
    })
    // Often nothing awaits `ended`; its rejection must not count as unhandled.
    this.ended.catch(() => undefined)
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Sends a stanza. One for a closed or frozen connection is lost, as on the real network. */
  send(node: BinaryNode): void {
    if (!this.open || this.frozen) return
    this.#socket.send(frame(this.#noise.seal(encodeBinaryNode(node))))
  }

  /** Sends a query of the server and waits for the answer. Rejects if the connection closes first. */
  ask(query: BinaryNode): Promise<BinaryNode> {
    const answer = new Promise<BinaryNode>((resolve) => {
      this.#questions.set(query.attrs.id ?? '', resolve)
    })
    this.send(query)
    return Promise.race([answer, this.ended])
  }

  /** Sends the reason, and closes. */
  close(lastWords: BinaryNode): void {
    this.send(lastWords)
    this.#socket.close()
  }

  /** Cuts the line without a stanza. Input that already arrived is still handled. */
  drop(): void {
    this.#socket.terminate()
  }

  /** Cuts the line and drops input that already arrived, because its world is deleted. */
  abandon(): void {
    this.#abandoned = true
    this.#socket.terminate()
  }

  async #receive(data: RawData, at: number): Promise<void> {
    const bytes = Array.isArray(data)
      ? Buffer.concat(data)
      : Buffer.from(data instanceof Buffer ? data : new Uint8Array(data))
    for (const payload of this.#frames.read(bytes)) {
      if (this.#abandoned) return
      await this.#takeFrame(payload, at)
    }
  }

  async #takeFrame(payload: Buffer, at: number): Promise<void> {
    if (this.#stage === 'hello') {
      this.#stage = 'finish'
      this.#socket.send(frame(this.#noise.serverHello(payload)))
      return
    }
    if (this.#stage === 'finish') {
      const client = this.#noise.clientFinish(payload)
      this.#stage = 'open'
      this.clientKey = client.clientKey
      this.#events.hello(this, client.payload)
      return
    }
    const node = await decodeBinaryNode(this.#noise.open(payload))
    if (this.frozen) return
    if (!this.#answers(node)) await this.#events.stanza(this, node, at)
  }

  /** Whether this answers a query of the server. */
  #answers(node: BinaryNode): boolean {
    if (node.tag !== 'iq' || (node.attrs.type !== 'result' && node.attrs.type !== 'error')) return false
    const id = node.attrs.id ?? ''
    this.#questions.get(id)?.(node)
    this.#questions.delete(id)
    return true
  }

  #fail(error: unknown): void {
    if (this.#abandoned) return
    console.error('WhatsApp simulator: closing a connection it could not serve:', error)
    if (this.#stage === 'open') this.send(stanza('stream:error', { code: '500' }))
    this.#socket.terminate()
  }
}
