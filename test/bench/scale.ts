import { handOn } from '@recado/functions/realtime/hand-on'
import { joinChain } from '@recado/shared/campaigns/engine/chain'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { newId } from '@recado/shared/ids'
import { EVERYBODY, type LiveEvent, toEverybody } from '@recado/shared/realtime/events'
import { DynamoTable } from '@recado/shared/table/dynamo'
import { listeningIndex } from '@recado/shared/table/indexes'
import { CountingLog } from '../support/counting-log.ts'
import { CountingProxy } from '../support/counting-proxy.ts'
import { clientAt, startEmulator } from '../support/dynamodb.ts'
import { runCampaign, UNPACED } from './engine.ts'
import { median } from './median.ts'
import type { Size } from './size.ts'

const SIZES = {
  usual: { companies: [100, 1000, 10_000], messages: 200, sweeps: 5 },
  smallest: { companies: [5], messages: 5, sweeps: 2 },
}
/** One company of five has a running campaign, and one chain of a hundred has lost its tick. */
const EACH_RUNNING = 5
const EACH_LOST = 100
const LOST_MS = 60_000
const AT_ONCE = 20
const TABLE = 'scale'

/**
 * What may grow with the number of companies, on the real code and an emulator of the table, in virtual time: the sweep
 * over all running chains, an event for everybody, and one company's message beside all others.
 */
export async function benchScale(size: Size): Promise<void> {
  const { companies, messages, sweeps } = SIZES[size]
  console.log(
    '\ncompanies  chains  a sweep, read units of a chain  an event for everybody, longest step  a message',
  )
  for (const count of companies) {
    const dynamodb = await startEmulator()
    const proxy = await CountingProxy.before(dynamodb.address)
    const client = clientAt(proxy.address)
    try {
      await dynamodb.createTable(TABLE)
      const direct = new DynamoTable(TABLE, dynamodb.client)
      const platform = new Platform(direct)
      await platform.fill(count)
      const swept = await platform.sweeps(sweeps)
      const counted = new DynamoTable(TABLE, client)
      proxy.reset()
      await platform.sweepOn(counted)
      const reads = proxy.units('read') / platform.chains
      const told = await platform.tellEverybody()
      const pair = { table: counted, watched: direct }
      await runCampaign(pair, `MESSAGES${count}`, messages, UNPACED, () => proxy.reset())
      const [written, read] = [proxy.units('write') / messages, proxy.units('read') / messages]
      console.log(
        `${String(count).padEnd(9)}  ${String(platform.chains).padEnd(6)}  ` +
          `${`${swept.toFixed(0)} ms, ${reads.toFixed(2)}`.padEnd(30)}  ` +
          `${`${told.events} events, ${told.longestMs.toFixed(0)} ms`.padEnd(36)}  ` +
          `${written.toFixed(2)} written, ${read.toFixed(2)} read`,
      )
    } finally {
      client.destroy()
      await proxy.stop()
      await dynamodb.stop()
    }
  }
}

/** Companies as system jobs see them. Messages of queues go nowhere. */
class Platform {
  chains = 0
  #now = Date.parse('2026-08-03T12:00:00Z')
  readonly #events: LiveEvent[] = []
  readonly #table: DynamoTable

  constructor(table: DynamoTable) {
    this.#table = table
  }

  async fill(companies: number): Promise<void> {
    const ids = Array.from({ length: companies }, () => newId())
    await this.#table.putMany(ids.map((id) => listeningIndex.put(id, this.#now / 1000 + 3600)))
    const running = ids.filter((_, index) => index % EACH_RUNNING === 0)
    const isLost = (index: number) => index % EACH_LOST === 0
    for (let from = 0; from < running.length; from += AT_ONCE)
      await Promise.all(
        running.slice(from, from + AT_ONCE).map((companyId, index) => {
          const at = this.#now - (isLost(from + index) ? LOST_MS : 0)
          return joinChain(this.#ports(this.#table, at), companyId, newId(), newId())
        }),
      )
    this.chains = running.length
  }

  /** @returns milliseconds of a sweep; the first one revives the chains that lost their tick */
  async sweeps(count: number): Promise<number> {
    const times: number[] = []
    for (let one = 0; one < count; one++) {
      const begun = performance.now()
      await this.sweepOn(this.#table)
      times.push(performance.now() - begun)
    }
    return median(times)
  }

  sweepOn = (table: DynamoTable): Promise<number> => sweep(this.#ports(table))

  /** Works the queue off one after the other. */
  async tellEverybody(): Promise<{ events: number; longestMs: number }> {
    const ports = this.#ports(this.#table)
    let [events, longestMs] = [0, 0]
    this.#events.push(toEverybody('create', { id: newId() }))
    for (let event = this.#events.shift(); event; event = this.#events.shift()) {
      events++
      if (event.companyId !== EVERYBODY) continue
      const begun = performance.now()
      await handOn(ports, event)
      longestMs = Math.max(longestMs, performance.now() - begun)
    }
    return { events, longestMs }
  }

  #ports(table: DynamoTable, at = this.#now): EnginePorts {
    return {
      table,
      queues: {
        send: async (queue, message) => {
          if (queue === 'events') this.#events.push(message as LiveEvent)
        },
        inOrder: async () => undefined,
        command: async () => undefined,
      },
      watchers: { countersChanged: async () => undefined, recipientChanged: async () => undefined },
      log: new CountingLog(),
      recordMetrics: () => undefined,
      now: () => at,
      random: () => 0,
    }
  }
}
