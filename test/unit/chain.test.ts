import {
  type Chain,
  chainKey,
  holdFirstContacts,
  joinChain,
  resumeChain,
  wakeChain,
  wakeChains,
} from '@recado/shared/campaigns/engine/chain'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import type { Key } from '@recado/shared/table/table'
import { beforeEach, describe, expect, test } from 'vitest'
import { ChainOnClock } from '../support/chain-on-clock.ts'
import { EventfulTable } from '../support/eventful-table.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const HOUR = 3_600_000
const PEOPLE = ['5511955551001', '5511955551002', '5511955551003']

let memory: EventfulTable
let clock: ChainOnClock
let campaignId: string

beforeEach(async () => {
  memory = new EventfulTable()
  clock = await ChainOnClock.open(memory, NOON, async () => undefined)
  campaignId = await aLedger(clock.table, clock.shop, PEOPLE)
  await joinChain(clock.ports, 'A', clock.shop, campaignId)
})

const set = (fields: Partial<Chain>) => clock.table.update(chainKey(clock.shop), { set: fields })
const lastTick = () => clock.ticks.at(-1)
const takesLastTick = async () => {
  const tick = lastTick()
  if (!tick) throw new Error('No tick is queued')
  await advanceChain(clock.ports, tick)
}

describe('a chain whose connection opens again', () => {
  test('keeps its interval after the last message of the account', async () => {
    await set({ nextAt: NOON - HOUR, intervalMs: 20_000, parkedAt: NOON - 5000, parkedFor: 'connection' })
    await resumeChain(clock.ports, 'A', clock.shop, NOON - 1000)
    expect(await clock.chain()).toMatchObject({ epoch: 2, nextAt: NOON + 19_000, intervalMs: 20_000 })
    expect((await clock.chain()).parkedAt).toBeUndefined()
  })

  test('does not start if it ended', async () => {
    await set({ running: false })
    clock.ticks.length = 0
    await resumeChain(clock.ports, 'A', clock.shop, NOON)
    expect([(await clock.chain()).epoch, clock.ticks]).toEqual([1, []])
  })
})

test('a hold that begins during a step stays, and the step looks again', async () => {
  memory.afterGet = async ({ pk }: Key) => {
    if (!pk.includes('CHAINS')) return
    memory.afterGet = async () => undefined
    await holdFirstContacts(clock.ports, 'A', clock.shop, { until: NOON + HOUR, reason: 'reach-out-lock' })
  }
  await takesLastTick()
  expect(await clock.chain()).toMatchObject({
    heldFor: 'reach-out-lock',
    heldUntil: NOON + HOUR,
    handedOver: 0,
  })
})

describe('a change of the company’s settings', () => {
  test('wakes each running chain, also a parked one', async () => {
    await set({ parkedAt: NOON, parkedFor: 'campaigns-off', tickAt: NOON + HOUR })
    clock.ticks.length = 0
    await wakeChains(clock.ports, 'A')
    expect(await clock.chain()).toMatchObject({ epoch: 2, tickAt: NOON })
    expect(clock.ticks).toMatchObject([{ epoch: 2, seq: 0 }])
  })

  test('starts no chain that ended', async () => {
    await set({ running: false })
    clock.ticks.length = 0
    await wakeChains(clock.ports, 'A')
    expect([(await clock.chain()).epoch, clock.ticks]).toEqual([1, []])
  })
})

describe('a resend', () => {
  test('wakes a resting chain', async () => {
    await set({ tickAt: NOON + HOUR })
    await wakeChain(clock.ports, 'A', clock.shop)
    expect(await clock.chain()).toMatchObject({ epoch: 2, tickAt: NOON })
  })

  test('leaves a chain alone that is active or parked', async () => {
    await set({ tickAt: NOON + 4000 })
    await wakeChain(clock.ports, 'A', clock.shop)
    await set({ tickAt: NOON + HOUR, parkedAt: NOON, parkedFor: 'connection' })
    await wakeChain(clock.ports, 'A', clock.shop)
    expect((await clock.chain()).epoch).toBe(1)
  })
})
