import { chainKey, getChain } from '@recado/shared/campaigns/engine/chain'
import { type DeliveryPorts, deliver } from '@recado/shared/campaigns/engine/deliver'
import { FAULT_RETRY_MS, resultFaulted } from '@recado/shared/campaigns/engine/faults'
import type { Line } from '@recado/shared/campaigns/engine/line'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { countsKey, getCounts, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import { putRecipients } from '@recado/shared/campaigns/ledger/ledger'
import { recipientKey } from '@recado/shared/campaigns/ledger/recipient'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import { campaignOf } from '@recado/shared/campaigns/report/view'
import { getCampaign, putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putCompany } from '@recado/shared/companies/store'
import { putSentMessage } from '@recado/shared/messages/sent-messages'
import type { SendCommand } from '@recado/shared/queues/commands'
import { COMMAND_USABLE_MS } from '@recado/shared/queues/queues'
import { chainIndex } from '@recado/shared/table/indexes'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCampaign, aCompany, aRecipient } from '../support/builders.ts'
import type { CountingLog } from '../support/counting-log.ts'
import { aHeldChain, enginePorts } from '../support/engine-ports.ts'
import { aLine } from '../support/line.ts'

const NOW = Date.UTC(2026, 10, 23, 12)

let memory: MemoryTable
let table: TenantTable
let ports: DeliveryPorts
let log: CountingLog
let figures: object[]
let campaign: StoredCampaign
let now: number

beforeEach(async () => {
  now = NOW
  memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  figures = []
  const given = enginePorts(memory, () => now)
  log = given.log
  ports = {
    ...given.ports,
    recordMetrics: (told) => void figures.push(told),
    waitUntil: async () => undefined,
    newClaim: () => 'claim',
  }
  await putCompany(table, aCompany({ id: 'A' }))
  const at = new Date(NOW).toISOString()
  campaign = aCampaign({
    companyId: 'A',
    whatsappId: 'loja',
    status: 'EM_ANDAMENTO',
    startedAt: at,
    preparedAt: at,
    recipients: 1,
    ledger: 'C.1',
    dueAt: null,
  })
})

/** The internal error that every step of the engine meets here. */
const mistake = () => new TypeError("Cannot read properties of undefined (reading 'x')")

const given = {
  aRunningCampaign: async (overrides: Partial<StoredCampaign> = {}) => {
    campaign = { ...campaign, ...overrides }
    await putCampaign(table, campaign)
    await table.put({ ...NO_COUNTS, campaignId: campaign.id, open: 1, ...countsKey(campaign.id) })
    const { heldUntil: _, heldFor: __, ...chain } = aHeldChain('loja', 'daily-budget', 0)
    const lanes = [{ campaignId: campaign.id, cursor: 0, settled: 0 }]
    await table.put({ ...chain, lanes, ...chainKey('loja') })
    await putRecipients(table, [aRecipient({ campaignId: campaign.id, ledger: 'C.1', place: 0 })])
  },
}

const shown = async () => {
  const stored = await getCampaign(table, campaign.id)
  if (!stored) throw new Error('The campaign is gone')
  return campaignOf(stored, await getCounts(table, campaign.id), await getChain(table, 'loja'))
}

/** The report shows that the campaign stands still, with the reference of the one logged line. */
async function expectStandstill(step: string) {
  const report = await shown()
  expect(report).toMatchObject({ waitingFor: 'fault', fault: { at: new Date(NOW).toISOString() } })
  expect(log.errors).toMatchObject([
    { step, companyId: 'A', campaignIds: [campaign.id], reference: report.fault?.reference },
  ])
  expect(figures).toEqual([{ Faults: 1 }])
}

const command = (): SendCommand => ({
  kind: 'send',
  companyId: 'A',
  connectionId: 'loja',
  recipients: [{ campaignId: campaign.id, ledger: 'C.1', place: 0, attempt: 1 }],
  epoch: 4,
  seq: 2,
  notBefore: NOW,
  intervalMs: 0,
})

const anOpenLine = (overrides: Partial<Line> = {}) => aLine('loja', overrides)

