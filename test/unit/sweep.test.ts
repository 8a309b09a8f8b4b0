import { type Chain, chainKey, getChain, joinChain, resumeChain } from '@recado/shared/campaigns/engine/chain'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { PaceTick } from '@recado/shared/queues/jobs'
import type { Key } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { EventfulTable } from '../support/eventful-table.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const OVERDUE_MS = 60_000

let memory: EventfulTable
let table: TenantTable
let connectionId: string
let ticks: PaceTick[]
let now: number
let ports: EnginePorts

/** A chain whose tick was lost a minute ago. */
beforeEach(async () => {
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
  now = NOW
  ;({ ports, ticks } = enginePorts(memory, () => now))
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  connectionId = connection.id
  await putConnection(table, connection)
  await joinChain(ports, 'A', connectionId, 'C')
  now = NOW + OVERDUE_MS
  ticks.length = 0
})

const chain = async (): Promise<Chain> => (await getChain(table, connectionId)) as Chain
const currentTicks = async () => {
  const { epoch, seq } = await chain()
  return ticks.filter((tick) => tick.epoch === epoch && tick.seq === seq)
}

describe('the sweep', () => {
  test('looks at every chain although one of them fails, and fails itself', async () => {
    const others = ['B', 'D', 'E'].map((companyId) => new TenantTable(memory, companyId))
    for (const other of others) {
      await other.put({ ...companyKey, ...aCompany({ id: other.companyId }) })
      await joinChain(ports, other.companyId, connectionId, 'C')
    }
    now += OVERDUE_MS
    ticks.length = 0
    const send = ports.queues.send
    ports.queues.send = async (queue, message, delay) => {
      if ('companyId' in message && message.companyId === 'A') throw new Error('A fails each time')
      return send(queue, message, delay)
    }
    await expect(sweep(ports)).rejects.toThrow('A fails each time')
    expect(ticks.map(({ companyId }) => companyId)).toEqual(['B', 'D', 'E'])
  })

  test('sends a chain that lost its tick a new one', async () => {
    await sweep(ports)
    expect(await currentTicks()).toHaveLength(1)
  })

  test('ignores a chain that is renewed between its read and its write', async () => {
    memory.afterGet = async ({ pk }: Key) => {
      if (!pk.endsWith(chainKey(connectionId).pk)) return
      memory.afterGet = async () => {}
      await resumeChain(ports, 'A', connectionId)
    }
    await sweep(ports)
    // The tick of the renewal is still the chain's current one: with another step it would be void.
    expect(await currentTicks()).toHaveLength(1)
  })

  test('reads the chains of all companies together, a hundred at a time', async () => {
    for (let number = 0; number < 250; number++) await joinChain(ports, `C${number}`, `shop-${number}`, 'C')
    const requests: number[] = []
    const getMany = memory.getMany.bind(memory)
    memory.getMany = async (keys) => {
      if (keys.some(({ pk }) => pk.endsWith('#CHAINS'))) requests.push(keys.length)
      return getMany(keys)
    }
    now += OVERDUE_MS
    ticks.length = 0
    await sweep(ports)
    expect(ticks).toHaveLength(251)
    expect(Math.max(...requests)).toBeLessThanOrEqual(100)
    // Four partitions of the index, each with a last request that is not full.
    expect(requests.length).toBeLessThanOrEqual(6)
  })
})
