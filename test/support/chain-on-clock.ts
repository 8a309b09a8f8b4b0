import { type Chain, getChain } from '@recado/shared/campaigns/engine/chain'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { SendCommand } from '@recado/shared/queues/commands'
import type { PaceTick } from '@recado/shared/queues/jobs'
import type { Table } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { aCompany, aConnection } from './builders.ts'
import { enginePorts } from './engine-ports.ts'

/** A chain that takes more steps than this does not end. */
const MOST_STEPS = 3000

/** A company A with one connected account, and the account's chain on a clock of the test. */
export class ChainOnClock {
  /** The clock, in milliseconds since 1970. */
  now: number
  readonly table: TenantTable
  /** The connection's id. */
  readonly shop: string
  readonly ports: EnginePorts
  /** The queued ticks that were not taken yet. */
  readonly ticks: PaceTick[]

  /** @param taken what the socket service does with a command */
  static async open(
    memory: Table,
    now: number,
    taken: (command: SendCommand) => Promise<void>,
  ): Promise<ChainOnClock> {
    const { id: shop } = aConnection({ companyId: 'A' })
    const clock = new ChainOnClock(memory, now, shop, taken)
    await clock.table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
    await putConnection(clock.table, aConnection({ companyId: 'A', id: shop, status: 'CONNECTED' }))
    return clock
  }

  private constructor(
    memory: Table,
    now: number,
    shop: string,
    taken: (command: SendCommand) => Promise<void>,
  ) {
    this.now = now
    this.shop = shop
    this.table = new TenantTable(memory, 'A')
    const { ports, ticks } = enginePorts(memory, () => this.now)
    this.ticks = ticks
    const command = (given: object) => taken(given as SendCommand)
    this.ports = { ...ports, queues: { ...ports.queues, command } }
  }

  async chain(): Promise<Chain> {
    return (await getChain(this.table, this.shop)) as Chain
  }

  /** The chain steps on until its last tick, or for some time, in milliseconds, which then has passed. */
  async goesOn(forMs: number): Promise<void> {
    const end = this.now + forMs
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const { tickAt, running } = await this.chain()
      const tick = this.ticks.at(-1)
      if (!tick || !running || tickAt > end) break
      this.ticks.length = 0
      this.now = Math.max(this.now, tickAt)
      await advanceChain(this.ports, tick)
    }
    this.now = end
  }
}
