import { pause, resume } from '@recado/shared/campaigns/engine/actions'
import { getChain } from '@recado/shared/campaigns/engine/chain'
import { advanceChain } from '@recado/shared/campaigns/engine/pace'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
import { countsKey } from '@recado/shared/campaigns/ledger/counts'
import {
  changeCampaign,
  completeCampaign,
  getCampaign,
  putCampaign,
  type StoredCampaign,
} from '@recado/shared/campaigns/store/campaigns'
import { putCompany } from '@recado/shared/companies/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCampaign, aCompany } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { aListOf } from '../support/stored-campaigns.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const AT = new Date(NOW).toISOString()

let table: TenantTable
let campaign: StoredCampaign
let ports: ReturnType<typeof enginePorts>['ports']
/** Start jobs that a sweep has queued. */
let queued: number
let now: number
/** Runs when the chain has its tick, before the start job goes on. */
let whenJoined: () => Promise<void>

/** A due campaign to an empty list: its chain completes it at the first tick. */
beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  queued = 0
  now = NOW
  whenJoined = async () => undefined
  const engine = enginePorts(memory, () => now)
  const send = async (queue: string) => {
    if (queue === 'start') queued++
    if (queue === 'pace') await whenJoined()
  }
  ports = { ...engine.ports, queues: { ...engine.ports.queues, send } }
  await putCompany(table, aCompany({ id: 'A' }))
  const due = { status: 'EM_ANDAMENTO' as const, startedAt: AT, dueAt: AT }
  campaign = aCampaign({ companyId: 'A', contactListIds: [await aListOf(table, [])], ...due })
  await putCampaign(table, campaign)
})

const stored = async () => (await getCampaign(table, campaign.id)) as StoredCampaign
const completes = async () => expect(await completeCampaign(table, await stored(), AT)).toBe(true)

describe('a campaign that ends before its start job', () => {
  test('leaves the due index with the job', async () => {
    whenJoined = completes
    await startCampaign(ports, 'A', campaign.id)
    expect(await stored()).toMatchObject({ status: 'FINALIZADA', dueAt: null })
    await sweep(ports)
    expect(queued).toBe(0)
  })

  test('leaves the due index with the next job, if this one dies', async () => {
    whenJoined = async () => {
      await completes()
      throw new Error('The process ends')
    }
    await expect(startCampaign(ports, 'A', campaign.id)).rejects.toThrow('The process ends')
    await sweep(ports)
    expect(queued).toBe(1)
    await startCampaign(ports, 'A', campaign.id)
    await sweep(ports)
    expect(queued).toBe(1)
  })

  test('stays in the due index for a resend that a person requests meanwhile', async () => {
    whenJoined = async () => {
      await completes()
      const resend = { status: 'EM_ANDAMENTO', resends: 1, dueAt: AT, completedAt: null } as const
      expect(await changeCampaign(table, await stored(), resend)).toBe(true)
    }
    await startCampaign(ports, 'A', campaign.id)
    await sweep(ports)
    expect(queued).toBe(1)
  })
})

describe('a campaign that a person pauses and resumes while its start job hangs', () => {
  const step = async () => {
    const { epoch = 0, seq = 0 } = (await getChain(table, campaign.whatsappId)) ?? {}
    await advanceChain(ports, { companyId: 'A', connectionId: campaign.whatsappId, epoch, seq })
  }
  const pausesAndResumes = async () => {
    whenJoined = async () => undefined
    now += 1000
    await pause(ports, 'A', campaign.id)
    // The chain drops the paused campaign.
    await step()
    now += 1000
    await resume(ports, 'A', campaign.id)
  }

  beforeEach(async () => {
    const contactListIds = [await aListOf(table, [{ number: '5511955550001' }])]
    campaign = aCampaign({ companyId: 'A', contactListIds, status: 'EM_ANDAMENTO', startedAt: AT, dueAt: AT })
    await putCampaign(table, campaign)
  })

  const goesOn = async () => {
    await startCampaign(ports, 'A', campaign.id)
    expect(await getChain(table, campaign.whatsappId)).toMatchObject({
      running: true,
      lanes: [{ campaignId: campaign.id }],
    })
    // Its only recipient is done.
    await table.update(countsKey(campaign.id), { set: { open: 0, sent: 1 } })
    await step()
    expect(await stored()).toMatchObject({ status: 'FINALIZADA', dueAt: null })
  }

  test('goes on with the start job of the resume', async () => {
    whenJoined = pausesAndResumes
    await startCampaign(ports, 'A', campaign.id)
    expect((await stored()).dueAt).toBe(new Date(now).toISOString())
    await goesOn()
  })

  test('goes on with the next sweep if the start job of the resume is lost', async () => {
    whenJoined = pausesAndResumes
    await startCampaign(ports, 'A', campaign.id)
    queued = 0
    await sweep(ports)
    expect(queued).toBe(2)
    await goesOn()
  })
})
