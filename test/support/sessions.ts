import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@recado/fargate-session/environment'
import { MediaFiles } from '@recado/fargate-session/media-files'
import { Peak } from '@recado/fargate-session/peak'
import type { ServicePorts } from '@recado/fargate-session/ports'
import { Session } from '@recado/fargate-session/session'
import { silent } from '@recado/fargate-session/silent'
import { whatsappServer } from '@recado/fargate-session/whatsapp-server'
import { getConnection, putConnection, type StoredConnection } from '@recado/shared/connections/store'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Simulator } from '@recado/whatsapp-simulator/simulator'
import { controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { aConnection } from './builders.ts'
import { eventually } from './eventually.ts'

/** The company that all of them belong to. */
const COMPANY = 'A'

/**
 * Sessions of the socket service in this process: its real code and the real library, over tables in memory, at a
 * simulator. A test that is about one connection's life needs no more of the system.
 */
export class Sessions {
  readonly table: TenantTable
  readonly authTable = new MemoryTable()
  /** What was handed to queues, by their name. */
  readonly queued: { queue: string; message: unknown }[] = []
  readonly ports: ServicePorts
  readonly #control: ReturnType<typeof controlOf>
  readonly #folder = mkdtempSync(join(tmpdir(), 'recado-sessions-'))
  readonly #open: Session[] = []
  #fence = 0

  /** @param environment variables of the socket service beyond those that name the simulator */
  constructor(simulator: Simulator, environment: Partial<Environment> = {}) {
    this.#control = controlOf(simulator)
    const table = new MemoryTable()
    this.table = new TenantTable(table, COMPANY)
    this.ports = {
      table,
      authTable: this.authTable,
      keys: new FileKeys(this.#folder),
      files: new MediaFiles('none'),
      queues: {
        send: async (queue, message) => void this.queued.push({ queue, message }),
        inOrder: async (queue, message) => void this.queued.push({ queue, message }),
        command: () => Promise.reject(new Error('Sessions give no commands')),
      },
      log: silent,
      publish: async () => undefined,
      tellFigures: () => undefined,
      receiptLag: new Peak(),
      watchers: { recipientChanged: async () => undefined, countersChanged: async () => undefined },
      server: whatsappServer({
        TABLE_NAME: 'none',
        AUTH_TABLE_NAME: 'none',
        QUEUE_URL_PREFIX: 'none',
        BUCKET_NAME: 'none',
        LOG_LEVEL: 'silent',
        NODE_ENV: 'test',
        WHATSAPP_URL: simulator.webSocketUrl,
        WHATSAPP_ROOT_KEY: simulator.rootPublicKey.toString('base64'),
        ...environment,
      }),
      now: Date.now,
      // Pauses are as short as they can be.
      random: () => 0,
      newClaim: () => 'claim',
      waitUntil: async () => undefined,
    }
  }

  /** A session of a connection that was never linked, or of one that is there already. It is not started. */
  async of(connectionId: string): Promise<Session> {
    if (!(await getConnection(this.table, connectionId)))
      await putConnection(this.table, aConnection({ companyId: COMPANY, id: connectionId }))
    const owner = { companyId: COMPANY, connectionId, fence: ++this.#fence, owns: () => true }
    const session = new Session(this.ports, owner)
    this.#open.push(session)
    return session
  }

  /** A started session whose QR code a phone has scanned; it need not be open yet. */
  async scanned(connectionId: string, number: string): Promise<Session> {
    const session = await this.of(connectionId)
    await session.start()
    const { qrcode } = await this.says(connectionId, ({ qrcode }) => qrcode !== '')
    await this.#control.scan(number, qrcode)
    return session
  }

  /** A session that is linked and open. */
  async linked(connectionId: string, number: string): Promise<Session> {
    const session = await this.scanned(connectionId, number)
    await this.isOpen(connectionId)
    return session
  }

  async isOpen(connectionId: string): Promise<void> {
    await this.says(connectionId, ({ status }) => status === 'CONNECTED')
  }

  /** The connection once it says something of itself. */
  says(connectionId: string, is: (connection: StoredConnection) => boolean): Promise<StoredConnection> {
    return eventually(`${connectionId} says so`, async () => {
      const connection = await getConnection(this.table, connectionId)
      return connection && is(connection) && connection
    })
  }

  /** Whether keys of a connection are stored. */
  async hasKeys(connectionId: string): Promise<boolean> {
    const { rows } = await this.authTable.query({ pk: `${COMPANY}#${connectionId}`, consistent: true })
    return rows.some(({ sk }) => sk.startsWith('KEY#'))
  }

  /** Ends all of them. */
  async stop(): Promise<void> {
    await Promise.all(this.#open.map((session) => session.stop()))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
