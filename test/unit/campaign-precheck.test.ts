import { report } from '@recado/functions/campaigns/campaigns'
import { precheck } from '@recado/functions/campaigns/precheck'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putSettings } from '@recado/shared/campaigns/store/settings'
import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCampaign, aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { aListOf } from '../support/stored-campaigns.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const NOON = Date.UTC(2026, 10, 23, 15)
const TOMORROW = '2026-11-24T15:00:00.000Z'

let table: TenantTable
let ports: EnginePorts

beforeEach(async () => {
  const memory = new MemoryTable()
  table = new TenantTable(memory, 'A')
  ports = enginePorts(memory, () => NOON).ports
  setContext({ table, ports })
  await putCompany(table, aCompany({ id: 'A' }))
})

/** A campaign to so many people about whose numbers WhatsApp was not asked. */
async function aCampaignTo(people: number, more: Partial<StoredCampaign> = {}): Promise<string> {
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  const numbers = Array.from({ length: people }, (_, at) => `55119555${50_000 + at}`)
  const contactListIds = [
    await aListOf(
      table,
      numbers.map((number) => ({ number })),
    ),
  ]
  const campaign = aCampaign({ companyId: 'A', whatsappId: connection.id, contactListIds, ...more })
  await putCampaign(table, campaign)
  return campaign.id
}

test('the precheck of a scheduled campaign counts from its schedule, and from now for a start at once', async () => {
  const id = await aCampaignTo(1, { status: 'PROGRAMADA', scheduledAt: TOMORROW, dueAt: TOMORROW })
  expect(await precheck(anActor(), id)).toMatchObject({
    expectedStartAt: TOMORROW,
    expectedEndAt: TOMORROW,
  })
  const now = new Date(NOON).toISOString()
  expect(await precheck(anActor(), id, { startNow: true })).toMatchObject({
    expectedStartAt: now,
    expectedEndAt: now,
  })
})

test('the precheck and the report foresee that look-ups take longer than the intervals', async () => {
  await putSettings(table, { ...DEFAULT_CAMPAIGN_SETTINGS, messageInterval: '0', longerIntervalAfter: '0' })
  const id = await aCampaignTo(100)
  // 40 at once, then one every 1.5 seconds.
  const expectedEndAt = new Date(NOON + 90_000).toISOString()
  expect(await precheck(anActor(), id)).toMatchObject({ unknown: 100, expectedEndAt })
  await startNow(ports, 'A', id)
  await startCampaign(ports, 'A', id)
  expect(await report(anActor(), id)).toMatchObject({ status: 'EM_ANDAMENTO', expectedEndAt })
})
