import { resumeChain } from '@recado/shared/campaigns/engine/chain'
import { type DeliveryPorts, deliver } from '@recado/shared/campaigns/engine/deliver'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { Ports } from '@recado/shared/campaigns/engine/ports'
import { acknowledged, receiptCame } from '@recado/shared/campaigns/engine/results'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { changeConnection } from '@recado/shared/connections/store'
import {
  type Command,
  paceTick,
  type QueueName,
  type SendCommand,
  startJob,
} from '@recado/shared/queues/queues'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { Clock } from './clock.ts'
import { FaultyTable } from './faulty-table.ts'
import { SimLine } from './line.ts'
import { type Mutant, retrying, withoutClaims } from './mutants.ts'
import { Phones } from './phones.ts'
import { SimProcess } from './process.ts'
import { SimQueues } from './queues.ts'
import { type Script, Tape } from './tape.ts'

const RESTART_MS = 1000
const LEASE_MS = 12_000
const MARGIN_MS = 2000
const REOPEN_MS = 2000
const RESULT_ATTEMPTS = 8
const nobodyWatches: Ports['watchers'] = { countersChanged: async () => {}, recipientChanged: async () => {} }

interface Ownership {
  task: number
  fence: number
  /** When the lease is free for others; the owner itself gives up earlier. */
  until: number
}

/** Two workers and two tasks of the socket service around one table, under one clock. */
export class World {
  readonly table = new MemoryTable()
  readonly clock = new Clock()
  readonly tape: Tape
  readonly phones = new Phones()
  readonly queues: SimQueues
  readonly mutant: Mutant
  /** The scheduler does nothing before this moment. */
  schedulerDownUntil = 0
  readonly #processes = new Map<string, SimProcess>()
  readonly #owners = new Map<string, Ownership>()
  readonly #lines = new Map<string, SimLine>()
  readonly #companies = new Map<string, string>()
  #nextWorker = 0

  constructor(script: Script, mutant: Mutant = 'none') {
    this.tape = new Tape(script)
    this.mutant = mutant
    this.queues = new SimQueues(this.clock, this.tape)
    this.queues.consume = (queue, message) => this.#consume(queue, message)
    this.queues.carryOut = (command) => this.#carryOut(command)
    this.#sweepLater()
  }

  /** A connection that comes up, owned by the first task. */
  addConnection(companyId: string, connectionId: string): void {
    this.#companies.set(connectionId, companyId)
    this.#owners.set(connectionId, { task: 0, fence: 1, until: Number.POSITIVE_INFINITY })
    void this.#open(connectionId)
  }

