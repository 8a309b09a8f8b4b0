import { chainKey, getChain } from '@recado/shared/campaigns/engine/chain'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { noteReachOutLock } from '@recado/shared/campaigns/engine/reach-out-lock'
import type { HoldReason } from '@recado/shared/connections/health'
import { changeHealth, getHealth } from '@recado/shared/connections/health-store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aHeldChain, enginePorts } from '../support/engine-ports.ts'

const CONNECTION = 'LOJA'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const LATER = NOW + 60 * MINUTE_MS

let table: TenantTable
let ports: EnginePorts
let ticks: unknown[]
beforeEach(() => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  ;({ ports, ticks } = enginePorts(memory, () => NOW))
})

const note = (lock: { isActive: boolean; endsAt?: number; believedMs?: number }) =>
  noteReachOutLock(ports, 'A', CONNECTION, lock)
const lockedUntil = async () => (await getHealth(table, CONNECTION)).lockedUntil
const putHeldChain = (reason: HoldReason) => {
  const chain = aHeldChain(CONNECTION, reason, LATER)
  return table.put({ ...chainKey(CONNECTION), ...chain })
}

describe('a lock reported by WhatsApp', () => {
  test('is assumed until the end of its last second, since WhatsApp does not report the end', async () => {
    for (const endsAt of [LATER, NOW]) {
      await note({ isActive: true, endsAt })
      expect(await lockedUntil()).toBe(endsAt + 1000)
    }
  })

  test('without an end is assumed for a quarter of an hour', async () => {
    await note({ isActive: true })
    expect(await lockedUntil()).toBe(NOW + 15 * MINUTE_MS)
  })

  test('without an end does not shorten a lock with a known end', async () => {
    await note({ isActive: true, endsAt: LATER })
    await note({ isActive: true })
    expect(await lockedUntil()).toBe(LATER + 1000)
    await note({ isActive: true, endsAt: NOW })
    expect(await lockedUntil()).toBe(NOW + 1000)
  })

  test('with a past end is read again in half a minute', async () => {
    await note({ isActive: true, endsAt: NOW - 5000 })
    expect(await lockedUntil()).toBe(NOW + MINUTE_MS / 2)
  })
})

describe('the restriction that the warm-up begins again after', () => {
  const restrictedUntil = async () => (await getHealth(table, CONNECTION)).restrictedUntil

  test('ends with the lock, as WhatsApp says or as early as it lifts it', async () => {
    await note({ isActive: true, endsAt: LATER })
    expect(await restrictedUntil()).toBe(LATER)
    await note({ isActive: false })
    expect(await restrictedUntil()).toBe(NOW)
  })

  test('lasts until now while WhatsApp says no end', async () => {
    await note({ isActive: true })
    expect(await restrictedUntil()).toBe(NOW)
  })

  test('does not begin with a refusal that WhatsApp does not explain', async () => {
    await note({ isActive: true, believedMs: MINUTE_MS })
    expect(await lockedUntil()).toBe(NOW + MINUTE_MS)
    expect(await restrictedUntil()).toBeUndefined()
  })

  test('stays in the past after the lock', async () => {
    await changeHealth(table, CONNECTION, { restrictedUntil: NOW - 5 })
    await note({ isActive: false })
    expect(await restrictedUntil()).toBe(NOW - 5)
  })
})

describe('a lock that has ended', () => {
  test('releases waiting recipients at once and voids earlier hand-overs', async () => {
    await note({ isActive: true, endsAt: LATER })
    await putHeldChain('reach-out-lock')
    await note({ isActive: false })
    expect(await lockedUntil()).toBe(0)
    const chain = await getChain(table, CONNECTION)
    expect(chain).toMatchObject({ epoch: 5, seq: 0, tickAt: NOW })
    expect(chain?.heldUntil).toBeUndefined()
    expect(ticks).toEqual([{ companyId: 'A', connectionId: CONNECTION, epoch: 5, seq: 0 }])
  })

  test('releases them if the first process died before it did', async () => {
    await changeHealth(table, CONNECTION, { lockedUntil: 0 })
    await putHeldChain('reach-out-lock')
    await note({ isActive: false })
    expect((await getChain(table, CONNECTION))?.heldUntil).toBeUndefined()
    expect(ticks).toHaveLength(1)
  })

  test.each<HoldReason>(['daily-budget', 'new-chat-quota', 'number-checks'])(
    'does not end a hold for another reason: %s',
    async (reason) => {
      await putHeldChain(reason)
      await note({ isActive: false })
      expect(await getChain(table, CONNECTION)).toMatchObject({ epoch: 4, heldUntil: LATER, heldFor: reason })
      expect(ticks).toEqual([])
    },
  )

  test('changes nothing if it was never known', async () => {
    await note({ isActive: false })
    expect(await getHealth(table, CONNECTION)).toEqual({})
    expect(await getChain(table, CONNECTION)).toBeUndefined()
  })
})
