import { type LeaseRow, leaseIndex, type TaskRow, taskIndex } from '../table/indexes.ts'
import { allRows, committed, type Row, type Table } from '../table/table.ts'

/** A dead task's row is kept for this long, in seconds. */
const TASK_KEPT_S = 86_400

/** The rows of the shards that ever had an owner, and of the tasks, dead ones too. */
export interface LeaseState {
  leases: Map<number, Row<LeaseRow>>
  tasks: Map<string, Row<TaskRow>>
}

/** Reads the leases first: a task that takes a shard has written its own row before. */
export async function readLeases(table: Table): Promise<LeaseState> {
  const leases: LeaseState['leases'] = new Map()
  for await (const row of allRows(table, { pk: leaseIndex.pk, consistent: true }))
    leases.set(Number(row.sk), row)
  const tasks: LeaseState['tasks'] = new Map()
  for await (const row of allRows(table, { pk: taskIndex.pk, consistent: true })) tasks.set(row.sk, row)
  return { leases, tasks }
}

/** @param now milliseconds since 1970 */
export const isAlive = (task: TaskRow | undefined, now: number): boolean =>
  task !== undefined && !task.isOver && task.until >= now

/** The live task that leases the shard; undefined without one. @param now milliseconds since 1970 */
export function ownerOf({ leases, tasks }: LeaseState, shard: number, now: number): string | undefined {
  const taskId = leases.get(shard)?.taskId
  return taskId !== undefined && isAlive(tasks.get(taskId), now) ? taskId : undefined
}

/** When a task's row goes by itself, in seconds since 1970. @param now milliseconds since 1970 */
export const taskRowExpiry = (now: number): number => Math.floor(now / 1000) + TASK_KEPT_S

/**
 * Ends a dead task, so that its leases can be given to others: it can no longer renew them, even if its clock is slow or it
 * has slept.
 * @param taskId '' if no task owned the shard
 * @param now milliseconds since 1970
 * @returns false if the task is alive, or has renewed its leases since `state` was read
 */
export async function endDeadOwner(
  table: Table,
  { tasks }: LeaseState,
  taskId: string,
  now: number,
): Promise<boolean> {
  const task = tasks.get(taskId)
  if (isAlive(task, now)) return false
  // A task without a row can renew nothing either.
  if (!task || task.isOver) return true
  const ending = { set: { isOver: true, expiresAt: taskRowExpiry(now) } }
  const isEnded = await committed(table.update(taskIndex.key(taskId), ending, { until: task.until }))
  if (isEnded) tasks.set(taskId, { ...task, isOver: true })
  return isEnded
}

/**
 * Gives a shard another owner, or another fence.
 * @param row the shard's lease as it was read; undefined if it never had an owner
 * @returns false if the lease has changed since
 */
export const setOwner = (
  table: Table,
  shard: number,
  row: LeaseRow | undefined,
  owner: LeaseRow,
): Promise<boolean> =>
  committed(
    table.update(
      leaseIndex.key(shard),
      { set: owner },
      row ? { taskId: row.taskId, fence: row.fence } : { pk: { exists: false } },
    ),
  )
