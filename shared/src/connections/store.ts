import { takePlace, withinPlan } from '../companies/usage.ts'
import { Entity } from '../migrations/entity.ts'
import type { Plan } from '../plans/plan.ts'
import { shardOf } from '../queues/queues.ts'
import { shardIndex } from '../table/indexes.ts'
import { allRows, committed, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Connection } from './connection.ts'

/** What is stored of a connection. */
export type StoredConnection = Omit<Connection, 'queues' | 'health' | 'hasToken'> & {
  companyId: string
  token: string | null
  /** What a person wants of it: the socket service works towards this. */
  wanted: 'open' | 'closed'
  queueIds: string[]
  /** Of the lease under which its session last said how it is. */
  fence?: number
}

const PARTITION = 'CONNECTIONS'
export const connectionKey = (connectionId: string): Key => ({ pk: PARTITION, sk: connectionId })

/** A connection that there is or was: what was said over it stays when it goes. */
const EVER = 'CONNECTIONS-EVER'

/** What the first connections were stored without. */
const ADDED_SINCE = {
  pendingNumber: null,
  token: null,
  queueIds: [],
  newContactsPerDay: null,
  warmUpDays: 0,
  linkedAt: null,
  knownNumber: null,
}

export const connections = new Entity<StoredConnection>({
  name: 'connections',
  migrations: [
    { id: '1-numbers-queues-and-limits', upgrade: (row) => ({ ...ADDED_SINCE, ...row }) },
    { id: '2-end-of-a-ban', upgrade: (row) => ({ bannedUntil: null, ...row }) },
  ],
  partitions: async () => [PARTITION],
})

export async function getConnection(
  table: TenantTable,
  connectionId: string,
): Promise<StoredConnection | undefined> {
  const row = await table.get<StoredConnection>(connectionKey(connectionId))
  return row && connections.read(row)
}

export async function allConnections(table: TenantTable): Promise<StoredConnection[]> {
  const all: StoredConnection[] = []
  for await (const row of allRows<StoredConnection>(table, { pk: PARTITION, consistent: true }))
    all.push(connections.read(row))
  return all
}

/** The ids of all connections there ever were. */
export async function connectionIdsEver(table: TenantTable): Promise<string[]> {
  const ids: string[] = []
  for await (const { sk } of allRows(table, { pk: EVER, consistent: true })) ids.push(sk)
  return ids
}

/**
 * Stores a new connection, and where the task that owns its shard finds it.
 * @param plan the company's; without one there is no limit
 * @throws DomainError ERR_PLAN_LIMIT
 */
export const putConnection = (table: TenantTable, connection: StoredConnection, plan?: Plan): Promise<void> =>
  withinPlan(
    table.transact([
      takePlace('connections', plan),
      {
        put: { ...connections.stamped(connection), ...connectionKey(connection.id) },
        when: { pk: { exists: false } },
      },
      { put: { pk: EVER, sk: connection.id } },
      { index: shardIndex.put(shardOf(connection.id), connection.companyId, connection.id) },
    ]),
    'connections',
    0,
  )

/** @returns false where there is no such connection any more */
export const changeConnection = (
  table: TenantTable,
  connectionId: string,
  change: Partial<StoredConnection>,
) => committed(table.update(connectionKey(connectionId), { set: change }, { pk: { exists: true } }))

/**
 * What the session of a connection says of it, by the fence of its lease.
 * @returns false where a later owner has spoken, or there is no such connection any more
 */
export const reportConnection = (
  table: TenantTable,
  connectionId: string,
  fence: number,
  change: Partial<StoredConnection>,
) =>
  committed(
    table.update(connectionKey(connectionId), { set: { ...change, fence } }, [
      { pk: { exists: true }, fence: { exists: false } },
      { fence: { below: fence } },
      { fence },
    ]),
  )

/** Its task has died, with nobody to take over. @returns false where anything has changed since it was read */
export const abandonConnection = (
  table: TenantTable,
  { id, status, updatedAt }: StoredConnection,
  now: number,
) =>
  committed(
    table.update(
      connectionKey(id),
      { set: { status: 'TIMEOUT', statusReason: 'NETWORK', updatedAt: new Date(now).toISOString() } },
      { status, updatedAt },
    ),
  )

export const deleteConnection = (table: TenantTable, connectionId: string) =>
  table.transact([
    { delete: connectionKey(connectionId) },
    { index: shardIndex.delete(shardOf(connectionId), table.companyId, connectionId) },
  ])