  /** The engine's ports as an outsider without faults has them, e.g. for what a person does. */
  outside(): Ports {
    const person = new SimProcess('person', this.clock)
    return { ...this.#portsOf(person), table: this.table }
  }

  /** The owner's lease is not renewed any more: it stops in time, another task takes over after. */
  moveLease(connectionId: string): void {
    const owner = this.#owners.get(connectionId)
    if (!owner || owner.until !== Number.POSITIVE_INFINITY) return
    owner.until = this.clock.now + LEASE_MS
    this.clock.after(LEASE_MS + 500, () => {
      this.#owners.set(connectionId, {
        task: 1 - owner.task,
        fence: owner.fence + 1,
        until: Number.POSITIVE_INFINITY,
      })
      void this.#open(connectionId)
    })
  }

  /** The network drops; the task connects again. */
  drop(connectionId: string): void {
    const line = this.#lines.get(connectionId)
    if (!line || line.closed) return
    line.closed = true
    this.clock.after(REOPEN_MS, () => void this.#open(connectionId))
  }

  async #open(connectionId: string): Promise<void> {
    const companyId = this.#companies.get(connectionId) ?? ''
    const owner = this.#owners.get(connectionId)
    if (!owner) return
    const process = this.#process(`task ${owner.task}`)
    const older = this.#lines.get(connectionId)
    if (older) older.closed = true
    const ports = this.#portsOf(process)
    const line = new SimLine(
      {
        ...{ process, connectionId, fence: owner.fence },
        believes: () => this.mutant === 'no lease' || this.clock.now < owner.until - MARGIN_MS,
        owns: () => this.clock.now < owner.until && this.#owners.get(connectionId)?.fence === owner.fence,
        onDrop: () => this.drop(connectionId),
        onAnswer: (messageId, error) =>
          this.#result(connectionId, (now) =>
            acknowledged(now, { companyId, connectionId, messageId }, error),
          ),
        onReceipt: (messageId) =>
          this.#result(connectionId, (now) =>
            receiptCame(now, { companyId, connectionId, messageId }, 'delivered'),
          ),
      },
      ...([this.clock, this.tape, this.phones] as const),
    )
    this.#lines.set(connectionId, line)
    await changeConnection(new TenantTable(this.table, companyId), connectionId, { status: 'CONNECTED' })
    await resumeChain(ports, companyId, connectionId, line.lastWriteAt).catch(() => undefined)
  }

  /** WhatsApp keeps receipts for whoever owns the account when they come; answers are lost with their socket. */
  async #result(connectionId: string, record: (ports: Ports) => Promise<void>): Promise<void> {
    for (let attempt = 1; attempt <= RESULT_ATTEMPTS; attempt++) {
      const owner = this.#owners.get(connectionId)
      const process = this.#process(`task ${owner?.task ?? 0}`)
      try {
        await record(this.#portsOf(process))
        return
      } catch {
        await process.wait(100 * 2 ** attempt)
      }
    }
  }

  async #carryOut(command: Command): Promise<'done' | 'failed' | 'dead'> {
    const owner = this.#owners.get(command.connectionId)
    const line = this.#lines.get(command.connectionId)
    if (!owner || !line) return 'failed'
    const process = this.#process(`task ${owner.task}`)
    if (this.clock.now >= owner.until - MARGIN_MS && this.mutant !== 'no lease') return 'failed'
    return this.#within(process, () =>
      deliver(
        this.#deliveryPorts(process),
        this.mutant === 'blind retry' ? retrying(line) : line,
        command as SendCommand,
        this.clock.now,
      ),
    )
  }

  async #consume(queue: QueueName, message: unknown): Promise<'done' | 'failed' | 'dead'> {
    const process = this.#process(`worker ${this.#nextWorker++ % 2}`)
    const ports = this.#portsOf(process)
    return this.#within(process, async () => {
      if (queue === 'pace') await advanceChain(ports, paceTick.parse(message))
      if (queue === 'start') {
        const { companyId, campaignId } = startJob.parse(message)
        await startCampaign(ports, companyId, campaignId)
      }
      if (queue === 'sweep') await sweep(ports)
    })
  }

  /** What a process does, unless it dies over it. */
  #within(process: SimProcess, work: () => Promise<void>): Promise<'done' | 'failed' | 'dead'> {
    return new Promise((resolve) => {
      process.whenKilled(() => resolve('dead'))
      work().then(
        () => resolve('done'),
        () => resolve('failed'),
      )
    })
  }

  #process(name: string): SimProcess {
    const running = this.#processes.get(name)
    if (running?.alive) return running
    const process = new SimProcess(name, this.clock)
    process.whenKilled(() => this.#onKill(process))
    this.#processes.set(name, process)
    return process
  }

  #onKill(process: SimProcess): void {
    for (const [connectionId, { task }] of this.#owners) {
      if (`task ${task}` !== process.name) continue
      const line = this.#lines.get(connectionId)
      if (line) line.closed = true
      // Nobody renews its lease: another copy takes it over with a higher fence when it has run out.
      this.#owners.set(connectionId, { task, fence: (line?.fence ?? 0) + 1, until: Number.POSITIVE_INFINITY })
      this.clock.after(RESTART_MS + LEASE_MS, () => void this.#open(connectionId))
    }
  }

  #portsOf(process: SimProcess): Ports {
    const table = new FaultyTable(this.table, process, this.tape)
    return {
      table: this.mutant === 'no claim' ? withoutClaims(table) : table,
      queues: this.queues.of(process),
      watchers: nobodyWatches,
      now: () => this.clock.now,
      random: () => this.tape.random(),
    }
  }

  #deliveryPorts(process: SimProcess): DeliveryPorts {
    return {
      ...this.#portsOf(process),
      waitUntil: (at) => process.wait(at - this.clock.now),
      newClaim: () => `claim-${this.tape.random()}`,
    }
  }

  #sweepLater(): void {
    this.clock.after(20_000, () => {
      const down = this.clock.now < this.schedulerDownUntil || this.mutant === 'no sweeper'
      if (!down) void this.queues.consume('sweep', { sweep: 0 })
      this.#sweepLater()
    })
  }
}
