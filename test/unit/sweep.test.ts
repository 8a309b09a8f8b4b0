import { type Chain, chainKey, getChain, joinChain, resumeChain } from '@recado/shared/campaigns/engine/chain'
import type { Ports } from '@recado/shared/campaigns/engine/ports'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { PaceTick } from '@recado/shared/queues/jobs'
import type { Key } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { EventfulTable } from '../support/eventful-table.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const OVERDUE_MS = 60_000

let memory: EventfulTable
let table: TenantTable
let connectionId: string
let ticks: PaceTick[]
let now: number
let ports: Ports

/** A chain whose tick was lost a minute ago. */
beforeEach(async () => {
  memory = new EventfulTable()
  table = new TenantTable(memory, 'A')
  ticks = []
  now = NOW
  ports = {
    table: memory,
    now: () => now,
    random: () => 0.5,
    watchers: { countersChanged: async () => {}, recipientChanged: async () => {} },
    queues: {
      send: async (queue, message) => {
        if (queue === 'pace') ticks.push(message as PaceTick)
      },
      inOrder: () => Promise.reject(new Error('Nothing is sent in order')),
      command: () => Promise.reject(new Error('Nothing is handed over')),
    },
  }
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  connectionId = connection.id
  await putConnection(table, connection)
  await joinChain(ports, 'A', connectionId, 'C')
  now = NOW + OVERDUE_MS
  ticks = []
})

const chain = async (): Promise<Chain> => (await getChain(table, connectionId)) as Chain
const currentTicks = async () => {
  const { epoch, seq } = await chain()
  return ticks.filter((tick) => tick.epoch === epoch && tick.seq === seq)
}

describe('the sweep', () => {
  test('sends a chain that lost its tick a new one', async () => {
    await sweep(ports)
    expect(await currentTicks()).toHaveLength(1)
  })

  test('leaves a chain alone that is renewed between its look and its write', async () => {
    memory.afterGet = async ({ pk }: Key) => {
      if (!pk.endsWith(chainKey(connectionId).pk)) return
      memory.afterGet = async () => {}
      await resumeChain(ports, 'A', connectionId)
    }
    await sweep(ports)
    // The tick of the renewal is still the chain's current one: with another step it would be void.
    expect(await currentTicks()).toHaveLength(1)
  })
})
