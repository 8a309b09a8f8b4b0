import {
  type AnyMessageContent,
  BufferJSON,
  initAuthCreds,
  type MiscMessageGenerationOptions,
  makeWASocket,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { silentLogger } from '../phones/silent-logger.ts'
import type { Simulator } from '../simulator.ts'
import { controlOf } from './control-client.ts'
import { Heard } from './heard.ts'
import { plainTcpAgent } from './plain-tcp-agent.ts'
import { until } from './wait.ts'

const { AppStateSyncKeyData } = proto.Message

/**
 * A company's side of the wire: the unmodified Baileys, with credentials and keys that outlive its sockets, as in a
 * database. The sockets' events are collected for tests.
 */
export class Company {
  readonly credentials = initAuthCreds()
  /** Every received message, with its way of arrival: `notify` live, `append` after an absence. */
  readonly received: (WAMessage & { arrival: string })[] = []
  /** Statuses of each sent message, in order, by message id. */
  readonly statuses = new Map<string, number[]>()
  readonly heard = new Heard()
  readonly acks: { id: string; error: string | undefined; at: number }[] = []
  /** Status codes with which the sockets closed. */
  readonly closes: number[] = []
  qr: string | undefined
  /** Number of times a socket has opened. */
  opened = 0
  socket: WASocket | undefined
  #simulator: Simulator
  #keys = new Map<string, string>()
  #sent = new Map<string, proto.IMessage>()

  constructor(simulator: Simulator) {
    this.#simulator = simulator
  }

  /** A company that is linked, logged in and past its history. */
  static async linked(
    simulator: Simulator,
    number: string,
    name = 'Loja',
    config: Partial<UserFacingSocketConfig> = {},
  ): Promise<Company> {
    const company = new Company(simulator)
    const control = controlOf(simulator)
    await control.declare(number, name)
    company.connect(config)
    await control.scan(number, await until('a QR code is shown', () => company.qr))
    await until('the link ends with a restart', () => company.closes.includes(515))
    await company.logIn(config)
    await until('the history has come', () => company.credentials.accountSyncCounter === 1)
    return company
  }

  /** Opens a socket and waits until it is logged in. */
  async logIn(config: Partial<UserFacingSocketConfig> = {}): Promise<void> {
    const before = this.opened
    this.connect(config)
    await until('the company is logged in', () => this.opened > before)
  }

  /** Moves this company to a newly started simulator. */
  moveTo(simulator: Simulator): void {
    this.#simulator = simulator
  }

  /** Opens a socket, for a login if the company is linked, else for a link. */
  connect(config: Partial<UserFacingSocketConfig> = {}): WASocket {
    this.qr = undefined
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(this.#simulator.rootPublicKey)
    const socket = makeWASocket({
      waWebSocketUrl: this.#simulator.webSocketUrl,
      logger: silentLogger,
      emitOwnEvents: false,
      fetchAgent: plainTcpAgent(this.#simulator.port),
      getMessage: async ({ id }) => this.#sent.get(id ?? ''),
      auth: {
        creds: this.credentials,
        keys: { get: async (type, ids) => this.#get(type, ids), set: async (data) => this.#set(data) },
      },
      ...config,
    })
    this.socket = socket
    this.heard.listenTo(socket)
    socket.ev.on('connection.update', ({ connection, lastDisconnect, qr }) => {
      if (qr) this.qr = qr
      if (connection === 'open') this.opened++
      if (connection === 'close') this.closes.push(statusCodeOf(lastDisconnect?.error))
    })
    socket.ev.on('messages.upsert', ({ messages, type }) => {
      for (const message of messages) this.received.push({ ...message, arrival: type })
    })
    socket.ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) this.#note(key.id, update.status)
    })
    socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
      this.acks.push({ id: attrs.id ?? '', error: attrs.error, at: Date.now() })
    })
    return socket
  }

  /** Sends a text and returns the message's id. Resolves once it is on the wire. */
  send(to: string, text: string, options: MiscMessageGenerationOptions = {}): Promise<string> {
    return this.sendContent(to, { text }, options)
  }

  /**
   * Sends a message of any kind and returns its id. The recipient is a JID, or a number, which is addressed by its
   * LID.
   */
  async sendContent(
    to: string,
    content: AnyMessageContent,
    options: MiscMessageGenerationOptions = {},
  ): Promise<string> {
    const jid = to.includes('@') ? to : await this.#addressOf(`${to}@s.whatsapp.net`)
    const sent = await this.socket?.sendMessage(jid, content, options)
    const id = sent?.key.id ?? ''
    if (sent?.message) this.#sent.set(id, sent.message)
    return id
  }

  /** People are addressed by LID, as WhatsApp Web does. */
  async #addressOf(jid: string): Promise<string> {
    return (await this.socket?.signalRepository.lidMapping.getLIDForPN(jid)) ?? jid
  }

  /** Disconnects without unlinking, and waits until the socket is closed. */
  async leave(): Promise<void> {
    const before = this.closes.length
    this.socket?.end(undefined)
    await until('the company has left', () => this.closes.length > before)
  }

  /** Waits for the decrypted message with an id. */
  async receives(id: string): Promise<WAMessage & { arrival: string }> {
    return until(`message ${id} comes`, () =>
      this.received.find(({ key, message }) => key.id === id && message),
    )
  }

  /** Texts received so far, without undecryptable ones. */
  texts(): string[] {
    return this.received.flatMap(({ message }) => {
      const text = message?.conversation ?? message?.extendedTextMessage?.text
      return text ? [text] : []
    })
  }

  /** The keys that a database would restore after a crash: pass it to `restoreKeys`. */
  snapshotKeys(): Map<string, string> {
    return new Map(this.#keys)
  }

  restoreKeys(snapshot: Map<string, string>): void {
    this.#keys = new Map(snapshot)
  }

  /** Deletes all keys of one type. */
  loseKeys(type: keyof SignalDataTypeMap): void {
    for (const key of this.#keys.keys()) if (key.startsWith(`${type} `)) this.#keys.delete(key)
  }

  countKeys(type: keyof SignalDataTypeMap): number {
    return [...this.#keys.keys()].filter((key) => key.startsWith(`${type} `)).length
  }

  #get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
    const found: Record<string, SignalDataTypeMap[Type]> = {}
    for (const id of ids) {
      const json = this.#keys.get(`${type} ${id}`)
      if (json === undefined) continue
      const value = JSON.parse(json, BufferJSON.reviver)
      // In JSON, its bytes are text.
      found[id] = type === 'app-state-sync-key' ? AppStateSyncKeyData.fromObject(value) : value
    }
    return found
  }

  #set(data: SignalDataSet): void {
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values)) {
        if (value === null || value === undefined) this.#keys.delete(`${type} ${id}`)
        else this.#keys.set(`${type} ${id}`, JSON.stringify(value, BufferJSON.replacer))
      }
    }
  }

  #note(id: string | null | undefined, status: number | null | undefined): void {
    if (!id || typeof status !== 'number') return
    this.statuses.set(id, [...(this.statuses.get(id) ?? []), status])
  }
}

/** Baileys reports the reason of a close as a Boom. */
function statusCodeOf(error: unknown): number {
  if (!(error instanceof Error) || !('output' in error)) return 0
  const { output } = error
  const hasCode = typeof output === 'object' && output !== null && 'statusCode' in output
  return hasCode && typeof output.statusCode === 'number' ? output.statusCode : 0
}
