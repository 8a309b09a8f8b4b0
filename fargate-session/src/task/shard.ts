import { deliver } from '@recado/shared/campaigns/engine/deliver'
import type { Reply } from '@recado/shared/connections/asks'
import type { ConnectionStatus } from '@recado/shared/connections/connection'
import {
  changeConnection,
  deleteConnection,
  getConnection,
  reportConnection,
  type StoredConnection,
} from '@recado/shared/connections/store'
import { forgetExtracted } from '@recado/shared/extractors/forget'
import type { Command } from '@recado/shared/queues/commands'
import { shardIndex } from '@recado/shared/table/indexes'
import { allRows } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { answer } from '../commands/answer.ts'
import { checkNumbers } from '../commands/check-numbers.ts'
import type { CommandQueues } from '../commands/command-queues.ts'
import { CommandConsumer } from '../commands/commands.ts'
import { syncGroups } from '../commands/group-sync.ts'
import { tellLists } from '../groups/list-news.ts'
import { fetchMedia } from '../inbound/fetch-media.ts'
import type { Lease, Leases } from '../leases/leases.ts'
import { sendMessage } from '../outbound/messages.ts'
import { markRead, showTyping } from '../outbound/read-receipts-and-typing.ts'
import type { ServicePorts } from '../ports/ports.ts'
import { Session } from '../session/session.ts'

/** Statuses without a socket, which last until a person acts. */
const ENDED: readonly ConnectionStatus[] = ['DISCONNECTED', 'PASSKEY_REQUIRED']

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
type Unlinking = Of<'relink' | 'unlink' | 'forget' | 'erase'>

/**
 * Number of connections held, of those that are down, and of those that WhatsApp refuses for an outdated client.
 */
export interface ConnectionCounts {
  held: number
  down: number
  outdated: number
}

/** The connections of one leased shard, and their commands. */
export class Shard {
  readonly #ports: ServicePorts
  readonly #leases: Leases
  readonly #lease: Lease
  readonly #sessions = new Map<string, Session>()
  readonly #queues: CommandQueues
  readonly #commands: CommandConsumer
  /** Ends the wait of commands for their turn. */
  readonly #leaving = new AbortController()
  #sentAt = 0
  #isDropped = false

