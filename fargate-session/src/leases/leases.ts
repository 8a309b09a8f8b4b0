import { hostname } from 'node:os'
import {
  endDeadOwner,
  isAlive,
  type LeaseState,
  readLeases,
  setOwner,
  taskRowExpiry,
} from '@recado/shared/connections/leases'
import { firstOf } from '@recado/shared/first-of'
import { type LeaseRow, type TaskRow, taskIndex } from '@recado/shared/table/indexes'
import { ConditionFailed, type Table } from '@recado/shared/table/table'
import { fairShare } from './fair-share.ts'

/** A task that does not renew its row loses its leases after this time, in milliseconds. */
export const LEASE_MS = 12_000
export const RENEW_MS = 3_000
/** By the owner's clock, its leases end this much earlier, for differing clocks and slow answers, in milliseconds. */
const MARGIN_MS = 2_000

/** Identity of a running task, and its release. */
export interface TaskId {
  id: string
  release: string
}

/** A shard this task owns. */
export interface Lease {
  shard: number
  /** Raised at every change of owner. An owner with a lower fence has lost the lease. */
  fence: number
}

/**
 * Leases of shards in the table (decision 53). A task renews all its leases by renewing its own row. It takes its fair share
 * of the free shards and gives back its surplus, so shards move when tasks come and go.
 */
export class Leases {
  readonly held = new Map<number, Lease>()
  /** End of the held leases by our own clock, in milliseconds since 1970. */
  #until = 0
  #share: number
  readonly #table: Table
  readonly #shards: number
  readonly #taskId: string
  readonly #release: string
  readonly #since: number
  #isReplaced = false
  readonly #now: () => number
  readonly #taskLost: () => void

  /** @param shards the deployment's number of shards @param taskLost is told of each task that this one finds dead */
  constructor(
    table: Table,
    shards: number,
    { id, release }: TaskId,
    now: () => number,
    taskLost: () => void = () => undefined,
  ) {
    this.#table = table
    this.#shards = shards
    this.#share = shards
    this.#taskId = id
    this.#release = release
    this.#since = now()
    this.#now = now
    this.#taskLost = taskLost
  }

  /**
   * Whether this task owns the shard now, under this fence. A lost lease never becomes valid again: a new one has
   * another fence.
   */
  owns(shard: number, fence: number): boolean {
    const lease = this.held.get(shard)
    return lease !== undefined && lease.fence === fence && this.#now() < this.#until
  }

  /**
   * Shards to give back: those above the fair share, or all of them while an operator drains this task. Their work
   * under way is finished before the release.
   */
  get surplus(): readonly number[] {
    return [...this.held.keys()].slice(this.#share)
  }

  /** Whether a task of another release is running that started after this one. */
  get isReplaced(): boolean {
    return this.#isReplaced
  }

  /** Renews the held leases, computes the fair share, and takes free shards. */
  async turn(): Promise<void> {
    const at = this.#now()
    const { drainingSince } = (await this.#renew(at)) ?? (await this.#begin())
    const state = await readLeases(this.#table)
    this.#forgetLost(state)
    const taking = [...state.tasks.values()].filter(
      (task) => isAlive(task, at) && task.drainingSince === undefined,
    )
    this.#isReplaced = taking.some(
      ({ release, since = 0 }) => release !== this.#release && since > this.#since,
    )
    const ids = taking.map(({ sk }) => sk)
    this.#share = drainingSince === undefined ? fairShare(this.#shards, ids, this.#taskId) : 0
    await this.#takeFree(state, at)
    await this.#giveBackUnheld(state)
  }

  /** Releases all leases, so that other tasks can take the shards at once. */
  async leave(): Promise<void> {
    await Promise.all([...this.held.keys()].map((shard) => this.release(shard)))
    await this.#table.delete(taskIndex.key(this.#taskId))
  }

  async release(shard: number): Promise<void> {
    const lease = this.held.get(shard)
    this.held.delete(shard)
    if (lease) await this.#free(shard, { taskId: this.#taskId, fence: lease.fence })
  }

  #free(shard: number, row: LeaseRow): Promise<boolean> {
    return setOwner(this.#table, shard, row, { taskId: '', fence: row.fence, releasedAt: this.#now() })
  }

  /**
   * Renews all held leases at once.
   * @returns undefined if they have expired, or another task has ended this one
   */
  async #renew(at: number): Promise<TaskRow | undefined> {
    try {
      const row = await this.#table.update(
        taskIndex.key(this.#taskId),
        { set: this.#alive(at) },
        { pk: { exists: true }, isOver: { exists: false } },
      )
      // Work under a lease that has ended has stopped, so the lease must not become valid again.
      if (this.#now() >= this.#until) return undefined
      this.#until = at + LEASE_MS - MARGIN_MS
      return row
    } catch (error) {
      if (error instanceof ConditionFailed) return undefined
      throw error
    }
  }

  /** Begins without leases: those that still name this task are taken anew, with a higher fence. */
  async #begin(): Promise<TaskRow> {
    this.held.clear()
    const at = this.#now()
    const row = await this.#table.update(taskIndex.key(this.#taskId), {
      set: this.#alive(at),
      remove: ['isOver'],
    })
    this.#until = at + LEASE_MS - MARGIN_MS
    return row
  }

  #alive(at: number) {
    const who = { host: hostname(), release: this.#release, since: this.#since }
    return { until: at + LEASE_MS, expiresAt: taskRowExpiry(at), ...who }
  }

  /** A restored table, or fences raised by an operator, may name another owner. */
  #forgetLost({ leases }: LeaseState): void {
    for (const { shard, fence } of this.held.values()) {
      const row = leases.get(shard)
      if (row?.taskId !== this.#taskId || row.fence !== fence) this.held.delete(shard)
    }
  }

  /** Takes shards until its leases are due for renewal. */
  async #takeFree(state: LeaseState, at: number): Promise<void> {
    const shards = Array.from({ length: this.#shards }, (_, shard) => shard)
    const free = shards.filter((shard) => {
      const taskId = state.leases.get(shard)?.taskId ?? ''
      const isOurs = taskId === this.#taskId
      return !this.held.has(shard) && (isOurs || !isAlive(state.tasks.get(taskId), at))
    })
    for (const shard of firstOf(free, this.#share - this.held.size)) {
      if (this.#now() >= at + RENEW_MS) return
      await this.#take(shard, state, at)
    }
  }

  async #take(shard: number, state: LeaseState, at: number): Promise<void> {
    const row = state.leases.get(shard)
    const { taskId, fence } = { taskId: this.#taskId, fence: (row?.fence ?? 0) + 1 }
    const isFree = row?.taskId === taskId || (await this.#endDead(row?.taskId ?? '', state, at))
    if (isFree && (await setOwner(this.#table, shard, row, { taskId, fence })))
      this.held.set(shard, { shard, fence })
  }

  async #endDead(taskId: string, state: LeaseState, at: number): Promise<boolean> {
    const isOver = () => state.tasks.get(taskId)?.isOver
    const wasOver = isOver()
    const isFree = await endDeadOwner(this.#table, state, taskId, at)
    if (isOver() && !wasOver) this.#taskLost()
    return isFree
  }

  /** Releases shards whose row names this task though it does not hold them: its answers were lost, or it has begun anew. */
  async #giveBackUnheld({ leases }: LeaseState): Promise<void> {
    for (const [shard, row] of leases)
      if (row.taskId === this.#taskId && !this.held.has(shard)) await this.#free(shard, row)
  }
}
