import { resumeChain } from '@recado/shared/campaigns/engine/chain'
import { getConnection } from '@recado/shared/connections/store'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ServicePorts } from '../ports/ports.ts'
import { takeUpWaiting } from './messages.ts'

/**
 * How often an open connection looks for messages that wait, in milliseconds: the command of one may be lost with the process
 * that stored it. Below the ten minutes after which a message fails.
 */
export const LOOKS_EVERY_MS = 3 * 60_000

/** Goes on under the connection's request. @see SessionReport */
interface Adopts {
  adoptRequest(request: number | undefined): Promise<void>
}

/** The open connection, and the fence of the lease under which it opened. */
interface Opened {
  connectionId: string
  fence: number
}

/** Resumes the messages and campaigns that wait for a connection. */
export class WaitingSends {
  readonly #ports: ServicePorts
  readonly #table: TenantTable
  readonly #owner: Opened
  readonly #report: Adopts
  #timer: NodeJS.Timeout | undefined

  constructor(ports: ServicePorts, table: TenantTable, owner: Opened, report: Adopts) {
    this.#ports = ports
    this.#table = table
    this.#owner = owner
    this.#report = report
  }

  /**
   * First people's messages, then campaigns. From now on it looks regularly for messages, and for a request to open the connection
   * whose command was lost.
   * @param openedAt milliseconds since 1970 @param guard handles failures of the later looks
   */
  async opened(openedAt: number, guard: (work: Promise<unknown>) => void): Promise<void> {
    this.rest()
    this.#timer = setInterval(() => guard(this.#lookAgain()), LOOKS_EVERY_MS)
    await this.#takeUp(openedAt)
    await resumeChain(this.#ports, this.#table.companyId, this.#owner.connectionId, openedAt)
  }

  /** Ends the regular looks: the connection closes. */
  rest(): void {
    clearInterval(this.#timer)
  }

  async #lookAgain(): Promise<void> {
    await this.#takeUp(this.#ports.now())
    const connection = await getConnection(this.#table, this.#owner.connectionId)
    if (connection?.wanted === 'open') await this.#report.adoptRequest(connection.request)
  }

  /** @param at names this look, in milliseconds since 1970 */
  #takeUp(at: number): Promise<void> {
    const { connectionId, fence } = this.#owner
    return takeUpWaiting(this.#ports, this.#table, connectionId, `${fence}-${at}`)
  }
}
