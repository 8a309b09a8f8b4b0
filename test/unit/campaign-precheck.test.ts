import { report } from '@recado/functions/campaigns/campaigns'
import { precheck } from '@recado/functions/campaigns/precheck'
import { DEFAULT_CAMPAIGN_SETTINGS } from '@recado/shared/campaigns/contract/settings'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { startCampaign } from '@recado/shared/campaigns/engine/start'
import { putCampaign, type StoredCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putSettings } from '@recado/shared/campaigns/store/settings'
import { companyKey, putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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
async function aCampaignTo(
  people: number,
  more: Partial<StoredCampaign> = {},
  fields: { name?: string; var1?: string; var2?: string } = {},
): Promise<string> {
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED' })
  await putConnection(table, connection)
  const numbers = Array.from({ length: people }, (_, at) => `55119555${50_000 + at}`)
  const contactListIds = [
    await aListOf(
      table,
      numbers.map((number) => ({ number, ...fields })),
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

describe('the precheck of a company named "Padaria São José Ltda"', () => {
  beforeEach(() => table.update(companyKey, { set: { name: 'Padaria São José Ltda' } }))

  const isUnnamed = async (...campaign: Parameters<typeof aCampaignTo>) =>
    (await precheck(anActor(), await aCampaignTo(...campaign))).unnamed

  const NO_TEXT = { message1: null, message2: null, mediaKey: 'A/uploads/pao', mediaType: 'image/png' }

  test.each<[boolean, string, Partial<StoredCampaign>]>([
    [true, 'no text names it', { message1: 'Oi {nome}, promoção hoje!', message2: 'Pão quente' }],
    [false, 'one of the texts names it', { message1: 'Oi!', message2: 'Aqui é a padaria SAO JOSE' }],
    [false, 'the question names it', { confirmation: true, confirmationMessage1: 'Padaria. Posso enviar?' }],
    [true, 'a question that is not asked names it', { confirmationMessage1: 'Padaria. Posso enviar?' }],
    [false, 'the contact card names it', { contactName: 'Padaria', contactNumber: '5511944770001' }],
    [false, 'it sends a file without a text', NO_TEXT],
  ])('says that nothing names the company (%s) if %s', async (expected, _, campaign) => {
    expect(await isUnnamed(1, { message1: 'Oi', ...campaign })).toBe(expected)
  })

  test('does not take the name of a variable for the name of a company', async () => {
    await table.update(companyKey, { set: { name: 'Nome Forte' } })
    expect(await isUnnamed(1, { message1: 'Oi {nome}' }, { name: 'Ana' })).toBe(true)
  })

  test('counts a variable with the name of the company, but not the name of the recipient', async () => {
    const fields = { name: 'José', var1: 'São José', var2: 'ouro' }
    expect(await isUnnamed(1, { message1: 'Aqui é {var1}' }, fields)).toBe(false)
    expect(await isUnnamed(1, { message1: 'Olá {nome}, {var2}' }, fields)).toBe(true)
  })
})
