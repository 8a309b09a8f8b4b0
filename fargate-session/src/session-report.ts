import { pauseOf } from '@recado/shared/campaigns/engine/pause'
import type { Connection } from '@recado/shared/connections/connection'
import { changeConnection, type StoredConnection } from '@recado/shared/connections/store'
import { shownConnection } from '@recado/shared/connections/view'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { ServicePorts } from './ports.ts'

/** Stores what has become of a connection and tells the company's browsers. */
export async function report(
  ports: ServicePorts,
  table: TenantTable,
  connectionId: string,
  change: Partial<StoredConnection>,
): Promise<void> {
  const updatedAt = new Date(ports.now()).toISOString()
  if (await changeConnection(table, connectionId, { ...change, updatedAt }))
    await tell(ports, table, connectionId)
  // Only a person can bring it back: its campaigns wait for one, too.
  if (change.wanted === 'closed') await pauseOf(ports, table.companyId, connectionId)
}

/** Tells the company's browsers how a connection is. */
export async function tell(ports: ServicePorts, table: TenantTable, connectionId: string): Promise<void> {
  const record: Connection | undefined = await shownConnection(table, connectionId, ports.now())
  const { companyId } = table
  if (record) await ports.publish({ companyId, topic: 'whatsappSession', action: 'update', body: { record } })
}
