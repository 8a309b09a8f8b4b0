import { shardOf } from '../queues/queues.ts'
import { shardIndex } from '../table/indexes.ts'
import { allRows, committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Connection } from './connection.ts'

/** What is stored of a connection. */
export type StoredConnection = Omit<Connection, 'queues' | 'health'> & {
  companyId: string
  /** What a person wants of it: the socket service works towards this. */
  wanted: 'open' | 'closed'
  queueIds: string[]
}

const PARTITION = 'CONNECTIONS'
export const connectionKey = (connectionId: string): Key => ({ pk: PARTITION, sk: connectionId })

/** What rows of an earlier version lack. */
const ADDED_SINCE = {
  pendingNumber: null,
  token: null,
  queueIds: [],
  newContactsPerDay: null,
  warmUpDays: 0,
  linkedAt: null,
  knownNumber: null,
}

export async function getConnection(
  table: TenantTable,
  connectionId: string,
): Promise<StoredConnection | undefined> {
  const row = await table.get<StoredConnection>(connectionKey(connectionId))
  return row && { ...ADDED_SINCE, ...row }
}

export async function allConnections(table: TenantTable): Promise<StoredConnection[]> {
  const connections: StoredConnection[] = []
  for await (const row of allRows<StoredConnection>(table, { pk: PARTITION, consistent: true }))
    connections.push({ ...ADDED_SINCE, ...row })
  return connections
}

/** Stores a new connection, and where the task that owns its shard finds it. */
export const putConnection = (table: TenantTable, connection: StoredConnection) =>
  table.transact([
    { put: { ...connection, ...connectionKey(connection.id) }, when: { pk: { exists: false } } },
    { index: shardIndex.put(shardOf(connection.id), connection.companyId, connection.id) },
  ])

/** @returns false where there is no such connection any more */
export const changeConnection = (
  table: TenantTable,
  connectionId: string,
  change: Partial<StoredConnection>,
) => committed(table.update(connectionKey(connectionId), { set: change }, { pk: { exists: true } }))

export const deleteConnection = (table: TenantTable, connectionId: string) =>
  table.transact([
    { delete: connectionKey(connectionId) },
    { index: shardIndex.delete(shardOf(connectionId), table.companyId, connectionId) },
  ])
