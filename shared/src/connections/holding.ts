import { SHARDS } from '../queues/queues.ts'
import {
  type ChainRow,
  type LeaseRow,
  leaseIndex,
  shardIndex,
  type TaskRow,
  taskIndex,
} from '../table/indexes.ts'
import { allRows, committed, type Table, type When } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import type { ConnectionStatus, StatusReason } from './connection.ts'
import { getConnection } from './store.ts'

/** A task of the socket service that is alive. */
export interface SocketTask {
  taskId: string
  /** The machine it runs on; '' where it has not said. */
  host: string
  /** The shards it holds, in order. */
  shards: number[]
  /** Since when it is to give them away, ISO 8601; null where it is not. */
  drainingSince: string | null
}

/** Where a connection is held, and how it stands: nothing of what its company calls it. */
export interface HeldConnection {
  companyId: string
  connectionId: string
  shard: number
  /** The task that leases its shard at this moment; null where nobody does. */
  taskId: string | null
  status: ConnectionStatus
  statusReason: StatusReason | null
  /** When that was last said, ISO 8601. */
  since: string
}

/** The tasks that are alive. @param now milliseconds since 1970 */
export async function socketTasks(table: Table, now: number): Promise<SocketTask[]> {
  const holders = await holdersAt(table, now)
  const tasks: SocketTask[] = []
  const rows = allRows<TaskRow>(table, { pk: taskIndex.pk, consistent: true })
  for await (const { sk: taskId, until, host = '', drainingSince } of rows) {
    if (until < now) continue
    const shards = [...holders].flatMap(([shard, holder]) => (holder === taskId ? [shard] : []))
    tasks.push({
      taskId,
      host,
      shards,
      drainingSince: drainingSince === undefined ? null : new Date(drainingSince).toISOString(),
    })
  }
  return tasks
}

/** Every connection of every company, shard by shard. @param now milliseconds since 1970 */
export async function* heldConnections(table: Table, now: number): AsyncGenerator<HeldConnection> {
  const holders = await holdersAt(table, now)
  for (let shard = 0; shard < SHARDS; shard++) {
    const rows = allRows<ChainRow>(table, { pk: shardIndex.pk(shard), consistent: true })
    for await (const { companyId, connectionId } of rows) {
      const connection = await getConnection(new TenantTable(table, companyId), connectionId)
      if (!connection) continue
      const { status, statusReason, updatedAt: since } = connection
      const taskId = holders.get(shard) ?? null
      yield { companyId, connectionId, shard, taskId, status, statusReason, since }
    }
  }
}

/**
 * Has a task give its shards away and take none, or take its share again.
 * @param now milliseconds since 1970 @returns false where no such task is alive
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
 * Raises every shard's fence above all that were ever given out, while nobody holds a shard. A table that was restored
 * remembers older fences than the keys of WhatsApp, which live in a table of their own, let anybody write with.
 * @param now milliseconds since 1970
 * @returns the shards that somebody holds, whose fences are left as they are
 */
export async function raiseFences(table: Table, now: number): Promise<number[]> {
  // Owners count up one by one: no count ever comes near the seconds since 1970.
  const fence = Math.floor(now / 1000)
  const free: When = [{ pk: { exists: false } }, { until: { below: now }, fence: { below: fence } }]
  const held: number[] = []
  for (let shard = 0; shard < SHARDS; shard++) {
    const raised = table.update(leaseIndex.key(shard), { set: { fence, until: 0, taskId: '' } }, free)
    if (!(await committed(raised))) held.push(shard)
  }
  return held
}

/** Who holds which shard. */
async function holdersAt(table: Table, now: number): Promise<Map<number, string>> {
  const holders = new Map<number, string>()
  const leases = allRows<LeaseRow>(table, { pk: leaseIndex.pk, consistent: true })
  for await (const { sk: shard, taskId, until } of leases)
    if (until >= now) holders.set(Number(shard), taskId)
  return holders
}
