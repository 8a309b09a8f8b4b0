import type { RecentlySent } from '../../connections/sent-messages.ts'
import type { Queues } from '../../queues/queues.ts'
import type { Table } from '../../table/table.ts'
import { TenantTable } from '../../table/tenant.ts'
import type { RecipientRef } from '../recipient.ts'

/** Those who watch a campaign run. No call waits for them or fails. */
export interface Watchers {
  countersChanged(companyId: string, campaignId: string): Promise<void>
  recipientChanged(companyId: string, recipient: RecipientRef): Promise<void>
  /** Every recipient is accounted for. */
  campaignEnded?(companyId: string, campaignId: string): Promise<void>
}

/** Everything the engine touches outside itself; the simulation gives its own. */
export interface Ports {
  table: Table
  queues: Queues
  /** Tells browsers, after the write; what is lost here is made good by their next reload. */
  watchers: Watchers
  /** Where messages are sent: those of which answers are expected. */
  recentlySent?: RecentlySent
  /** Milliseconds since 1970. */
  now(): number
  /** Uniform in [0, 1). */
  random(): number
}

export const tenantOf = (ports: Pick<Ports, 'table'>, companyId: string) =>
  new TenantTable(ports.table, companyId)
