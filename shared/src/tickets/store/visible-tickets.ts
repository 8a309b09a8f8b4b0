import { allConnections, queuesOf } from '../../connections/store.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { canSee, sightOf, type Viewer } from '../rules/sight.ts'

/** Which tickets a user may see. Meant for many tickets: it reads all connections once. */
export async function visibleTo(
  table: TenantTable,
  viewer: Viewer,
): Promise<(ticket: StoredTicket) => boolean> {
  const connections = await allConnections(table)
  const queues = new Map(connections.map((connection) => [connection.id, queuesOf(connection)]))
  return (ticket) => canSee(viewer, sightOf(ticket, queues.get(ticket.whatsappId) ?? []))
}