describe('an internal error', () => {
  test.for<[string, Partial<Line>]>([
    [
      'when a number is looked up',
      {
        lookUp: async () => {
          throw mistake()
        },
      },
    ],
    [
      'when the line is prepared',
      {
        prepare: async () => {
          throw mistake()
        },
      },
    ],
    [
      'when a part is prepared',
      {
        ready: async () => {
          throw mistake()
        },
      },
    ],
  ])('%s parks the chain, is logged once and is on the report', async ([, broken]) => {
    await given.aRunningCampaign()
    await deliver(ports, anOpenLine(broken), command(), NOW)
    await expectStandstill('deliver')
    expect(await getChain(table, 'loja')).toMatchObject({ parkedFor: 'fault', parkedAt: NOW })
  })

  test('in a step of the chain parks it, is logged once and is on the report', async () => {
    await given.aRunningCampaign()
    const broken = {
      ...ports,
      random: () => 0.5,
      queues: { ...ports.queues, command: () => Promise.reject(mistake()) },
    }
    await advanceChain(broken, { companyId: 'A', connectionId: 'loja', epoch: 4, seq: 2 })
    await expectStandstill('pace')
  })

  test('while a campaign is prepared is logged once and is on the report', async () => {
    await given.aRunningCampaign({ preparedAt: null, ledger: null, dueAt: new Date(NOW).toISOString() })
    const broken: DeliveryPorts = {
      ...ports,
      random: () => {
        throw mistake()
      },
    }
    await startCampaign(broken, 'A', campaign.id)
    await expectStandstill('start')
  })

  test('while a result is recorded is logged once and is on the report, and the campaign goes on', async () => {
    await given.aRunningCampaign()
    const sent = {
      messageId: 'M',
      chat: '5511955550001',
      at: new Date(NOW).toISOString(),
      jid: '5511955550001@s.whatsapp.net',
      content: { type: 'text', text: 'Olá' },
      recipient: {
        campaignId: campaign.id,
        ledger: 'C.1',
        place: 0,
        step: 'message',
        variant: 1,
        first: 'M',
        part: 0,
        parts: 1,
        confirmed: false,
        timezone: 'America/Sao_Paulo',
      },
    } as const
    await putSentMessage(table, 'loja', sent, NOW)
    const ref = { companyId: 'A', connectionId: 'loja', messageId: 'M' }
    expect(await resultFaulted(ports, ref, mistake())).toBe(true)
    const report = await shown()
    expect(report.waitingFor).not.toBe('fault')
    expect(log.errors).toMatchObject([{ step: 'results', reference: report.fault?.reference }])
  })

  test('of a message without a campaign is left to the caller', async () => {
    const ref = { companyId: 'A', connectionId: 'loja', messageId: 'unknown' }
    expect(await resultFaulted(ports, ref, mistake())).toBe(false)
    expect(log.errors).toEqual([])
  })
})

describe('an outage', () => {
  test('is rethrown, so the queue retries', async () => {
    await given.aRunningCampaign()
    const line = anOpenLine({ prepare: () => Promise.reject(new Error('socket hang up')) })
    await expect(deliver(ports, line, command(), NOW)).rejects.toThrow('socket hang up')
    expect((await getChain(table, 'loja'))?.parkedAt).toBeUndefined()
    expect(log.errors).toEqual([])
  })
})

describe('a person who does not answer', () => {
  const silent = () => Promise.reject(new Unreachable('NO_ANSWER'))
  const recipientStatus = async () => (await table.get(recipientKey({ ledger: 'C.1', place: 0 })))?.status

  test('is postponed while the line is open', async () => {
    await given.aRunningCampaign()
    await deliver(ports, anOpenLine({ prepare: silent }), command(), NOW)
    expect(await recipientStatus()).toBe('POSTPONED')
  })

  test('stays pending if the line closed meanwhile', async () => {
    await given.aRunningCampaign()
    let open = true
    const line = anOpenLine({
      isOpen: () => open,
      prepare: () => {
        open = false
        return silent()
      },
    })
    await deliver(ports, line, command(), NOW)
    expect(await recipientStatus()).toBe('PENDING')
  })

  test('stays pending if the process slept for longer than its command is valid', async () => {
    await given.aRunningCampaign()
    const line = anOpenLine({
      prepare: () => {
        now += COMMAND_USABLE_MS + 1
        return silent()
      },
    })
    await deliver(ports, line, command(), NOW)
    expect(await recipientStatus()).toBe('PENDING')
  })
})

describe('a campaign stopped by an internal error', () => {
  const faulted = async () => {
    await given.aRunningCampaign()
    const line = anOpenLine({ prepare: () => Promise.reject(mistake()) })
    await deliver(ports, line, command(), NOW)
  }

  test('is ignored by the sweep for five minutes and then retried', async () => {
    await faulted()
    await table.transact([{ index: chainIndex.put('A', 'loja') }])
    now = NOW + FAULT_RETRY_MS - 1
    await sweep(ports)
    expect(await getChain(table, 'loja')).toMatchObject({ parkedFor: 'fault' })
    now = NOW + FAULT_RETRY_MS
    await sweep(ports)
    expect(await getChain(table, 'loja')).toMatchObject({ epoch: 5 })
    expect((await getChain(table, 'loja'))?.parkedAt).toBeUndefined()
  })

  test('recovers once a message is sent', async () => {
    await faulted()
    const chain = await getChain(table, 'loja')
    if (!chain) throw new Error('The chain is gone')
    const { parkedAt: _, parkedFor: __, ...going } = chain
    await table.put({ ...going, ...chainKey('loja') })
    await deliver(ports, anOpenLine(), command(), NOW)
    expect((await shown()).fault).toBeNull()
  })

  test('is not prepared again at once after a failed preparation', async () => {
    const at = new Date(NOW).toISOString()
    await given.aRunningCampaign({ preparedAt: null, ledger: null, dueAt: at, fault: { reference: 'R', at } })
    await startCampaign(ports, 'A', campaign.id)
    expect((await getCampaign(table, campaign.id))?.preparedAt).toBeNull()
    now = NOW + FAULT_RETRY_MS
    await startCampaign(ports, 'A', campaign.id)
    expect(await getCampaign(table, campaign.id)).toMatchObject({ fault: null })
  })
})
