import { resumeChain } from '@recado/shared/campaigns/engine/chain'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ServicePorts } from '../ports/ports.ts'
import { takeUpWaiting } from './messages.ts'

/**
 * How often an open connection looks for messages that wait, in milliseconds: the command of one may be lost with the process
 * that stored it. Below the ten minutes after which a message fails.
 */
export const LOOKS_EVERY_MS = 3 * 60_000

/** The open connection, and the fence of the lease under which it opened. */
interface Opened {
  connectionId: string
  fence: number
}

/** Goes on with what waits for a connection. */
export class Waiting {
  readonly #ports: ServicePorts
  readonly #table: TenantTable
  readonly #owner: Opened
  #timer: NodeJS.Timeout | undefined

  constructor(ports: ServicePorts, table: TenantTable, owner: Opened) {
    this.#ports = ports
    this.#table = table
    this.#owner = owner
  }

  /**
   * First people's messages, then campaigns. From now on it looks for messages regularly.
   * @param openedAt milliseconds since 1970 @param guard handles failures of the later looks
   */
  async opened(openedAt: number, guard: (work: Promise<unknown>) => void): Promise<void> {
    this.rest()
    this.#timer = setInterval(() => guard(this.#takeUp(this.#ports.now())), LOOKS_EVERY_MS)
    await this.#takeUp(openedAt)
    await resumeChain(this.#ports, this.#table.companyId, this.#owner.connectionId, openedAt)
  }

  /** Ends the regular looks: the connection closes. */
  rest(): void {
    clearInterval(this.#timer)
  }

  /** @param at names this look, in milliseconds since 1970 */
  #takeUp(at: number): Promise<void> {
    const { connectionId, fence } = this.#owner
    return takeUpWaiting(this.#ports, this.#table, connectionId, `${fence}-${at}`)
  }
}
