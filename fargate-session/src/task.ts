import { Leases, RENEW_MS, type TaskId } from './leases.ts'
import { failure } from './log.ts'
import type { ServicePorts } from './ports.ts'
import { type ConnectionCounts, Shard } from './shard.ts'

/** A campaign between two messages still sends. In milliseconds. */
const SENDING_MS = 5 * 60_000
/** How long a lost lease may go unnoticed, in milliseconds. */
const FOLLOW_MS = 500

/** One running copy of the service: holds leases and, for each, the shard's connections. */
export class Task {
  readonly #ports: ServicePorts
  readonly #queueUrlPrefix: string
  readonly #leases: Leases
  readonly #shards = new Map<number, { fence: number; shard: Shard }>()
  /** Shards that finish what is in flight before they are given away. */
  readonly #leaving = new Map<number, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined
  #stopping = false

  constructor(ports: ServicePorts, who: TaskId, queueUrlPrefix: string) {
    this.#ports = ports
    this.#queueUrlPrefix = queueUrlPrefix
    this.#leases = new Leases(ports.table, who, ports.now)
  }

  async start(): Promise<void> {
    await this.#turn()
    // Apart from the renewal, which an outage of the table may hold up: a lease also ends by our own clock.
    this.#watch = setInterval(() => this.#follow(), FOLLOW_MS)
  }

  /** Stops claiming, finishes what is in flight, lets go of the sockets, gives the leases back. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
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

  /** Whether a task of a later deployment is there to take over. */
  isReplaced(): boolean {
    return this.#leases.isReplaced
  }

  async #turn(): Promise<void> {
    try {
      await this.#leases.turn()
    } catch (error) {
      this.#ports.log.warn({ error: failure(error) }, 'leases not renewed')
    }
    this.#follow()
    void this.#giveAway(this.#leases.surplus)
    if (!this.#stopping) this.#timer = setTimeout(() => void this.#turn(), RENEW_MS)
  }

  /** Resolves when nothing is left that is to be given away. */
  async #giveAway(numbers: readonly number[]): Promise<void> {
    for (const number of numbers) {
      const held = this.#shards.get(number)
      if (!held || this.#leaving.has(number)) continue
      const given = this.#give(number, held).finally(() => this.#leaving.delete(number))
      this.#leaving.set(number, given)
    }
    await Promise.all(this.#leaving.values())
  }

  /** As soon as its commands under way are finished; others may have it from then on. */
  async #give(number: number, { fence, shard }: { fence: number; shard: Shard }): Promise<void> {
    try {
      await shard.stop()
      if (this.#leases.owns(number, fence)) await this.#leases.release(number)
    } catch (error) {
      this.#ports.log.warn({ error: failure(error) }, 'shard not given away')
    }
    this.#forget(number, shard)
  }

  /** By then it may be ours anew, as another one. */
  #forget(number: number, shard: Shard): void {
    if (this.#shards.get(number)?.shard === shard) this.#shards.delete(number)
  }

  /** Starts the shards that are ours now and drops those that no longer are. */
  #follow(): void {
    for (const [number, { fence, shard }] of this.#shards) {
      if (this.#leases.owns(number, fence)) continue
      this.#shards.delete(number)
      void shard.drop()
    }
    for (const lease of this.#leases.held.values()) {
      const isOurs = this.#leases.owns(lease.shard, lease.fence)
      if (!isOurs || this.#shards.has(lease.shard) || this.#stopping) continue
      const shard = new Shard(this.#ports, this.#leases, lease, this.#queueUrlPrefix)
      this.#shards.set(lease.shard, { fence: lease.fence, shard })
      shard.start().catch((error: unknown) => {
        this.#ports.log.error({ shard: lease.shard, error: failure(error) }, 'shard did not start')
        this.#forget(lease.shard, shard)
        void shard.drop()
      })
    }
  }
}
