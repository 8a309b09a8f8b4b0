import { resumeChain } from '@recado/shared/campaigns/engine/chain'
import type { Line } from '@recado/shared/campaigns/engine/deliver'
import { QR_CODES_BEFORE_GIVING_UP, type StatusReason } from '@recado/shared/connections/connection'
import { getSentMessage } from '@recado/shared/connections/sent-messages'
import {
  changeConnection,
  connectionOf,
  getConnection,
  type StoredConnection,
} from '@recado/shared/connections/store'
import { TenantTable } from '@recado/shared/table/tenant'
import makeWASocket, { type ConnectionState, jidDecode, type WASocket } from '@whiskeysockets/baileys'
import pino from 'pino'
import { AuthState } from './auth-state/auth-state.ts'
import { AuthRows, FenceLost } from './auth-state/rows.ts'
import { endOf } from './disconnects.ts'
import type { ServicePorts } from './ports.ts'
import { watchResults } from './results.ts'
import { WHATSAPP_VERSION } from './whatsapp-server.ts'

const silent = pino({ level: 'silent' })

export interface SessionOwner {
  companyId: string
  connectionId: string
  fence: number
  /** Whether the lease this session stands on is still ours. */
  owns(): boolean
}

/** One connection's life: its Baileys socket, its reconnects, and what the table says of it. */
export class Session implements Line {
  readonly connectionId: string
  readonly fence: number
  lastWriteAt = 0
  readonly #ports: ServicePorts
  readonly #owner: SessionOwner
  readonly #table: TenantTable
  #socket: WASocket | undefined
  #rows: AuthRows | undefined
  #open = false
  #ended = false
  #attempts = 0
  #codes = 0
  #retry: NodeJS.Timeout | undefined

  constructor(ports: ServicePorts, owner: SessionOwner) {
    this.#ports = ports
    this.#owner = owner
    this.#table = new TenantTable(ports.table, owner.companyId)
    this.connectionId = owner.connectionId
    this.fence = owner.fence
  }

  /** Connects with the keys there are, or asks for a QR code where there are none. */
  async start(): Promise<void> {
    if (this.#ended) return
    try {
      this.#rows = await AuthRows.open(this.#ports.authTable, this.#ports.keys, this.#owner)
      await this.#connect(await AuthState.open(this.#rows))
    } catch (error) {
      if (error instanceof FenceLost) return this.stop()
      this.#ports.log.error(
        { connectionId: this.connectionId, error: String(error) },
        'session did not start',
      )
      this.#retryLater()
    }
  }

