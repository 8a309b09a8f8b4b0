import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthState } from '@recado/fargate-session/auth-state/auth-state'
import { AuthRows } from '@recado/fargate-session/auth-state/rows'
import { fetchMedia } from '@recado/fargate-session/inbound/fetch-media'
import { MediaFiles } from '@recado/fargate-session/ports/media-files'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { Session } from '@recado/fargate-session/session/session'
import { getHealth } from '@recado/shared/connections/health-store'
import { connectionKey, getConnection, putConnection } from '@recado/shared/connections/store'
import { type Conversation, getConversation } from '@recado/shared/conversations/conversation'
import { pageOfMessages, type StoredMessage } from '@recado/shared/conversations/message'
import { hasMedia } from '@recado/shared/messages/content'
import { type InboundEvent, inboundEvent } from '@recado/shared/messages/inbound'
import type { Queues } from '@recado/shared/queues/queues'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { recordHistory } from '@recado/shared/tickets/arrival/history'
import { recordTimer } from '@recado/shared/tickets/arrival/message-timer'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import type { Simulator } from '@recado/whatsapp-simulator/simulator'
import type { controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { until } from '@recado/whatsapp-simulator/testing/wait'
import { recordMessage, unwatched } from './arriving.ts'
import { aConnection } from './builders.ts'
import { sessionPorts } from './session-ports.ts'

const CONNECTION = 'LOJA'
const COMPANY = 'A'

/** Takes an incoming event in place of the worker. */
type Worker = (event: InboundEvent, of: LinkedSession) => Promise<unknown>

/**
 * One connection of the socket service at a simulator, in this process, with tables in memory. Incoming events go
 * to its conversations as by the worker behind the queue, or to the test's own.
 */
export class LinkedSession {
  readonly memory = new MemoryTable()
  readonly table: TenantTable
  /** WhatsApp's keys. */
  readonly authTable = new MemoryTable()
  readonly #ports: ServicePorts
  readonly #worker: Worker | undefined
  readonly queues: Queues
  /** Files in the bucket by key. */
  readonly files = new Map<string, Buffer>()
  readonly #folder = mkdtempSync(join(tmpdir(), 'recado-linked-'))
  session: Session

  /** A connection linked by the phone of this number. */
  static async link(
    simulator: Simulator,
    control: ReturnType<typeof controlOf>,
    number: string,
    worker?: Worker,
  ): Promise<LinkedSession> {
    const linked = new LinkedSession(simulator, worker)
    await putConnection(linked.table, aConnection({ companyId: COMPANY, id: CONNECTION, wanted: 'open' }))
    await linked.table.update(connectionKey(CONNECTION), { set: { fence: 1 } })
    await control.declare(number, 'Loja')
    await linked.scannedBy(number, control)
    await linked.opens()
    return linked
  }

  private constructor(simulator: Simulator, worker: Worker | undefined) {
    const keys = new FileKeys(this.#folder)
    this.table = new TenantTable(this.memory, COMPANY)
    this.#worker = worker
    this.queues = this.#newQueues()
    const { memory: table, authTable, queues } = this
    const own = { table, authTable, keys, files: this.#bucket(), queues }
    this.#ports = sessionPorts(simulator, own)
    this.session = this.#newSession()
  }

  /** Ends the session, and deletes its keys. */
  async stop(): Promise<void> {
    await this.session.stop()
    rmSync(this.#folder, { recursive: true })
  }

  /** Starts another session of the same connection, as after a release. */
  async begunAnew(): Promise<void> {
    await this.session.stop()
    this.session = this.#newSession()
    await this.session.start()
    await this.opens()
  }

  /** Links an account whose last link has ended, or another one. */
  async linkedAgain(number: string, control: ReturnType<typeof controlOf>): Promise<void> {
    this.session = this.#newSession()
    await this.scannedBy(number, control)
  }

  /** Starts the session, and has the phone read its code. */
  async scannedBy(number: string, control: ReturnType<typeof controlOf>): Promise<void> {
    await this.session.start()
    const shown = async () => (await getConnection(this.table, CONNECTION))?.qrcode || undefined
    await control.scan(number, await until('a QR code is shown', shown))
  }

  /** Ends the session, and resets its keys to the state before salts were supported. */
  async forgetsSalts(): Promise<void> {
    await this.session.stop()
    const { authTable, keys } = this.#ports
    const rows = await AuthRows.open(authTable, keys, {
      companyId: COMPANY,
      connectionId: CONNECTION,
      fence: 1,
    })
    const auth = await AuthState.open(rows, () => undefined)
    delete auth.creds.isTokenSaltSought
    delete auth.creds.tokenSalt
    await auth.saveCreds()
    await auth.close()
  }

  opens(): Promise<unknown> {
    return until('the connection is open', () => this.session.isOpen())
  }

  /** Oldest first. @param chat canonical number, or a group's chat */
  async messages(chat: string): Promise<StoredMessage[]> {
    return (await pageOfMessages(this.table, CONNECTION, chat, { limit: 100 })).rows.reverse()
  }

  /** @param chat as for `messages` */
  conversation(chat: string): Promise<Conversation | undefined> {
    return getConversation(this.table, CONNECTION, chat)
  }

  /** Waits until the message with this id has the property. */
  until(chat: string, messageId: string, holds: (message: StoredMessage) => boolean): Promise<StoredMessage> {
    return until(`${messageId} is as expected`, async () =>
      (await this.messages(chat)).find((message) => message.messageId === messageId && holds(message)),
    )
  }

  /** Sends a text to a number once the connection is open, without waiting for its result. */
  async send(number: string, text: string, messageId: string): Promise<void> {
    await this.opens()
    const { line } = this.session
    const route = await line.routeTo(`${number}@s.whatsapp.net`)
    await line.write(route, await line.build(route.jid, { text }, { messageId }))
  }

  health = () => getHealth(this.table, CONNECTION)

  #newSession(): Session {
    const owner = { companyId: COMPANY, connectionId: CONNECTION, fence: 1, owns: () => true }
    return new Session(this.#ports, owner)
  }

  #newQueues(): Queues {
    const nothing = async () => undefined
    const command: Queues['command'] = async (of) => {
      if (of.kind === 'media') void fetchMedia(this.#ports, of, this.session.line).catch(() => undefined)
    }
    return { send: nothing, command, inOrder: (_, body) => this.#record(body) }
  }

  async #record(body: unknown): Promise<void> {
    const event = inboundEvent.parse(JSON.parse(JSON.stringify(body)))
    if (this.#worker) return void (await this.#worker(event, this))
    if (event.kind === 'identity')
      return void (await settlePerson(this.table, unwatched(Date.now()), CONNECTION, event.person))
    if (event.kind === 'history') return recordHistory(this.table, unwatched(Date.now()), event)
    if (event.kind === 'timer') return recordTimer(this.table, unwatched(Date.now()), event)
    if (event.kind === 'read') return
    const message = await recordMessage(this.table, event)
    if (!message || !hasMedia(message.content)) return
    const { chat, messageId, at } = message
    const command = {
      kind: 'media' as const,
      companyId: COMPANY,
      connectionId: CONNECTION,
      chat,
      messageId,
      at,
    }
    void fetchMedia(this.#ports, command, this.session.line).catch(() => undefined)
  }

  #bucket(): MediaFiles {
    const files = new MediaFiles('none')
    files.write = async (key, body) => {
      this.files.set(key, Buffer.concat(await body.toArray()))
    }
    return files
  }
}
