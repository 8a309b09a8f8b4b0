import { pauseOf } from '@recado/shared/campaigns/engine/pause'
import { BANS } from '@recado/shared/connections/connection'
import { connectionEvent } from '@recado/shared/connections/events'
import { extendHold } from '@recado/shared/connections/health-store'
import { reportConnection, type StoredConnection } from '@recado/shared/connections/store'
import { shownConnection } from '@recado/shared/connections/view'
import { settled } from '@recado/shared/settled'
import type { TenantTable } from '@recado/shared/table/tenant'
import { patiently } from '../leases/patience.ts'
import type { ServicePorts } from '../ports/ports.ts'
import type { Ending } from '../wire/disconnects.ts'
import type { Linked } from './linked-number.ts'
import type { SessionOwner } from './session-owner.ts'

/**
 * Stores a connection's status and tells the company's browsers. The last change wins. A person's next request comes
 * before it: until the session adopts the request, or ends, nothing is stored.
 */
export class SessionReport {
  readonly #ports: ServicePorts
  readonly #table: TenantTable
  readonly #owner: SessionOwner
  #request: number | undefined
  #said: Partial<StoredConnection> | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(ports: ServicePorts, table: TenantTable, owner: SessionOwner) {
    this.#ports = ports
    this.#table = table
    this.#owner = owner
    this.#request = owner.request
  }

  /** Stores changes one after the other, and none after the lease was lost. */
  say(change: Partial<StoredConnection>): Promise<void> {
    this.#said = change
    const said = this.#last.then(() => this.#store(change))
    this.#last = settled(said)
    return said
  }

  /**
   * A person asked again to open the connection, and this session goes on. The request has overwritten its status, which
   * is stored again. While it reconnects, the request's OPENING is right.
   * @param request as stored on the connection
   */
  async adoptRequest(request: number | undefined): Promise<void> {
    if (request === this.#request) return
    this.#request = request
    if (this.#said && this.#said.status !== 'TIMEOUT') await this.say(this.#said)
  }

  /** The account is logged in. */
  opened({ number, change }: Linked): Promise<void> {
    const state = { status: 'CONNECTED', statusReason: null, qrcode: '', retries: 0 } as const
    return this.say({ ...state, number, pendingNumber: null, bannedUntil: null, ...change })
  }

  /**
   * The session ended, and only a person can continue it. @param pendingNumber a linked number that is not the
   * known one
   */
  async ended(
    { status, statusReason, bannedUntil = null }: Omit<Ending, 'forget'>,
    pendingNumber: string | null = null,
  ): Promise<void> {
    const state = { status, statusReason, bannedUntil, pendingNumber, qrcode: '', retries: 0 }
    await this.say({ ...state, wanted: 'closed' })
    if (!BANS.includes(statusReason)) return
    const until = bannedUntil === null ? this.#ports.now() : Date.parse(bannedUntil)
    await patiently(() => extendHold(this.#table, this.#owner.connectionId, 'restrictedUntil', until))
  }

  async #store(change: Partial<StoredConnection>): Promise<void> {
    const { connectionId, fence } = this.#owner
    if (!this.#owner.owns()) return
    const updatedAt = new Date(this.#ports.now()).toISOString()
    const of = { fence, request: this.#request }
    const stored = () => reportConnection(this.#table, connectionId, of, { ...change, updatedAt })
    if (!(await patiently(stored))) return
    if (change.status) {
      const { status, statusReason } = change
      const { companyId } = this.#table
      this.#ports.log.info('connection changed', {
        companyId,
        connectionId,
        fence,
        status,
        reason: statusReason,
      })
    }
    await publishConnection(this.#ports, this.#table, connectionId)
    // The connection waits for a person, so its campaigns pause too.
    if (change.wanted === 'closed') await pauseOf(this.#ports, this.#table.companyId, connectionId, change)
  }
}

/** Sends a connection's current state to the company's browsers. */
export async function publishConnection(
  ports: ServicePorts,
  table: TenantTable,
  connectionId: string,
): Promise<void> {
  const shown = await shownConnection(table, connectionId, ports.now())
  if (shown) await ports.publish(connectionEvent(table.companyId, 'whatsappSession', 'update', shown))
}
