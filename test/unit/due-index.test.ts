import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { sweep } from '@recado/shared/campaigns/engine/sweep'
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
/** Runs when the chain has its tick, before the start job goes on. */
let whenJoined: () => Promise<void>

/** A due campaign to an empty list: its chain completes it at the first tick. */
beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  queued = 0
  whenJoined = async () => undefined
  const engine = enginePorts(memory, () => NOW)
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
