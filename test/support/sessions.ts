import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@recado/fargate-session/ports/environment'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { Session } from '@recado/fargate-session/session/session'
import { getConnection, putConnection, type StoredConnection } from '@recado/shared/connections/store'
import { FileKeys } from '@recado/shared/secrets/file-keys'
import { MemoryTable } from '@recado/shared/table/memory'
import { partition } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import type { Simulator } from '@recado/whatsapp-simulator/simulator'
import { controlOf } from '@recado/whatsapp-simulator/testing/control-client'
import { aConnection } from './builders.ts'
import { eventually } from './eventually.ts'
import { sessionPorts } from './session-ports.ts'

/** The company of all sessions. */
const COMPANY = 'A'

/**
 * Sessions of the socket service in this process: its real code and the real library, with tables in memory, at a
 * simulator. Enough for tests of a single connection.
 */
export class Sessions {
  readonly table: TenantTable
  readonly authTable = new MemoryTable()
  /** Queued messages, with the name of their queue. */
  readonly queued: { queue: string; message: unknown }[] = []
  readonly ports: ServicePorts
  readonly #control: ReturnType<typeof controlOf>
  readonly #folder = mkdtempSync(join(tmpdir(), 'recado-sessions-'))
  readonly #open: Session[] = []
  #fence = 0

  /** @param environment variables of the socket service besides those of the simulator */
  constructor(simulator: Simulator, environment: Partial<Environment> = {}) {
    this.#control = controlOf(simulator)
    const table = new MemoryTable()
    this.table = new TenantTable(table, COMPANY)
    const keys = new FileKeys(this.#folder)
    const note = async (queue: string, message: unknown) => void this.queued.push({ queue, message })
    const command = () => Promise.reject(new Error('Sessions send no commands'))
    const own = { table, authTable: this.authTable, keys, queues: { send: note, inOrder: note, command } }
    this.ports = sessionPorts(simulator, own, environment)
  }

  /** An unstarted session of a connection, which is created if it does not exist. */
  async of(connectionId: string): Promise<Session> {
    if (!(await getConnection(this.table, connectionId)))
      await putConnection(this.table, aConnection({ companyId: COMPANY, id: connectionId }))
    const owner = { companyId: COMPANY, connectionId, fence: ++this.#fence, owns: () => true }
    const session = new Session(this.ports, owner)
    this.#open.push(session)
    return session
  }

  /** A started session whose QR code a phone has scanned. It may not be open yet. */
  async scanned(connectionId: string, number: string): Promise<Session> {
    const session = await this.of(connectionId)
    await session.start()
    const { qrcode } = await this.says(connectionId, ({ qrcode }) => qrcode !== '')
    await this.#control.scan(number, qrcode)
    return session
  }

  /** A linked and open session. */
  async linked(connectionId: string, number: string): Promise<Session> {
    const session = await this.scanned(connectionId, number)
    await this.isOpen(connectionId)
    return session
  }

  async isOpen(connectionId: string): Promise<void> {
    await this.says(connectionId, ({ status }) => status === 'CONNECTED')
  }

  /** Waits until the stored connection has the property. */
  says(connectionId: string, is: (connection: StoredConnection) => boolean): Promise<StoredConnection> {
    return eventually(`${connectionId} says so`, async () => {
      const connection = await getConnection(this.table, connectionId)
      return connection && is(connection) && connection
    })
  }

  /** Whether a connection's keys are stored. */
  async hasKeys(connectionId: string): Promise<boolean> {
    const { rows } = await this.authTable.query({
      pk: partition(`${COMPANY}#${connectionId}`),
      consistent: true,
    })
    return rows.some(({ sk }) => sk.startsWith('KEY#'))
  }

  /** Ends all sessions. */
  async stop(): Promise<void> {
    await Promise.all(this.#open.map((session) => session.stop()))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
