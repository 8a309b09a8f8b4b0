import { setTimeout as pause } from 'node:timers/promises'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import { getChain } from '@recado/shared/campaigns/engine/chain'
import { deliver } from '@recado/shared/campaigns/engine/deliver'
import type { Line } from '@recado/shared/campaigns/engine/line'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { acknowledged } from '@recado/shared/campaigns/engine/results'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { atIntervals, browsers } from '@recado/shared/campaigns/report/watchers'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { RecentlySent } from '@recado/shared/messages/sent-messages'
import type { Command, SendCommand } from '@recado/shared/queues/commands'
import type { Queues } from '@recado/shared/queues/queues'
import type { Table } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { CountingLog } from '../support/counting-log.ts'

const LOG = new CountingLog()

interface Tick {
  companyId: string
  connectionId: string
  epoch: number
  seq: number
}

/** The most messages in one request of SQS. */
const BATCH = 10

/**
 * The engine in one process: the workers of ticks, commands and results run concurrently, as they do in separate
 * processes. Queues are in memory, and every request to SQS is counted.
 */
export class EngineAlone {
  /** Requests that send, receive and delete, without those of live events. */
  requests = 0
  readonly #ports: EnginePorts
  readonly #line: Line
  readonly #ticks: { tick: Tick; at: number }[] = []
  readonly #commands: SendCommand[] = []
  readonly #companyOfLine = { id: '' }
  #results: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(table: Table, connectionId: string) {
    const queues: Queues = {
      send: async (queue, message, delaySeconds = 0) => {
        if (queue !== 'pace') return
        this.requests++
        this.#ticks.push({ tick: message as Tick, at: Date.now() + delaySeconds * 1000 })
      },
      inOrder: async () => undefined,
      command: async (command: Command) => {
        this.requests++
        if (command.kind === 'send') this.#commands.push(command)
      },
    }
    this.#ports = {
      table,
      queues,
      recentlySent: new RecentlySent(),
      now: Date.now,
      random: Math.random,
      log: LOG,
      recordMetrics: () => undefined,
      watchers: atIntervals(
        browsers(table, async () => undefined, Date.now),
        { areIn: async () => false },
        LOG,
      ),
    }
    this.#line = this.#lineOf(connectionId)
  }

  /** Writes the ledger; not measured. */
  async prepare(companyId: string, campaignId: string): Promise<void> {
    this.#companyOfLine.id = companyId
    await startNow(this.#ports, companyId, campaignId)
    await startCampaign(this.#ports, companyId, campaignId)
    this.requests = 0
  }

  /** Runs until the campaign is FINALIZADA. @param watched the table without the counting proxy */
  async run(watched: Table, companyId: string, campaignId: string): Promise<void> {
    const working = [this.#tick(), this.#carryOut()]
    const table = new TenantTable(watched, companyId)
    while ((await getCampaign(table, campaignId))?.status !== 'FINALIZADA') {
      const chain = await getChain(table, this.#line.connectionId)
      if (chain?.parkedAt !== undefined) throw new Error(`The chain is parked for ${chain.parkedFor}`)
      await pause(200)
    }
    this.#isOver = true
    await Promise.all(working)
  }

  async #tick(): Promise<void> {
    while (!this.#isOver) {
      const [next] = this.#ticks
      if (!next || next.at > Date.now()) {
        await pause(1)
        continue
      }
      this.#ticks.shift()
      this.requests += 2
      await advanceChain(this.#ports, next.tick)
    }
  }

  async #carryOut(): Promise<void> {
    const ports = { ...this.#ports, waitUntil, newClaim: () => String(Math.random()) }
    while (!this.#isOver) {
      const some = this.#commands.splice(0, BATCH)
      if (some.length === 0) await pause(1)
      // One receive for all messages, and a delete for each.
      else this.requests += 1 + some.length
      for (const command of some) await deliver(ports, this.#line, command, Date.now())
    }
  }

  #lineOf(connectionId: string): Line {
    const line = { lastWriteAt: 0 }
    return Object.assign(line, {
      connectionId,
      fence: 1,
      isOpen: () => true,
      prepare: async (jid: string) => ({ jid }),
      lookUp: async (number: string) => ({ exists: true, jid: `${number}@s.whatsapp.net` }),
      ready: async (_: object, content: Parameters<Line['ready']>[1], messageId: string) => ({
        messageId,
        content,
      }),
      send: async (_: unknown, { messageId }: { messageId: string }) => {
        line.lastWriteAt = Date.now()
        const ref = { companyId: this.#companyOfLine.id, connectionId, messageId }
        this.#results = this.#results.then(() => acknowledged(this.#ports, ref))
      },
    })
  }
}

const waitUntil = async (at: number): Promise<void> => {
  if (at > Date.now()) await pause(at - Date.now())
}
