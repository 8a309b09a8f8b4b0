import { setTimeout as pause } from 'node:timers/promises'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import { getChain } from '@recado/shared/campaigns/engine/chain'
import { deliver, type Line } from '@recado/shared/campaigns/engine/deliver'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { Ports } from '@recado/shared/campaigns/engine/ports'
import { acknowledged } from '@recado/shared/campaigns/engine/results'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { getCampaign } from '@recado/shared/campaigns/store'
import { atIntervals, browsers } from '@recado/shared/campaigns/watchers'
import { RecentlySent } from '@recado/shared/connections/sent-messages'
import type { Command, SendCommand } from '@recado/shared/queues/commands'
import type { Queues } from '@recado/shared/queues/queues'
import type { Table } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'

interface Tick {
  companyId: string
  connectionId: string
  epoch: number
  seq: number
}

/** Messages that SQS hands out and takes back together, at most. */
const BATCH = 10

/**
 * The engine in one process: the worker of the ticks, the task with its commands, and the results work side by
 * side as they do in processes of their own. Queues are rows in memory, and every request to SQS is counted.
 */
export class EngineAlone {
  /** Sent, received and deleted; the live events' are not among them. */
  requests = 0
  readonly #ports: Ports
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
      watchers: atIntervals(browsers(table, async () => undefined, Date.now)),
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

  /** Until the campaign is FINALIZADA. */
  async run(companyId: string, campaignId: string): Promise<void> {
    const working = [this.#tick(), this.#carryOut()]
    const table = new TenantTable(this.#ports.table, companyId)
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
      // One receive for all of them, and a delete for each.
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
      ready: async (_: string, content: Parameters<Line['ready']>[1], messageId: string) => ({
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