  constructor(ports: ServicePorts, leases: Leases, lease: Lease, queues: CommandQueues) {
    this.#ports = ports
    this.#leases = leases
    this.#lease = lease
    this.#queues = queues
    this.#commands = new CommandConsumer(queues, lease.shard, ports.log, (command, receivedAt) =>
      this.#carryOut(command, receivedAt),
    )
  }

  /** Opens all connections whose wanted state is open, side by side. Then takes commands. */
  async start(): Promise<void> {
    const rows = allRows(this.#ports.table, {
      pk: shardIndex.pk(this.#lease.shard),
      consistent: true,
    })
    const opening: Promise<void>[] = []
    for await (const { companyId, connectionId } of rows) {
      if (!this.#owns()) return
      const connection = await getConnection(new TenantTable(this.#ports.table, companyId), connectionId)
      if (connection?.wanted === 'open') opening.push(this.#open(connection))
    }
    await Promise.all(opening)
    this.#commands.start()
  }

  connections(): ConnectionCounts {
    const sessions = [...this.#sessions.values()]
    return {
      held: sessions.length,
      down: sessions.filter((session) => session.isDown()).length,
      outdated: sessions.filter((session) => session.isOutdated()).length,
    }
  }

  /** Time of the last send command of a campaign, in milliseconds since 1970. */
  get sentAt(): number {
    return this.#sentAt
  }

  /** Finishes the commands under way, then closes all sockets. Commands that wait for their turn go back to the queue. */
  async stop(): Promise<void> {
    this.#leaving.abort()
    await this.#commands.stop()
    await this.drop()
  }

  /** Called when the lease is lost. Closes all sockets at once. */
  async drop(): Promise<void> {
    this.#isDropped = true
    this.#leaving.abort()
    this.#commands.abandon()
    await Promise.all([...this.#sessions.values()].map((session) => session.stop()))
    this.#sessions.clear()
  }

  async #carryOut(command: Command, receivedAt: number): Promise<void> {
    if (!this.#owns()) throw new Error('The lease has gone')
    switch (command.kind) {
      case 'send':
        this.#sentAt = this.#ports.now()
        return deliver(this.#ports, this.#session(command).line, command, receivedAt)
      case 'message':
        return this.#message(command)
      case 'read':
        return markRead(this.#tableOf(command), this.#session(command).line, command, this.#ports.now())
      case 'typing':
        return showTyping(this.#tableOf(command), this.#session(command).line, command, this.#ports.now())
      case 'media':
        return fetchMedia(this.#ports, command, this.#session(command).line, { signal: this.#leaving.signal })
      case 'groups':
        return this.#syncGroups(command)
      case 'test':
        return answer(this.#ports, command, async () => ({
          roundTripMs: await this.#session(command).line.test(),
        }))
      case 'check':
        return answer(this.#ports, command, () => this.#check(command))
      case 'pairing-code':
        return this.#pair(command)
      case 'open':
        return this.#follow(command)
      default:
        return this.#unlink(command)
    }
  }

  #tableOf({ companyId }: Pick<Command, 'companyId'>): TenantTable {
    return new TenantTable(this.#ports.table, companyId)
  }

  #message(command: Of<'message'>): Promise<void> {
    return sendMessage(this.#ports, this.#tableOf(command), this.#session(command).line, command)
  }

  #syncGroups(command: Of<'groups'>): Promise<void> {
    const { line } = this.#session(command)
    const { signal } = this.#leaving
    return syncGroups(this.#ports, this.#tableOf(command), line, command, { signal })
  }

  #check(command: Of<'check'>): Promise<Reply> {
    const table = this.#tableOf(command)
    return checkNumbers(table, this.#session(command).line, command.numbers, this.#ports.now)
  }

  async #unlink(command: Unlinking): Promise<void> {
    const { kind, companyId, connectionId } = command
    if (!(await this.#isUnlinked(command))) await this.#unlinkNow(command)
    // If a person asked for another account meanwhile, an open command is on its way, and its QR code is the valid
    // one.
    if (kind === 'relink') await this.#follow({ companyId, connectionId })
  }

  /**
   * Whether the account of this request is not there any more. It was unlinked before: a task that died afterwards has left its
   * command in the queue. Or a later request has connected: the command comes back from the dead letters.
   */
  async #isUnlinked({ companyId, connectionId, request }: Unlinking): Promise<boolean> {
    if (request === undefined) return false
    const connection = await getConnection(this.#tableOf({ companyId }), connectionId)
    if (!connection) return false
    const { status, request: last = 0, unlinkedFor = -1 } = connection
    return unlinkedFor >= request || (status === 'CONNECTED' && last > request)
  }

  async #unlinkNow(command: Unlinking): Promise<void> {
    const { kind, companyId, connectionId, request } = command
    const session = this.#session(command)
    this.#sessions.delete(connectionId)
    const table = new TenantTable(this.#ports.table, companyId)
    const isDeleted = kind === 'forget' && !(await getConnection(table, connectionId))
    await session.unlink(kind === 'erase' || isDeleted)
    // The deletion of a company waits until its connections' rows are gone: their keys are gone then.
    if (kind === 'erase') return deleteConnection(table, connectionId, this.#queues.shards)
    if (kind === 'forget') return this.#forgetIfDeleted(table, connectionId)
    const unlinked = {
      number: null,
      profileName: null,
      ...(request !== undefined && { unlinkedFor: request }),
    }
    await changeConnection(table, connectionId, unlinked)
  }

  /** Rows written during the connection's deletion may have been stored after it. */
  async #forgetIfDeleted(table: TenantTable, connectionId: string): Promise<void> {
    if (await getConnection(table, connectionId)) return
    await tellLists(this.#ports, table, await forgetExtracted(table, connectionId, this.#ports.now()))
  }

  /** The caller of a late command has gone, but the person's request to open the connection stays. */
  #pair(command: Of<'pairing-code'>): Promise<void> {
    if (this.#ports.now() > command.until) return this.#follow(command)
    return answer(this.#ports, command, async () => ({ code: await this.#pairingCode(command) }))
  }

  async #pairingCode({ companyId, connectionId, number }: Of<'pairing-code'>): Promise<string> {
    const connection = await getConnection(this.#tableOf({ companyId }), connectionId)
    if (connection?.wanted !== 'open') throw new Error('A person has disconnected or deleted the connection')
    await this.#unlink({ kind: 'forget', companyId, connectionId })
    const session = this.#newSession(companyId, connectionId, connection.request)
    this.#sessions.set(connectionId, session)
    return session.startWithCode(number)
  }

  /**
   * Brings a connection into its wanted state. A person's disconnect unlinks it by a command of its own and sets its
   * status at once, so a connection that is to be closed and has another status stays linked: its company moves.
   */
  async #follow({ companyId, connectionId }: Pick<Command, 'companyId' | 'connectionId'>): Promise<void> {
    const table = new TenantTable(this.#ports.table, companyId)
    const connection = await getConnection(table, connectionId)
    if (connection?.wanted === 'open') return this.#open(connection)
    if (connection?.wanted !== 'closed' || ENDED.includes(connection.status)) return
    await this.#sessions.get(connectionId)?.stop()
    this.#sessions.delete(connectionId)
    const of = { fence: this.#lease.fence, request: connection.request }
    await reportConnection(table, connectionId, of, {
      status: 'DISCONNECTED',
      statusReason: 'DISCONNECTED_BY_USER',
      qrcode: '',
      retries: 0,
      updatedAt: new Date(this.#ports.now()).toISOString(),
    })
  }

  /** A connecting or connected session is left alone: a second one would void its QR code. */
  async #open({ companyId, id: connectionId, request }: StoredConnection): Promise<void> {
    const running = this.#sessions.get(connectionId)
    if (running?.hasSocket()) return running.report.adoptRequest(request)
    await running?.stop()
    const session = this.#newSession(companyId, connectionId, request)
    this.#sessions.set(connectionId, session)
    await session.start()
  }

  /** The running session, or a closed one, which answers that it is not open. */
  #session({ companyId, connectionId }: Pick<Command, 'companyId' | 'connectionId'>): Session {
    return this.#sessions.get(connectionId) ?? this.#newSession(companyId, connectionId)
  }

  #newSession(companyId: string, connectionId: string, request?: number): Session {
    const { fence } = this.#lease
    return new Session(this.#ports, { companyId, connectionId, fence, request, owns: () => this.#owns() })
  }

  /** False after the shard was dropped: a session opened then would replace the next owner's login. */
  #owns(): boolean {
    return !this.#isDropped && this.#leases.owns(this.#lease.shard, this.#lease.fence)
  }
}