  /** Lets go of the socket; the account stays linked. */
  async stop(): Promise<void> {
    this.#ended = true
    clearTimeout(this.#retry)
    this.#closeSocket()
  }

  /** Unlinks the account and forgets its keys. */
  async unlink(): Promise<void> {
    // Ended first: the socket's closing is our own doing then, and no news.
    this.#ended = true
    if (this.#open) await this.#socket?.logout().catch(() => undefined)
    await this.stop()
    this.#rows ??= await AuthRows.open(this.#ports.authTable, this.#ports.keys, this.#owner)
    await this.#rows.shred()
  }

  /** Whether it is connected or on its way to be, and not waiting for another try. */
  hasSocket(): boolean {
    return this.#socket !== undefined && !this.#ended
  }

  isOpen(): boolean {
    return this.#open && !this.#ended && this.#owner.owns()
  }

  async lookUp(number: string): Promise<{ exists: boolean; jid: string | null }> {
    const [answer] = (await this.#line().onWhatsApp(number)) ?? []
    return answer?.exists ? { exists: true, jid: answer.jid } : { exists: false, jid: null }
  }

  async prepare(jid: string): Promise<void> {
    const devices = await this.#line().getUSyncDevices([jid], true, false)
    await this.#line().assertSessions(devices.map((device) => device.jid))
  }

  async send(jid: string, text: string, messageId: string): Promise<void> {
    const line = this.#line()
    this.lastWriteAt = this.#ports.now()
    try {
      await line.sendMessage(jid, { text }, { messageId })
    } finally {
      this.lastWriteAt = this.#ports.now()
    }
  }

  #line(): WASocket {
    if (!this.#socket || !this.isOpen()) throw new Error('The connection is not open')
    return this.#socket
  }

  async #connect(auth: AuthState): Promise<void> {
    if (this.#ended) return
    const socket = makeWASocket({
      ...this.#ports.server,
      version: WHATSAPP_VERSION,
      auth,
      logger: silent,
      // Our own messages come back as events otherwise, with early acknowledgements merged into them.
      emitOwnEvents: false,
      // Online, the phone would stop to notify its owner.
      markOnlineOnConnect: false,
      syncFullHistory: false,
      getMessage: async ({ id }) => {
        const sent = id ? await getSentMessage(this.#table, this.connectionId, id) : undefined
        return sent && { extendedTextMessage: { text: sent.text } }
      },
    })
    this.#socket = socket
    socket.ev.on('creds.update', (update) => {
      Object.assign(auth.creds, update)
      this.#guard(auth.saveCreds())
    })
    socket.ev.on('connection.update', (update) => {
      if (this.#socket === socket) this.#guard(this.#onUpdate(update))
    })
    watchResults(this.#ports, socket, { companyId: this.#owner.companyId, connectionId: this.connectionId })
  }

  async #onUpdate(update: Partial<ConnectionState>): Promise<void> {
    if (update.qr) return this.#onQrCode(update.qr)
    if (update.isNewLogin)
      return this.#report({ status: 'PAIRING', statusReason: null, qrcode: '', retries: 0 })
    if (update.connection === 'open') return this.#onOpen()
    if (update.connection === 'close') return this.#onClose(update.lastDisconnect?.error)
  }

  async #onQrCode(qrcode: string): Promise<void> {
    this.#codes++
    if (this.#codes > QR_CODES_BEFORE_GIVING_UP) return this.#giveUp('QR_NOT_SCANNED')
    await this.#report({ status: 'qrcode', statusReason: null, qrcode, retries: this.#codes })
  }

  async #onOpen(): Promise<void> {
    this.#attempts = 0
    this.#codes = 0
    this.#open = true
    // Nothing that left before lies later than this moment: the first message waits its full interval from now.
    this.lastWriteAt = this.#ports.now()
    const me = this.#socket?.user
    const number = jidDecode(me?.id)?.user ?? null
    const profileName = me?.name ?? null
    await this.#report({
      status: 'CONNECTED',
      statusReason: null,
      qrcode: '',
      retries: 0,
      number,
      profileName,
    })
    await resumeChain(this.#ports, this.#owner.companyId, this.connectionId, this.lastWriteAt)
  }

  async #onClose(error: Error | undefined): Promise<void> {
    this.#closeSocket()
    if (this.#ended) return
    const end = endOf(error, { linked: this.#codes === 0 })
    if (end.kind === 'restart') return this.start()
    if (end.kind === 'final') {
      if (end.forget) await this.#rows?.shred()
      return this.#giveUp(end.reason)
    }
    await this.#report({ status: 'TIMEOUT', statusReason: 'NETWORK', qrcode: '' })
    this.#retryLater()
  }

  async #giveUp(statusReason: StatusReason): Promise<void> {
    await this.stop()
    await this.#report({ status: 'DISCONNECTED', statusReason, qrcode: '', retries: 0, wanted: 'closed' })
  }

  /** Half to all of 1, 2, 4 … 60 seconds. */
  #retryLater(): void {
    const longest = Math.min(60_000, 1000 * 2 ** this.#attempts++)
    this.#retry = setTimeout(() => this.#guard(this.start()), longest * (0.5 + this.#ports.random() / 2))
  }

  #closeSocket(): void {
    this.#open = false
    const socket = this.#socket
    this.#socket = undefined
    void socket?.end(undefined)
  }

  async #report(change: Partial<StoredConnection>): Promise<void> {
    const updatedAt = new Date(this.#ports.now()).toISOString()
    if (!this.#owner.owns()) return
    if (!(await changeConnection(this.#table, this.connectionId, { ...change, updatedAt }))) return
    const stored = await getConnection(this.#table, this.connectionId)
    if (!stored) return
    const { companyId } = this.#owner
    const body = { record: connectionOf(stored) }
    await this.#ports.publish({ companyId, topic: 'whatsappSession', action: 'update', body })
  }

  #guard(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (error instanceof FenceLost) return this.stop()
      this.#ports.log.error({ connectionId: this.connectionId, error: String(error) }, 'session failed')
    })
  }
}
