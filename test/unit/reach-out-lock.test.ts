import { chainKey, getChain } from '@recado/shared/campaigns/engine/chain'
import type { Ports } from '@recado/shared/campaigns/engine/ports'
import { noteReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import type { HoldReason } from '@recado/shared/connections/health'
import { changeHealth, getHealth } from '@recado/shared/connections/health-store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const CONNECTION = 'LOJA'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const LATER = NOW + 60 * MINUTE_MS

let table: TenantTable
let ports: Ports
let ticks: unknown[]
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  ticks = []
  ports = {
    table: memory,
    now: () => NOW,
    random: () => 0.5,
    watchers: { countersChanged: async () => {}, recipientChanged: async () => {} },
    queues: {
      send: async (_, message) => void ticks.push(message),
      inOrder: () => Promise.reject(new Error('Nothing is sent in order')),
      command: () => Promise.reject(new Error('Nothing is handed over')),
    },
  }
})

const note = (lock: { isActive: boolean; endsAt?: number }) => noteReachOutLock(ports, 'A', CONNECTION, lock)
const lockedUntil = async () => (await getHealth(table, CONNECTION)).lockedUntil
const aHeldChain = (heldFor: HoldReason) =>
  table.put({
    ...chainKey(CONNECTION),
    companyId: 'A',
    connectionId: CONNECTION,
    epoch: 4,
    seq: 2,
    running: true,
    lanes: [{ campaignId: 'C', cursor: 1, settled: 0 }],
    turn: 0,
    handedOver: 1,
    nextAt: NOW - 1000,
    intervalMs: 5000,
    longer: false,
    tickAt: LATER,
    heldUntil: LATER,
    heldFor,
  })

describe('a lock that WhatsApp tells of', () => {
  test('is believed to the end of the second in which it ends: WhatsApp tells no more of it', async () => {
    for (const endsAt of [LATER, NOW]) {
      await note({ isActive: true, endsAt })
      expect(await lockedUntil()).toBe(endsAt + 1000)
    }
  })

  test('without an end is believed for a quarter of an hour', async () => {
    await note({ isActive: true })
    expect(await lockedUntil()).toBe(NOW + 15 * MINUTE_MS)
  })

  test('that is there although its end has passed is looked at again in half a minute', async () => {
    await note({ isActive: true, endsAt: NOW - 5000 })
    expect(await lockedUntil()).toBe(NOW + MINUTE_MS / 2)
  })
})

describe('a lock that is over', () => {
  test('lets those who waited go on at once, and voids what was handed over before', async () => {
    await note({ isActive: true, endsAt: LATER })
    await aHeldChain('reach-out-lock')
    await note({ isActive: false })
    expect(await lockedUntil()).toBe(0)
    const chain = await getChain(table, CONNECTION)
    expect(chain).toMatchObject({ epoch: 5, seq: 0, tickAt: NOW })
    expect(chain?.heldUntil).toBeUndefined()
    expect(ticks).toEqual([{ companyId: 'A', connectionId: CONNECTION, epoch: 5, seq: 0 }])
  })

  test('lets them go on where whoever heard of it first died before that', async () => {
    await changeHealth(table, CONNECTION, { lockedUntil: 0 })
    await aHeldChain('reach-out-lock')
    await note({ isActive: false })
    expect((await getChain(table, CONNECTION))?.heldUntil).toBeUndefined()
    expect(ticks).toHaveLength(1)
  })

  test.each<HoldReason>(['daily-budget', 'new-chat-quota', 'number-checks'])(
    'ends no hold for another reason: %s',
    async (reason) => {
      await aHeldChain(reason)
      await note({ isActive: false })
      expect(await getChain(table, CONNECTION)).toMatchObject({ epoch: 4, heldUntil: LATER, heldFor: reason })
      expect(ticks).toEqual([])
    },
  )

  test('and was never known changes nothing', async () => {
    await note({ isActive: false })
    expect(await getHealth(table, CONNECTION)).toEqual({})
    expect(await getChain(table, CONNECTION)).toBeUndefined()
  })
})
