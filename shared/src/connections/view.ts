import { timeZoneOf } from '../companies/time-zone.ts'
import type { TenantTable } from '../table/tenant.ts'
import { allTicketQueues, type StoredTicketQueue } from '../ticket-queues/store.ts'
import { type Connection, connection } from './connection.ts'
import { allHealth, budgetOf, getHealth, type HealthRow, healthOf } from './health-store.ts'
import { allConnections, getConnection, type StoredConnection } from './store.ts'

/**
 * A connection as every user of the company sees it, without its QR code. The code is a separate field: only users who
 * may link get it.
 */
export interface ShownConnection {
  record: Connection
  qrcode: string
}

/** All connections of a company as the API shows them. @param now milliseconds since 1970 */
export async function shownConnections(table: TenantTable, now: number): Promise<ShownConnection[]> {
  const [connections, health, surroundings] = await Promise.all([
    allConnections(table),
    allHealth(table),
    surroundingsOf(table),
  ])
  return connections.map((stored) => shown(stored, health.get(stored.id) ?? {}, surroundings, now))
}

/** One connection as the API shows it; undefined if it does not exist. */
export async function shownConnection(
  table: TenantTable,
  connectionId: string,
  now: number,
): Promise<ShownConnection | undefined> {
  const [stored, health, surroundings] = await Promise.all([
    getConnection(table, connectionId),
    getHealth(table, connectionId),
    surroundingsOf(table),
  ])
  return stored && shown(stored, health, surroundings, now)
}

/** Data shown with a connection: the company's queues and its time zone. */
interface Surroundings {
  queues: StoredTicketQueue[]
  timeZone: string
}

async function surroundingsOf(table: TenantTable): Promise<Surroundings> {
  const [queues, timeZone] = await Promise.all([allTicketQueues(table), timeZoneOf(table)])
  return { queues, timeZone }
}

/** The schema selects the shown attributes; other attributes of the row stay internal. */
function shown(
  stored: StoredConnection,
  health: HealthRow,
  { queues, timeZone }: Surroundings,
  now: number,
): ShownConnection {
  const chosen = new Set(stored.queueIds)
  const record = connection.parse({
    ...stored,
    qrcode: '',
    hasToken: stored.token !== null,
    queues: queues.filter(({ id }) => chosen.has(id)),
    health: healthOf(health, budgetOf(stored, health, now, timeZone), now),
  })
  return { record, qrcode: stored.qrcode }
}
