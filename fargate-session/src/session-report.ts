import { pauseOf } from '@recado/shared/campaigns/engine/pause'
import { connectionEvent } from '@recado/shared/connections/events'
import { reportConnection, type StoredConnection } from '@recado/shared/connections/store'
import { shownConnection } from '@recado/shared/connections/view'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { Ending } from './disconnects.ts'
import type { Linked } from './linked-number.ts'
import { patiently } from './patience.ts'
import type { ServicePorts } from './ports.ts'
import type { SessionOwner } from './session-owner.ts'

/** Stores what becomes of a connection and tells the company's browsers. What was said last is what stays. */
export class SessionReport {
  readonly #ports: ServicePorts
  readonly #table: TenantTable
  readonly #owner: SessionOwner
  #last: Promise<void> = Promise.resolve()

  constructor(ports: ServicePorts, table: TenantTable, owner: SessionOwner) {
    this.#ports = ports
    this.#table = table
    this.#owner = owner
  }

  /** One after the other, and nothing where the lease has moved on. */
  say(change: Partial<StoredConnection>): Promise<void> {
    const said = this.#last.then(() => this.#store(change))
    this.#last = said.catch(() => undefined)
    return said
  }

  /** The account is logged in. */
  opened({ number, change }: Linked): Promise<void> {
    const state = { status: 'CONNECTED', statusReason: null, qrcode: '', retries: 0 } as const
    return this.say({ ...state, number, pendingNumber: null, bannedUntil: null, ...change })
  }

  /** Only a person can go on. @param pendingNumber another number that was linked than the known one */
  ended(
    { status, statusReason, bannedUntil = null }: Omit<Ending, 'forget'>,
    pendingNumber: string | null = null,
  ): Promise<void> {
    const state = { status, statusReason, bannedUntil, pendingNumber, qrcode: '', retries: 0 }
    return this.say({ ...state, wanted: 'closed' })
  }

  async #store(change: Partial<StoredConnection>): Promise<void> {
    const { connectionId, fence } = this.#owner
    if (!this.#owner.owns()) return
    const updatedAt = new Date(this.#ports.now()).toISOString()
    const stored = () => reportConnection(this.#table, connectionId, fence, { ...change, updatedAt })
    if (!(await patiently(stored))) return
    await tell(this.#ports, this.#table, connectionId)
    // Only a person can bring it back: its campaigns wait for one, too.
    if (change.wanted === 'closed') await pauseOf(this.#ports, this.#table.companyId, connectionId)
  }
}

/** Tells the company's browsers how a connection is. */
export async function tell(ports: ServicePorts, table: TenantTable, connectionId: string): Promise<void> {
  const shown = await shownConnection(table, connectionId, ports.now())
  if (shown) await ports.publish(connectionEvent(table.companyId, 'whatsappSession', 'update', shown))
}
