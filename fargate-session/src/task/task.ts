import type { CommandQueues } from '../commands/command-queues.ts'
import { Leases, RENEW_MS, type TaskId } from '../leases/leases.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { type ConnectionCounts, Shard } from './shard.ts'

/** A campaign counts as sending for this long after its last message, in milliseconds. */
const SENDING_MS = 5 * 60_000
/** Longest time until a lost lease is noticed, in milliseconds. */
const FOLLOW_MS = 500

/** A running task: holds leases, and the connections of each leased shard. */
export class Task {
  readonly #ports: ServicePorts
  readonly #queues: CommandQueues
  readonly #leases: Leases
  readonly #shards = new Map<number, { fence: number; shard: Shard }>()
  /** Shards that finish their work under way before their lease is released. */
  readonly #leaving = new Map<number, Promise<void>>()
  #turning: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #stopping = false

  constructor(ports: ServicePorts, who: TaskId, queues: CommandQueues) {
    this.#ports = ports
    this.#queues = queues
    this.#leases = new Leases(ports.table, queues.shards, who, ports.now, () => {
      ports.log.warn('a task has died')
      ports.recordMetrics({ TasksLost: 1 })
    })
  }

  async start(): Promise<void> {
    this.#turning = this.#turn()
    await this.#turning
    // Separate from the renewal, which an outage of the table may delay: a lease also expires by our own clock.
    this.#watch = setInterval(() => this.#follow(), FOLLOW_MS)
  }

  /** Stops taking shards, finishes the work under way, closes the sockets, releases the leases. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    // It could take shards again that are given back here.
    await this.#turning
    await this.#giveAway([...this.#shards.keys()])
    await this.#leases.leave()
  }

  connections(): ConnectionCounts {
    const counts = [...this.#shards.values()].map(({ shard }) => shard.connections())
    const sum = (of: keyof ConnectionCounts) => counts.reduce((total, count) => total + count[of], 0)
    return { held: sum('held'), down: sum('down'), outdated: sum('outdated') }
  }

  /** Whether a campaign has sent lately. */
  isSending(): boolean {
    const since = this.#ports.now() - SENDING_MS
    return [...this.#shards.values()].some(({ shard }) => shard.sentAt >= since)
  }

  /** Whether a task of a later release is running. */
  isReplaced(): boolean {
    return this.#leases.isReplaced
  }

  async #turn(): Promise<void> {
    try {
      await this.#leases.turn()
    } catch (error) {
      this.#ports.log.warn('leases not renewed', { error })
    }
    this.#follow()
    void this.#giveAway(this.#leases.surplus)
    if (this.#stopping) return
    this.#timer = setTimeout(() => {
      this.#turning = this.#turn()
    }, RENEW_MS)
  }

  /** Resolves when all of these shards are handed over. */
  async #giveAway(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) {
      const held = this.#shards.get(number)
      if (!held || this.#leaving.has(number)) continue
      const given = this.#give(number, held).finally(() => this.#leaving.delete(number))
      this.#leaving.set(number, given)
    }
    await Promise.all(this.#leaving.values())
  }

  /** Finishes the shard's commands under way, then releases its lease. */
  async #give(number: number, { fence, shard }: { fence: number; shard: Shard }): Promise<void> {
    try {
      await shard.stop()
      if (this.#leases.owns(number, fence)) await this.#leases.release(number)
      this.#ports.log.info('lease given back', { shard: number, fence })
    } catch (error) {
      this.#ports.log.warn('shard not given away', { error })
    }
    this.#forget(number, shard)
  }

  /** This task may own the shard again by now, under a new lease. */
  #forget(number: number, shard: Shard): void {
    if (this.#shards.get(number)?.shard === shard) this.#shards.delete(number)
  }

  /** Starts newly leased shards, and drops those whose lease was lost. */
  #follow(): void {
    for (const [number, { fence, shard }] of this.#shards) {
      if (this.#leases.owns(number, fence)) continue
      this.#shards.delete(number)
      this.#ports.log.warn('lease lost', { shard: number, fence })
      void shard.drop()
    }
    for (const lease of this.#leases.held.values()) {
      const isOurs = this.#leases.owns(lease.shard, lease.fence)
      if (!isOurs || this.#shards.has(lease.shard) || this.#stopping) continue
      const shard = new Shard(this.#ports, this.#leases, lease, this.#queues)
      this.#shards.set(lease.shard, { fence: lease.fence, shard })
      this.#ports.log.info('lease taken', { shard: lease.shard, fence: lease.fence })
      shard.start().catch((error: unknown) => {
        this.#ports.log.error('shard did not start', { shard: lease.shard, error })
        this.#forget(lease.shard, shard)
        void shard.drop()
      })
    }
  }
}
