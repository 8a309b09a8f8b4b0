import { resumeChain } from '@recado/shared/campaigns/engine/chain'
import { type DeliveryPorts, deliver } from '@recado/shared/campaigns/engine/deliver'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { noteReachOutLock, type ReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import { receiptCame } from '@recado/shared/campaigns/engine/results'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { changeConnection } from '@recado/shared/connections/store'
import type { Command, SendCommand } from '@recado/shared/queues/commands'
import { paceTick, startJob } from '@recado/shared/queues/jobs'
import type { QueueName } from '@recado/shared/queues/queues'
import { TenantTable } from '@recado/shared/table/tenant'
import { CountingLog } from '../support/counting-log.ts'
import { Account } from './account.ts'
import { answered, knownLock } from './answers.ts'
import { Clock } from './clock.ts'
import { FaultyTable } from './faulty-table.ts'
import { givenUpTooEarly } from './given-up.ts'
import { LaggingTable } from './lagging-table.ts'
import { SimLine } from './line.ts'
import { claimingLater, type Mutant, markedAfterwards, mutated, retrying, unaware } from './mutants.ts'
import { lookingBeforeTheClaim, recordingLater } from './mutations.ts'
import { Phones } from './phones.ts'
import { SimProcess } from './process.ts'
import { SimQueues } from './queues.ts'
import { RememberedRows } from './remembered-rows.ts'
import { type PersonKind, type Script, Tape } from './tape.ts'

const RESTART_MS = 1000
const LEASE_MS = 12_000
const MARGIN_MS = 2000
/** The period in which tasks look for free leases. */
const LOOK_FOR_LEASES_MS = 3000
const REOPEN_MS = 2000
const RESULT_ATTEMPTS = 8
const SWEEP_EVERY_MS = 20_000
/** No faults happen after this long. Work that waits for another day is checked from time to time. */
const BUSY_MS = 20 * 60_000
const SWEEP_LATER_EVERY_MS = 15 * 60_000
/** The period of questions to WhatsApp about an account's limits. */
const ASK_EVERY_MS = 30 * 60_000
/** The direction in which a process's clock differs. The others are on time. */
const CLOCKS: { readonly [process: string]: number } = {
  'task 0': -1,
  'task 1': 1,
  'worker 0': 1,
  'worker 1': -1,
}
const nobodyWatches: EnginePorts['watchers'] = {
  countersChanged: async () => {},
  recipientChanged: async () => {},
}

interface Ownership {
  task: number
  fence: number
  /** The time at which the lease is free for others. The owner itself gives up earlier. */
  until: number
}

/** Two workers and two tasks of the socket service around one table, with one clock. */
export class World {
  readonly clock = new Clock()
  readonly table: LaggingTable
  readonly tape: Tape
  readonly phones = new Phones()
  readonly queues: SimQueues
  readonly mutant: Mutant
  readonly log = new CountingLog()
  /** The scheduler is down until this moment. */
  schedulerDownUntil = 0
  readonly #processes = new Map<string, SimProcess>()
  readonly #owners = new Map<string, Ownership>()
  readonly #lines = new Map<string, SimLine>()
  readonly #companies = new Map<string, string>()
  readonly #numbers = new Map<string, string>()
  readonly #accounts = new Map<string, Account>()
  readonly #coldChats: number
  readonly #person: PersonKind
  readonly #skew: number
  /** Milliseconds since 1970. */
  readonly begun: number
  /** The time between claim and giving up, for messages given up too early, in milliseconds. */
  readonly givenUpEarly: number[] = []
  /** Old copies used by mutants that read too rarely. */
  readonly #memory = new RememberedRows()
  #nextWorker = 0

  constructor(script: Script, mutant: Mutant = 'none') {
    this.tape = new Tape(script)
    // A tape of its own, so that the number of reads changes nothing else.
    const lags = new Tape({ ...script, faults: [] })
    this.table = new LaggingTable(
      () => this.clock.now,
      () => (script.lateReads === false ? 0 : lags.random()),
    )
    this.mutant = mutant
    this.#coldChats = script.coldChats
    this.#person = script.person
    this.#skew = script.skew ?? 0
    this.begun = this.clock.now
    this.queues = new SimQueues(this.clock, this.tape, script.twoClaimants)
    this.queues.consume = (queue, message) => this.#consume(queue, message)
    this.queues.carryOut = (command) => this.#carryOut(command)
    this.#sweepLater()
  }

  /**
   * A connection that opens, owned by the first task.
   * @param wrote the numbers of people who have written to it
   * @param number the linked account, if it is shared with another connection
   */
  addConnection(
    companyId: string,
    connectionId: string,
    wrote: ReadonlySet<string>,
    number = connectionId,
  ): void {
    this.#companies.set(connectionId, companyId)
    this.#numbers.set(connectionId, number)
    const account = new Account(this.clock, wrote, this.#coldChats)
    account.onLifted = () => void this.#askAfterLock(connectionId)
    this.#accounts.set(connectionId, account)
    this.#owners.set(connectionId, { task: 0, fence: 1, until: Number.POSITIVE_INFINITY })
    void this.#open(connectionId)
  }

  /** The engine's ports without faults, e.g. for a person's actions. */
  outside(): EnginePorts {
    const person = new SimProcess('person', this.clock)
    return { ...this.#portsOf(person), table: this.table }
  }

  companyOf(connectionId: string): string {
    return this.#companies.get(connectionId) ?? ''
  }

  /** Runs a worker's job with ports that may fail. @returns whether it completed */
  async within(name: string, work: (ports: EnginePorts) => Promise<void>): Promise<boolean> {
    const process = this.#process(name)
    return (await this.#within(process, () => work(this.#portsOf(process)))) === 'done'
  }

  /** For actors outside the system. */
  outsideWait(milliseconds: number): Promise<void> {
    return new SimProcess('outside', this.clock).wait(milliseconds)
  }

  /** WhatsApp's view of a connection. */
  account(connectionId: string): Account {
    const account = this.#accounts.get(connectionId)
    if (!account) throw new Error('There is no such connection')
    return account
  }

  /** Stops renewing the owner's lease: the owner stops in time, and another task takes over. */
  moveLease(connectionId: string): void {
    const owner = this.#owners.get(connectionId)
    if (!owner || owner.until !== Number.POSITIVE_INFINITY) return
    owner.until = this.clock.now + LEASE_MS
    this.clock.after(LEASE_MS + 100 + this.tape.random() * LOOK_FOR_LEASES_MS, () => {
      this.#owners.set(connectionId, {
        task: 1 - owner.task,
        fence: owner.fence + 1,
        until: Number.POSITIVE_INFINITY,
      })
      void this.#open(connectionId)
    })
  }

  /** The network drops, and the task reconnects. */
  drop(connectionId: string): void {
    const line = this.#lines.get(connectionId)
    if (!line || line.closed) return
    line.closed = true
    this.clock.after(REOPEN_MS, () => void this.#open(connectionId))
  }

  async #open(connectionId: string): Promise<void> {
    const companyId = this.companyOf(connectionId)
    const owner = this.#owners.get(connectionId)
    if (!owner) return
    const process = this.#process(`task ${owner.task}`)
    const older = this.#lines.get(connectionId)
    if (older) older.closed = true
    const ports = this.#portsOf(process)
    const line = new SimLine(
      {
        process,
        connectionId,
        fence: owner.fence,
        account: this.#numbers.get(connectionId) ?? '',
        person: this.#person,
        now: () => this.#nowOf(process),
        believes: () => this.#believes(process, owner),
        owns: () => this.clock.now < owner.until && this.#owners.get(connectionId)?.fence === owner.fence,
        onDrop: () => this.drop(connectionId),
        knownUntil: () => knownLock(this.table, companyId, connectionId),
        onAnswer: async (messageId, error) => {
          const isRecorded = await this.#result(connectionId, (now) =>
            answered(now, { companyId, connectionId, messageId }, error, {
              standing: () => this.#standing(connectionId),
              phones: this.phones,
              holdFails: this.mutant === 'hold fails',
            }),
          )
          if (isRecorded && !error) this.phones.acknowledged.add(messageId)
        },
        onReceipt: (messageId) =>
          this.#result(connectionId, (now) =>
            receiptCame(now, { companyId, connectionId, messageId }, 'delivered'),
          ),
      },
      ...([this.clock, this.tape, this.phones, this.account(connectionId)] as const),
    )
    this.#lines.set(connectionId, line)
    await changeConnection(new TenantTable(this.table, companyId), connectionId, { status: 'CONNECTED' })
    void this.#keepAsking(connectionId, line)
    await resumeChain(ports, companyId, connectionId, line.lastWriteAt).catch(() => undefined)
  }

  /** Like the socket service: at opening, from time to time, and on WhatsApp's notices. */
  async #keepAsking(connectionId: string, line: SimLine): Promise<void> {
    if (!line.isOpen()) return
    await this.#askAfterLock(connectionId)
    this.clock.after(ASK_EVERY_MS, () => void this.#keepAsking(connectionId, line))
  }

  async #askAfterLock(connectionId: string): Promise<void> {
    const companyId = this.companyOf(connectionId)
    const line = this.#lines.get(connectionId)
    await this.#result(connectionId, async (ports) => {
      if (!line?.isOpen()) return
      await noteReachOutLock(ports, companyId, connectionId, this.account(connectionId).standing())
    })
  }

  /** An account that cannot be asked counts as locked. */
  #standing(connectionId: string): ReachOutLock {
    const isOpen = this.#lines.get(connectionId)?.isOpen()
    return isOpen ? this.account(connectionId).standing() : { isActive: true }
  }

  /** WhatsApp keeps receipts for the account's current owner. Answers are lost with their socket. */
  async #result(connectionId: string, record: (ports: EnginePorts) => Promise<void>): Promise<boolean> {
    for (let attempt = 1; attempt <= RESULT_ATTEMPTS; attempt++) {
      const owner = this.#owners.get(connectionId)
      const process = this.#process(`task ${owner?.task ?? 0}`)
      try {
        await record(this.#portsOf(process))
        return true
      } catch {
        await process.wait(100 * 2 ** attempt)
      }
    }
    return false
  }

  async #carryOut(command: Command): Promise<'done' | 'failed' | 'dead'> {
    const owner = this.#owners.get(command.connectionId)
    const line = this.#lines.get(command.connectionId)
    if (!owner || !line) return 'failed'
    const process = this.#process(`task ${owner.task}`)
    if (!this.#believes(process, owner)) return 'failed'
    return this.#within(process, () => this.#deliver(process, line, command as SendCommand))
  }

  #deliver(process: SimProcess, line: SimLine, command: SendCommand): Promise<void> {
    const ports = this.#deliveryPorts(process)
    const receivedAt = this.mutant === 'no deadline' ? Number.POSITIVE_INFINITY : ports.now()
    if (this.mutant === 'blind retry') return deliver(ports, retrying(line), command, receivedAt)
    if (this.mutant === 'sent record stored after the send') {
      const later = recordingLater(ports.table, line)
      return deliver({ ...ports, table: later.table }, later.line, command, receivedAt)
    }
    if (this.mutant === 'no look at the line after the claim') {
      const before = lookingBeforeTheClaim(ports.table, line)
      return deliver({ ...ports, table: before.table }, before.line, command, receivedAt)
    }
    if (this.mutant !== 'mark after send') return deliver(ports, line, command, receivedAt)
    const claims: (() => Promise<unknown>)[] = []
    const table = claimingLater(ports.table, claims)
    return deliver({ ...ports, table }, markedAfterwards(line, claims), command, receivedAt)
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

  /** Runs a process, unless it dies meanwhile. */
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
      // Its lease is not renewed: another copy takes it over with a higher fence after it expires.
      this.#owners.set(connectionId, { task, fence: (line?.fence ?? 0) + 1, until: Number.POSITIVE_INFINITY })
      this.clock.after(RESTART_MS + LEASE_MS, () => void this.#open(connectionId))
    }
  }

  /** The time by a process's clock, in milliseconds since 1970. */
  #nowOf({ name }: SimProcess): number {
    return this.clock.now + this.#skew * (CLOCKS[name] ?? 0)
  }

  /** Whether an owner counts its lease as valid, by its own clock. */
  #believes(process: SimProcess, { until }: Ownership): boolean {
    if (this.mutant === 'no lease') return true
    const margin = this.mutant === 'lease to its last moment' ? 0 : MARGIN_MS
    return this.#nowOf(process) < until - margin
  }

  #portsOf(process: SimProcess): EnginePorts {
    const judged = givenUpTooEarly(this.table, () => this.clock.now, this.givenUpEarly)
    const table = new FaultyTable(judged, process, this.tape)
    return {
      table: mutated(table, this.mutant, () => this.clock.now, this.#memory),
      queues: this.queues.of(process),
      watchers: nobodyWatches,
      log: this.log,
      recordMetrics: () => undefined,
      now: () => this.#nowOf(process),
      random: () => this.tape.random(),
    }
  }

  #deliveryPorts(process: SimProcess): DeliveryPorts {
    const ports = this.#portsOf(process)
    return {
      ...ports,
      ...(this.mutant === 'no hold' && { table: unaware(ports.table) }),
      waitUntil: (at) => process.wait(at - ports.now()),
      newClaim: () => `claim-${this.tape.random()}`,
    }
  }

  #sweepLater(): void {
    const isBusy = this.clock.now < this.begun + BUSY_MS || this.clock.now < this.schedulerDownUntil
    this.clock.after(isBusy ? SWEEP_EVERY_MS : SWEEP_LATER_EVERY_MS, () => {
      const down = this.clock.now < this.schedulerDownUntil || this.mutant === 'no sweeper'
      if (!down) void this.queues.consume('sweep', { sweep: 0 })
      this.#sweepLater()
    })
  }
}
