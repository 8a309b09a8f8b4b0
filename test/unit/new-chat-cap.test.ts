import { chainKey, getChain } from '@recado/shared/campaigns/engine/chain'
import { type NewChatCap, noteNewChatCap } from '@recado/shared/campaigns/engine/new-chat-cap'
import type { Ports } from '@recado/shared/campaigns/engine/ports'
import type { HoldReason } from '@recado/shared/connections/health'
import { changeHealth, getHealth, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'

const CONNECTION = 'LOJA'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const LATER = NOW + 3_600_000

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

const note = (cap: NewChatCap) => noteNewChatCap(ports, 'A', CONNECTION, cap)
const hold = async () => holdByWhatsApp(await getHealth(table, CONNECTION), NOW)
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

describe('a reading of the quota of new chats', () => {
  test.each<NewChatCap>([
    { status: 'CAPPED', quota: 50, used: 20, endsAt: LATER },
    { status: 'CAPPED', quota: -1, endsAt: LATER },
    { status: 'FIRST_WARNING', quota: 10, used: 10, endsAt: LATER },
    { quota: 10, used: 12, endsAt: LATER },
  ])('%j holds first contacts until the quota is counted anew', async (cap) => {
    await note(cap)
    expect(await hold()).toEqual({ reason: 'new-chat-quota', until: LATER })
  })

  test.each<NewChatCap>([
    { status: 'NONE', quota: -1, used: 0 },
    { quota: -1 },
    { status: 'NONE', quota: 0 },
    { status: 'SECOND_WARNING', quota: 10, used: 9 },
    { status: 'NONE' },
    {},
  ])('%j holds none', async (cap) => {
    await note(cap)
    expect(await hold()).toBeUndefined()
  })

  test.each<NewChatCap>([{ status: 'NONE', quota: -1 }, { status: 'NONE' }, { quota: 10, used: 3 }])(
    '%j ends a hold, and waiting recipients go on at once',
    async (cap) => {
      await note({ status: 'CAPPED', quota: 10, used: 10, endsAt: LATER })
      await aHeldChain('new-chat-quota')
      await note(cap)
      expect(await hold()).toBeUndefined()
      const chain = await getChain(table, CONNECTION)
      expect(chain).toMatchObject({ epoch: 5, tickAt: NOW })
      expect(chain?.heldUntil).toBeUndefined()
      expect(ticks).toEqual([{ companyId: 'A', connectionId: CONNECTION, epoch: 5, seq: 0 }])
    },
  )

  test('ends a hold that was left behind by a process which died after it stored a good reading', async () => {
    await changeHealth(table, CONNECTION, { newChatsQuota: -1, newChatsUsed: 0 })
    await aHeldChain('new-chat-quota')
    await note({ status: 'NONE', quota: -1 })
    expect((await getChain(table, CONNECTION))?.heldUntil).toBeUndefined()
    expect(ticks).toHaveLength(1)
  })

  test.each<HoldReason>(['reach-out-lock', 'daily-budget', 'number-checks'])(
    'that is good ends no hold for another reason: %s',
    async (reason) => {
      await aHeldChain(reason)
      await note({ status: 'NONE', quota: -1 })
      expect(await getChain(table, CONNECTION)).toMatchObject({ epoch: 4, heldFor: reason })
      expect(ticks).toEqual([])
    },
  )
})
