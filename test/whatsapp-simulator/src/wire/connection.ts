import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from '@whiskeysockets/baileys'
import type { RawData, WebSocket } from 'ws'
import type { Companion } from '../companions/companions.ts'
import type { Certificates } from './certificates.ts'
import { FrameReader, frame } from './frames.ts'
import { NoiseServer } from './noise.ts'
import { stanza } from './stanza.ts'

/** What becomes of the things that a socket brings; they are called one after the other, in wire order. */
export type ConnectionEvents = {
  hello(connection: Connection, payload: proto.ClientPayload): void
  /** `at` is when the bytes arrived, in milliseconds: work that waited before this stanza does not shift it. */
  stanza(connection: Connection, node: BinaryNode, at: number): Promise<void>
  closed(connection: Connection): void
}

/** One socket of a WhatsApp client, from its first byte to its end. */
export class Connection {
  /** Which linked device this is, once it has logged in. */
  companion: Companion | undefined
  /** Whether stanzas are sent as they arise; before, they wait for the replay of what the device missed. */
  live = false
  /** The last undelivered stanza that the replay has sent. */
  replayedUpTo = 0
  /** A fault: the server neither hears nor speaks, and the socket stays open. */
  frozen = false
  /** The client's Noise key; empty until the handshake is over. */
  clientKey: Buffer = Buffer.alloc(0)
  /** What the client registered with, if it came to be linked. */
  registration: proto.ClientPayload.IDevicePairingRegistrationData | undefined
  /** Rejects when the connection closes: for what must not wait longer than that. */
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
    // Most connections end without anybody waiting for it.
    this.ended.catch(() => undefined)
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Sends a stanza; one for a closed or frozen connection is lost, as on the real network. */
  send(node: BinaryNode): void {
    if (!this.open || this.frozen) return
    this.#socket.send(frame(this.#noise.seal(encodeBinaryNode(node))))
  }

  /** Sends a query of the server and waits for its answer. Rejects when the connection closes first. */
  ask(query: BinaryNode): Promise<BinaryNode> {
    const answer = new Promise<BinaryNode>((resolve) => {
      this.#questions.set(query.attrs.id ?? '', resolve)
    })
    this.send(query)
    return Promise.race([answer, this.ended])
  }

  /** Says why, and closes. */
  close(lastWords: BinaryNode): void {
    this.send(lastWords)
    this.#socket.close()
  }

  /** Cuts the line without a word. What arrived before is still worked off. */
  drop(): void {
    this.#socket.terminate()
  }

  /** Cuts the line and ignores what arrived before: its world is gone. */
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

  /** Whether this is the answer to a query of the server. */
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
