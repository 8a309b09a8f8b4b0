import { deliver } from '@recado/shared/campaigns/engine/deliver'
import { changeConnection, getConnection } from '@recado/shared/connections/store'
import type { Command, SessionCommand } from '@recado/shared/queues/queues'
import { type ChainRow, shardIndex } from '@recado/shared/table/indexes'
import { allRows } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { CommandConsumer } from './commands.ts'
import type { Lease, Leases } from './leases.ts'
import type { ServicePorts } from './ports.ts'
import { Session } from './session.ts'

/** The connections of one leased shard, and the commands to them. */
export class Shard {
  readonly #ports: ServicePorts
  readonly #leases: Leases
  readonly #lease: Lease
  readonly #sessions = new Map<string, Session>()
  readonly #commands: CommandConsumer

  constructor(ports: ServicePorts, leases: Leases, lease: Lease, queueUrlPrefix: string) {
    this.#ports = ports
    this.#leases = leases
    this.#lease = lease
    this.#commands = new CommandConsumer(queueUrlPrefix, lease.shard, ports.log, (command, receivedAt) =>
      this.#carryOut(command, receivedAt),
    )
  }

  /** Opens every connection that is wanted open, then takes commands. */
  async start(): Promise<void> {
    const rows = allRows<ChainRow>(this.#ports.table, {
      pk: shardIndex.pk(this.#lease.shard),
      consistent: true,
    })
    for await (const { companyId, connectionId } of rows) {
      const connection = await getConnection(new TenantTable(this.#ports.table, companyId), connectionId)
      if (connection?.wanted === 'open') await this.#open(companyId, connectionId)
    }
    this.#commands.start()
  }

  /** Finishes the command under way, then lets go of all sockets. */
  async stop(): Promise<void> {
    await this.#commands.stop()
    await this.drop()
  }

  /** The lease has gone: lets go of all sockets at once. */
  async drop(): Promise<void> {
    this.#commands.abandon()
    await Promise.all([...this.#sessions.values()].map((session) => session.stop()))
    this.#sessions.clear()
  }

  async #carryOut(command: Command, receivedAt: number): Promise<void> {
    if (!this.#owns()) throw new Error('The lease has gone')
    if (command.kind !== 'send') return this.#change(command)
    const session =
      this.#sessions.get(command.connectionId) ?? this.#newSession(command.companyId, command.connectionId)
    await deliver(this.#ports, session, command, receivedAt)
  }

  async #change({ kind, companyId, connectionId }: SessionCommand): Promise<void> {
    if (kind !== 'open') {
      const session = this.#sessions.get(connectionId) ?? this.#newSession(companyId, connectionId)
      this.#sessions.delete(connectionId)
      await session.unlink()
    }
    if (kind === 'forget') return
    const table = new TenantTable(this.#ports.table, companyId)
    const connection = await getConnection(table, connectionId)
    if (connection?.wanted === 'open') await this.#open(companyId, connectionId)
    else if (connection) await changeConnection(table, connectionId, { number: null, profileName: null })
  }

  /** A session that is connecting or connected is left alone: a second one would make its QR code worthless. */
  async #open(companyId: string, connectionId: string): Promise<void> {
    const running = this.#sessions.get(connectionId)
    if (running?.hasSocket()) return
    await running?.stop()
    const session = this.#newSession(companyId, connectionId)
    this.#sessions.set(connectionId, session)
    await session.start()
  }

  #newSession(companyId: string, connectionId: string): Session {
    const { fence } = this.#lease
    return new Session(this.#ports, { companyId, connectionId, fence, owns: () => this.#owns() })
  }

  #owns(): boolean {
    return this.#leases.owns(this.#lease.shard, this.#lease.fence)
  }
}
