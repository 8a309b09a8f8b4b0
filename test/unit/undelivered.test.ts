import { resume } from '@recado/shared/campaigns/engine/actions'
import { joinChain, resumeChain } from '@recado/shared/campaigns/engine/chain'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putSettings } from '@recado/shared/campaigns/store/settings'
import type { SendCommand } from '@recado/shared/queues/commands'
import { MemoryTable } from '@recado/shared/table/memory'
import type { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { ChainOnClock } from '../support/chain-on-clock.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const [MINUTE, HOUR] = [60_000, 3_600_000]

let table: TenantTable
let campaignId: string
let clock: ChainOnClock
let shop: string
let sent: number
/** Whether a phone receives the n-th message. */
let arrives: (nth: number) => boolean
let ports: EnginePorts

beforeEach(async () => {
  sent = 0
  arrives = () => false
  clock = await ChainOnClock.open(new MemoryTable(), NOON, taken)
  ;({ table, shop, ports } = clock)
})

/** WhatsApp accepts every message. */
async function taken({ recipients }: SendCommand): Promise<void> {
  for (const { place } of recipients) {
    sent++
    const received = arrives(sent) ? 1 : 0
    const key = recipientKey({ ledger: ledgerId(campaignId, 1), place })
    await table.update(key, { set: { status: 'SENDED', messageId: `M${place}` } })
    await table.update(countsKey(campaignId), { add: { open: -1, sent: 1, received } })
  }
}

async function begins(people: number, messageInterval = '20'): Promise<void> {
  const numbers = Array.from({ length: people }, (_, at) => `55119${50_000_000 + at}`)
  campaignId = await aLedger(table, shop, numbers)
  await table.update(countsKey(campaignId), { set: { postponed: 0 } })
  const pace = { messageInterval, minimumMessageInterval: messageInterval, longerIntervalAfter: '0' }
  await putSettings(table, pace)
  await joinChain(ports, 'A', shop, campaignId)
}

const goesOn = (forMs: number) => clock.goesOn(forMs)
const paused = async () => (await getCampaign(table, campaignId))?.pauseReason ?? null

describe('a campaign whose messages WhatsApp accepts, and no phone receives', () => {
  test('is paused ten minutes after the twentieth message', async () => {
    await begins(500)
    await goesOn(15 * MINUTE)
    expect(await paused()).toBeNull()
    await goesOn(4 * MINUTE)
    expect(await paused()).toBe('undelivered')
    const before = sent
    await goesOn(HOUR)
    expect(sent).toBe(before)
    expect(sent).toBeLessThan(60)
  })

  test('is paused also if phones received its first messages', async () => {
    arrives = (nth) => nth <= 100
    await begins(500)
    await goesOn(3 * HOUR)
    expect(await paused()).toBe('undelivered')
    expect(sent).toBeLessThan(160)
  })

  test('is paused although its connection opens again meanwhile', async () => {
    await begins(500)
    for (let minute = 0; minute < 30; minute++) {
      await goesOn(MINUTE)
      await resumeChain(ports, 'A', shop, clock.now)
    }
    expect(await paused()).toBe('undelivered')
  })

  test('goes on for as long again after a person resumes it', async () => {
    await begins(500)
    await goesOn(HOUR)
    const before = sent
    await resume(ports, 'A', campaignId)
    await joinChain(ports, 'A', shop, campaignId)
    await goesOn(15 * MINUTE)
    expect(await paused()).toBeNull()
    expect(sent).toBeGreaterThan(before + 30)
    await goesOn(HOUR)
    expect(await paused()).toBe('undelivered')
  })
})

describe('a campaign goes on', () => {
  test('while every nineteenth message arrives', async () => {
    arrives = (nth) => nth % 19 === 0
    await begins(300)
    await goesOn(3 * HOUR)
    expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'FINALIZADA', pausedAt: null })
  })

  test('without an interval, ahead of all receipts', async () => {
    await begins(400, '0')
    await goesOn(5 * MINUTE)
    expect(await getCampaign(table, campaignId)).toMatchObject({ status: 'FINALIZADA', pausedAt: null })
  })
})
