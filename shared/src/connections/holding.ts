import { type LeaseRow, leaseIndex, shardIndex, taskIndex } from '../table/indexes.ts'
import { allRows, committed, type Table, type When } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import type { ConnectionStatus, StatusReason } from './connection.ts'
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
  const holders = await holdersAt(table, now)
  const tasks: SocketTask[] = []
  const rows = allRows(table, { pk: taskIndex.pk, consistent: true })
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

/**
 * Every connection of every company, shard by shard.
 * @param shards the deployment's number of shards @param now milliseconds since 1970
 */
export async function* heldConnections(
  table: Table,
  shards: number,
  now: number,
): AsyncGenerator<HeldConnection> {
  const holders = await holdersAt(table, now)
  for (let shard = 0; shard < shards; shard++) {
    const rows = allRows(table, { pk: shardIndex.pk(shard), consistent: true })
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
  const free: When<LeaseRow> = [
    { pk: { exists: false } },
    { until: { below: now }, fence: { below: fence + 1 } },
  ]
  const held: number[] = []
  for (let shard = 0; shard < shards; shard++) {
    const raised = table.update(leaseIndex.key(shard), { set: { fence, until: 0, taskId: '' } }, free)
    if (!(await committed(raised))) held.push(shard)
  }
  return held
}

/** The shards that a task leases now, in order. @param now milliseconds since 1970 */
export const leasedShards = async (table: Table, now: number): Promise<number[]> =>
  [...(await holdersAt(table, now)).keys()].sort((a, b) => a - b)

/** The lease owner of each shard. */
async function holdersAt(table: Table, now: number): Promise<Map<number, string>> {
  const holders = new Map<number, string>()
  const leases = allRows(table, { pk: leaseIndex.pk, consistent: true })
  for await (const { sk: shard, taskId, until } of leases)
    if (until >= now) holders.set(Number(shard), taskId)
  return holders
}
