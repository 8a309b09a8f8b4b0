import { type PlanAsRead, samePlan, takePlace, withinPlan } from '../companies/usage.ts'
import { DEFAULT_SHARDS, shardOf } from '../queues/shards.ts'
import { Entity } from '../table/entity.ts'
import { shardIndex } from '../table/indexes.ts'
import type { AGAIN } from '../table/retrying.ts'
import {
  type All,
  allRows,
  committed,
  deleteRow,
  type Key,
  partition,
  putRow,
  updateRow,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Connection } from './connection.ts'

/** A stored connection. */
export type StoredConnection = Omit<Connection, 'queues' | 'health' | 'hasToken'> & {
  companyId: string
  token: string | null
  /** The state that a person wants: the socket service works towards it. */
  wanted: 'open' | 'closed'
  queueIds: string[]
  /** The fence of the lease under which its session last reported. */
  fence?: number
  /** The number of people's requests so far to open or close it. Missing before the first one. */
  request?: number
  /** The last request whose account was unlinked. Missing before the first one. */
  unlinkedFor?: number
  /** The version of these attributes: see {@link Entity}. */
  v?: number
}

const PARTITION = partition<StoredConnection>('CONNECTIONS')
export const connectionKey = (connectionId: string): Key<StoredConnection> => ({
  pk: PARTITION,
  sk: connectionId,
})

/** Every existing or deleted connection: its conversations stay after its deletion. */
const EVER = partition<object>('CONNECTIONS-EVER')

/** Attributes that the first stored connections lack. */
const ADDED_SINCE = {
  pendingNumber: null,
  token: null,
  queueIds: [],
  newContactsPerDay: null,
  warmUpDays: 0,
  linkedAt: null,
  knownNumber: null,
}

/** Defaults of a connection's customer service (part 4 §3). */
export const CUSTOMER_SERVICE = {
  defaultQueueId: null,
  groups: 'tab',
  readReceipts: 'attending',
  showTyping: true,
} as const

export const connections = new Entity<StoredConnection>({
  name: 'connections',
  migrations: [
    { id: '1-numbers-queues-and-limits', upgrade: (row) => ({ ...ADDED_SINCE, ...row }) },
    { id: '2-end-of-a-ban', upgrade: (row) => ({ bannedUntil: null, ...row }) },
    { id: '3-customer-service', upgrade: (row) => ({ ...CUSTOMER_SERVICE, ...row }) },
  ],
  partitions: async () => [PARTITION],
})

/** The queues of a connection, the default one first. Of a deleted connection: none. */
export function queuesOf(
  connection: Pick<StoredConnection, 'queueIds' | 'defaultQueueId'> | undefined,
): string[] {
  const { queueIds = [], defaultQueueId = null } = connection ?? {}
  if (!defaultQueueId) return queueIds
  return [defaultQueueId, ...queueIds.filter((id) => id !== defaultQueueId)]
}

export async function getConnection(
  table: TenantTable,
  connectionId: string,
): Promise<StoredConnection | undefined> {
  const row = await table.get(connectionKey(connectionId))
  return row && connections.read(row)
}

export async function allConnections(table: TenantTable): Promise<StoredConnection[]> {
  const all: StoredConnection[] = []
  for await (const row of allRows(table, { pk: PARTITION, consistent: true })) all.push(connections.read(row))
  return all
}

/** The ids of all connections, including deleted ones. */
export async function connectionIdsEver(table: TenantTable): Promise<string[]> {
  const ids: string[] = []
  for await (const { sk } of allRows(table, { pk: EVER, consistent: true })) ids.push(sk)
  return ids
}

/**
 * Stores a new connection, and its index row for the task that owns its shard.
 * @param plan the company's plan; without one there is no limit
 * @param shards the deployment's number of shards
 * @returns AGAIN if the company has another plan by now
 * @throws DomainError ERR_PLAN_LIMIT
 */
export const putConnection = (
  table: TenantTable,
  connection: StoredConnection,
  { plan, shards = DEFAULT_SHARDS }: { plan?: PlanAsRead | undefined; shards?: number } = {},
): Promise<true | typeof AGAIN> =>
  withinPlan(
    table
      .transact([
        takePlace('connections', plan),
        putRow(
          { ...connections.stamped(connection), ...connectionKey(connection.id) },
          { pk: { exists: false } },
        ),
        putRow({ pk: EVER, sk: connection.id }),
        { index: shardIndex.put(shardOf(connection.id, shards), connection.companyId, connection.id) },
        ...samePlan(plan),
      ])
      .then(() => true as const),
    plan,
    'connections',
    0,
  )

/**
 * Changes a connection. A change of its wanted state is a person's request and gets the next number, so that reports
 * of sessions from before it change nothing. A transaction, so that a lost answer does not part it from the command that
 * follows (docs/adr/0059-rare-writes-are-transactions.md).
 * @returns false if the condition does not hold; without one, if the connection does not exist any more
 */
export const changeConnection = (
  table: TenantTable,
  connectionId: string,
  change: Partial<StoredConnection>,
  when: All<StoredConnection> = { pk: { exists: true } },
) => {
  const counted = change.wanted && { add: { request: 1 } }
  return committed(
    table.transact([updateRow(connectionKey(connectionId), { set: change, ...counted }, when)]),
  )
}

/**
 * Stores a session's report on its connection.
 * @param of the fence of the session's lease, and the connection's request that the session carries out
 * @returns false if a later owner has reported, a person has made another request, or the connection does not exist any
 * more
 */
export const reportConnection = (
  table: TenantTable,
  connectionId: string,
  { fence, request }: Pick<StoredConnection, 'request'> & { fence: number },
  change: Partial<StoredConnection>,
) => {
  const asked = { pk: { exists: true }, request: request ?? { exists: false } }
  return committed(
    table.update(connectionKey(connectionId), { set: { ...change, fence } }, [
      { ...asked, fence: { exists: false } },
      { ...asked, fence: { below: fence } },
      { ...asked, fence },
    ]),
  )
}

/** Marks a connection whose task died without a successor. @returns false if it changed since it was read */
export const abandonConnection = (
  table: TenantTable,
  { id, status, updatedAt }: StoredConnection,
  now: number,
) =>
  committed(
    table.transact([
      updateRow(
        connectionKey(id),
        { set: { status: 'TIMEOUT', statusReason: 'NETWORK', updatedAt: new Date(now).toISOString() } },
        { status, updatedAt },
      ),
    ]),
  )

/** @param shards the deployment's number of shards */
export const deleteConnection = (table: TenantTable, connectionId: string, shards = DEFAULT_SHARDS) =>
  table.transact([
    deleteRow(connectionKey(connectionId)),
    { index: shardIndex.delete(shardOf(connectionId, shards), table.companyId, connectionId) },
  ])
