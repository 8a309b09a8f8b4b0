import { shardIndex, taskIndex } from '../table/indexes.ts'
import { allRows, committed, type Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import type { ConnectionStatus, StatusReason } from './connection.ts'
import { endDeadOwner, isAlive, ownerOf, readLeases, setOwner } from './leases.ts'
import { getConnection } from './store.ts'

/** A live task of the socket service. */
export interface SocketTask {
  taskId: string
  /** The machine it runs on; '' if unknown. */
  host: string
  /** The shards it holds, in order. */
  shards: number[]
  /** Since when it drains, ISO 8601; null if it does not. */
  drainingSince: string | null
}

/** A connection's owner and status, without the company's names for it. */
export interface HeldConnection {
  companyId: string
  connectionId: string
  shard: number
  /** The task that leases its shard now; null without a lease owner. */
  taskId: string | null
  status: ConnectionStatus
  statusReason: StatusReason | null
  /** When the status was last reported, ISO 8601. */
  since: string
}

/** The live tasks. @param now milliseconds since 1970 */
export async function socketTasks(table: Table, now: number): Promise<SocketTask[]> {
  const state = await readLeases(table)
  const shards = Map.groupBy(inOrder(state.leases.keys()), (shard) => ownerOf(state, shard, now))
  const alive = [...state.tasks.values()].filter((task) => isAlive(task, now))
  return alive.map(({ sk: taskId, host = '', drainingSince }) => ({
    taskId,
    host,
    shards: shards.get(taskId) ?? [],
    drainingSince: drainingSince === undefined ? null : new Date(drainingSince).toISOString(),
  }))
}

/**
 * Every connection of every company, shard by shard.
 * @param shards the deployment's number of shards @param now milliseconds since 1970
 */
export async function* heldConnections(
  table: Table,
  shards: number,
  now: number,
): AsyncGenerator<HeldConnection> {
  const leases = await readLeases(table)
  for (let shard = 0; shard < shards; shard++) {
    const rows = allRows(table, { pk: shardIndex.pk(shard), consistent: true })
    for await (const { companyId, connectionId } of rows) {
      const connection = await getConnection(new TenantTable(table, companyId), connectionId)
      if (!connection) continue
      const { status, statusReason, updatedAt: since } = connection
      const taskId = ownerOf(leases, shard, now) ?? null
      yield { companyId, connectionId, shard, taskId, status, statusReason, since }
    }
  }
}

/**
 * Starts or ends the draining of a task: a draining task releases its shards and takes none.
 * @param now milliseconds since 1970 @returns false if the task is not alive
 */
export const drainTask = (table: Table, taskId: string, isDraining: boolean, now: number): Promise<boolean> =>
  committed(
    table.update(
      taskIndex.key(taskId),
      isDraining ? { set: { drainingSince: now } } : { remove: ['drainingSince'] },
      { until: { atLeast: now } },
    ),
  )

/**
 * Raises the fence of every unleased shard above all fences ever issued. A restored table has older fences than the
 * table of WhatsApp's keys, which accepts only newer ones. So does a connection's new shard. May be repeated.
 * @param shards the deployment's number of shards
 * @param now milliseconds since 1970
 * @returns the leased shards, whose fences are left as they are
 */
export async function raiseFences(table: Table, shards: number, now: number): Promise<number[]> {
  // Owners raise the fence by one, so it never comes near the seconds since 1970.
  const fence = Math.floor(now / 1000)
  const state = await readLeases(table)
  const held: number[] = []
  for (let shard = 0; shard < shards; shard++) {
    const lease = state.leases.get(shard)
    const isFree = await endDeadOwner(table, state, lease?.taskId ?? '', now)
    const isRaised = lease !== undefined && lease.fence >= fence
    if (!isFree || !(isRaised || (await setOwner(table, shard, lease, { taskId: '', fence }))))
      held.push(shard)
  }
  return held
}

/** The shards that a task leases now, in order. @param now milliseconds since 1970 */
export async function leasedShards(table: Table, now: number): Promise<number[]> {
  const state = await readLeases(table)
  return inOrder(state.leases.keys()).filter((shard) => ownerOf(state, shard, now) !== undefined)
}

const inOrder = (shards: Iterable<number>): number[] => [...shards].sort((a, b) => a - b)
