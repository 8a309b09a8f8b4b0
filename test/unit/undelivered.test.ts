import { resume } from '@recado/shared/campaigns/engine/actions'
import { type Chain, getChain, joinChain, resumeChain } from '@recado/shared/campaigns/engine/chain'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import { ledgerId, recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { getCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putSettings } from '@recado/shared/campaigns/store/settings'
import { companyKey } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import type { SendCommand } from '@recado/shared/queues/commands'
import type { PaceTick } from '@recado/shared/queues/jobs'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aLedger } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-21T15:00:00.000Z')
const [MINUTE, HOUR] = [60_000, 3_600_000]
const SHOP = 'LOJA'

let table: TenantTable
let campaignId: string
let now: number
let ticks: PaceTick[]
let sent: number
/** Whether a phone receives the n-th message. */
let arrives: (nth: number) => boolean
let ports: ReturnType<typeof enginePorts>['ports']

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  now = NOON
  sent = 0
  arrives = () => false
  const engine = enginePorts(memory, () => now)
  ticks = engine.ticks
  ports = {
    ...engine.ports,
    queues: { ...engine.ports.queues, command: async (command) => taken(command as SendCommand) },
  }
  await table.put({ ...companyKey, ...aCompany({ id: 'A' }) })
  await putConnection(table, aConnection({ companyId: 'A', id: SHOP, status: 'CONNECTED' }))
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
  campaignId = await aLedger(table, SHOP, numbers)
  await table.update(countsKey(campaignId), { set: { postponed: 0 } })
  const pace = { messageInterval, minimumMessageInterval: messageInterval, longerIntervalAfter: '0' }
  await putSettings(table, pace)
  await joinChain(ports, 'A', SHOP, campaignId)
}

/** The chain steps on until its last tick, or until a moment. */
async function goesOn(forMs: number): Promise<void> {
  const end = now + forMs
  for (let steps = 0; steps < 3000; steps++) {
    const { tickAt, running } = (await getChain(table, SHOP)) as Chain
    const tick = ticks.at(-1)
    if (!tick || !running || tickAt > end) break
    ticks.length = 0
    now = Math.max(now, tickAt)
    await advanceChain(ports, tick)
  }
  now = end
}
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
      await resumeChain(ports, 'A', SHOP, now)
    }
    expect(await paused()).toBe('undelivered')
  })

  test('goes on for as long again after a person resumes it', async () => {
    await begins(500)
    await goesOn(HOUR)
    const before = sent
    await resume(ports, 'A', campaignId)
    await joinChain(ports, 'A', SHOP, campaignId)
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
