import { hostname } from 'node:os'
import { firstOf } from '@recado/shared/first-of'
import { type LeaseRow, leaseIndex, type TaskRow, taskIndex } from '@recado/shared/table/indexes'
import { allRows, committed, type Row, type Table } from '@recado/shared/table/table'
import { fairShare } from './fair-share.ts'

/** An unrenewed lease expires after this time, in milliseconds. */
export const LEASE_MS = 12_000
export const RENEW_MS = 3_000
/** By the owner's clock, a lease ends this much earlier, for differing clocks and slow answers, in milliseconds. */
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
  /** End of the lease by our own clock, in milliseconds since 1970. */
  until: number
}

/**
 * Leases of shards in the table. Each task takes its fair share of the free shards and gives back its surplus, so
 * shards move when tasks come and go.
 */
export class Leases {
  readonly held = new Map<number, Lease>()
  #share: number
  readonly #table: Table
  readonly #shards: number
  readonly #taskId: string
  readonly #release: string
  readonly #since: number
  #isReplaced = false
  readonly #now: () => number

  /** @param shards the deployment's number of shards */
  constructor(table: Table, shards: number, { id, release }: TaskId, now: () => number) {
    this.#table = table
    this.#shards = shards
    this.#share = shards
    this.#taskId = id
    this.#release = release
    this.#since = now()
    this.#now = now
  }

  /**
   * Whether this task owns the shard now, under this fence. A lost lease never becomes valid again: a new one has
   * another fence.
   */
  owns(shard: number, fence: number): boolean {
    const lease = this.held.get(shard)
    return lease !== undefined && lease.fence === fence && this.#now() < lease.until
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

  /** Renews held leases, computes the fair share, and takes free shards. */
  async turn(): Promise<void> {
    const now = this.#now()
    const who = { host: hostname(), release: this.#release, since: this.#since }
    const alive = { set: { until: now + LEASE_MS, ...who } }
    const { drainingSince } = await this.#table.update(taskIndex.key(this.#taskId), alive)
    const isDraining = drainingSince !== undefined
    await Promise.all([...this.held.values()].map((lease) => this.#renew(lease)))
    const taking = await this.#tasksTaking(now)
    this.#share = isDraining ? 0 : fairShare(this.#shards, taking, this.#taskId)
    if (this.held.size < this.#share) await this.#takeFree(now)
  }

  /** Releases all leases, so that other tasks can take the shards at once. */
  async leave(): Promise<void> {
    await Promise.all([...this.held.keys()].map((shard) => this.release(shard)))
    await this.#table.delete(taskIndex.key(this.#taskId))
  }

  async release(shard: number): Promise<void> {
    const lease = this.held.get(shard)
    this.held.delete(shard)
    if (!lease) return
    const mine = { taskId: this.#taskId, fence: lease.fence }
    await committed(
      this.#table.update(leaseIndex.key(shard), { set: { until: 0, releasedAt: this.#now() } }, mine),
    )
  }

  /** An expired lease is not renewed but released. Its next owner, even this task, gets a higher fence. */
  async #renew({ shard, fence, until }: Lease): Promise<void> {
    const at = this.#now()
    const mine = { taskId: this.#taskId, fence }
    const renewed =
      at < until &&
      (await committed(this.#table.update(leaseIndex.key(shard), { set: { until: at + LEASE_MS } }, mine)))
    if (renewed && this.#now() < until)
      this.held.set(shard, { shard, fence, until: at + LEASE_MS - MARGIN_MS })
    else await this.release(shard)
  }

  async #takeFree(now: number): Promise<void> {
    const rows = new Map<number, LeaseRow>()
    for await (const row of allRows(this.#table, { pk: leaseIndex.pk, consistent: true }))
      rows.set(Number(row.sk), row)
    const shards = Array.from({ length: this.#shards }, (_, shard) => shard)
    const free = shards.filter((shard) => !this.held.has(shard) && (rows.get(shard)?.until ?? 0) < now)
    for (const shard of firstOf(free, this.#share - this.held.size)) await this.#take(shard, rows.get(shard))
  }

  async #take(shard: number, row: LeaseRow | undefined): Promise<void> {
    const at = this.#now()
    const fence = (row?.fence ?? 0) + 1
    const taken = await committed(
      this.#table.update(
        leaseIndex.key(shard),
        { set: { taskId: this.#taskId, until: at + LEASE_MS, fence } },
        row ? { fence: row.fence, until: row.until } : { pk: { exists: false } },
      ),
    )
    if (taken) this.held.set(shard, { shard, fence, until: at + LEASE_MS - MARGIN_MS })
  }

  /** The ids of running tasks that take shards. */
  async #tasksTaking(now: number): Promise<string[]> {
    const taking: Row<TaskRow>[] = []
    for await (const task of allRows(this.#table, { pk: taskIndex.pk, consistent: true }))
      if (task.until >= now && task.drainingSince === undefined) taking.push(task)
    this.#isReplaced = taking.some(
      ({ release, since = 0 }) => release !== this.#release && since > this.#since,
    )
    return taking.map(({ sk }) => sk)
  }
}
