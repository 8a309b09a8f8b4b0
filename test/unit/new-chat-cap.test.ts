import { chainKey, getChain } from '@recado/shared/campaigns/engine/chain'
import { type NewChatCap, noteNewChatCap } from '@recado/shared/campaigns/engine/new-chat-cap'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import type { HoldReason } from '@recado/shared/connections/health'
import { changeHealth, getHealth, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aHeldChain, enginePorts } from '../support/engine-ports.ts'

const CONNECTION = 'LOJA'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const LATER = NOW + 3_600_000

let table: TenantTable
let ports: EnginePorts
let ticks: unknown[]
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  ;({ ports, ticks } = enginePorts(memory, () => NOW))
})

const note = (cap: NewChatCap) => noteNewChatCap(ports, 'A', CONNECTION, cap)
const hold = async () => holdByWhatsApp(await getHealth(table, CONNECTION), NOW)
const putHeldChain = (reason: HoldReason) => {
  const chain = aHeldChain(CONNECTION, reason, LATER)
  return table.put({ ...chainKey(CONNECTION), ...chain })
}

describe('a reading of WhatsApp’s quota of new chats', () => {
  test.each<NewChatCap>([
    { status: 'CAPPED', quota: 50, used: 20, endsAt: LATER },
    { status: 'CAPPED', quota: -1, endsAt: LATER },
    { status: 'FIRST_WARNING', quota: 10, used: 10, endsAt: LATER },
    { quota: 10, used: 12, endsAt: LATER },
  ])('%j holds first contacts until the quota is reset', async (cap) => {
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
  ])('%j holds no first contacts', async (cap) => {
    await note(cap)
    expect(await hold()).toBeUndefined()
  })

  test.each<NewChatCap>([{ status: 'NONE', quota: -1 }, { status: 'NONE' }, { quota: 10, used: 3 }])(
    '%j ends a hold, and waiting recipients continue at once',
    async (cap) => {
      await note({ status: 'CAPPED', quota: 10, used: 10, endsAt: LATER })
      await putHeldChain('new-chat-quota')
      await note(cap)
      expect(await hold()).toBeUndefined()
      const chain = await getChain(table, CONNECTION)
      expect(chain).toMatchObject({ epoch: 5, tickAt: NOW })
      expect(chain?.heldUntil).toBeUndefined()
      expect(ticks).toEqual([{ companyId: 'A', connectionId: CONNECTION, epoch: 5, seq: 0 }])
    },
  )

  test('ends the hold of a process that died after storing a good reading', async () => {
    await changeHealth(table, CONNECTION, { newChatsQuota: -1, newChatsUsed: 0 })
    await putHeldChain('new-chat-quota')
    await note({ status: 'NONE', quota: -1 })
    expect((await getChain(table, CONNECTION))?.heldUntil).toBeUndefined()
    expect(ticks).toHaveLength(1)
  })

  test.each<HoldReason>(['reach-out-lock', 'daily-budget', 'number-checks'])(
    'does not end a hold for another reason: %s',
    async (reason) => {
      await putHeldChain(reason)
      await note({ status: 'NONE', quota: -1 })
      expect(await getChain(table, CONNECTION)).toMatchObject({ epoch: 4, heldFor: reason })
      expect(ticks).toEqual([])
    },
  )
})
