import { update } from '@recado/functions/campaigns/saving'
import { remove as removeConnection } from '@recado/functions/connections/connections'
import { remove as removeList } from '@recado/functions/contact-lists/lists'
import { campaignChange } from '@recado/shared/campaigns/contract/campaign'
import { startNow } from '@recado/shared/campaigns/engine/actions'
import type { EnginePorts } from '@recado/shared/campaigns/engine/ports'
import { getCampaign, putCampaign } from '@recado/shared/campaigns/store/campaigns'
import { putCompany } from '@recado/shared/companies/store'
import { getConnection, putConnection } from '@recado/shared/connections/store'
import { getList } from '@recado/shared/contact-lists/store'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aCampaign, aCompany, aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'
import { aListOf } from '../support/stored-campaigns.ts'

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const ADMIN = anActor({ profile: 'admin' })

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

let memory: RacedTable
let table: TenantTable
let ports: EnginePorts
let shop: string
let listId: string
let campaignId: string

/** A draft to a list with one person. */
beforeEach(async () => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  const engine = enginePorts(memory, () => NOON)
  const queues = { ...engine.ports.queues, command: async () => undefined }
  ports = { ...engine.ports, queues }
  setContext({ table, ports, environment: { SHARDS: 32 } })
  await putCompany(table, aCompany({ id: 'A' }))
  const connection = aConnection({ companyId: 'A', status: 'CONNECTED', isDefault: true })
  await putConnection(table, connection)
  shop = connection.id
  listId = await aListOf(table, [{ number: '5511987651001' }])
  const draft = aCampaign({ companyId: 'A', whatsappId: shop, contactListIds: [listId], message1: 'Oi' })
  await putCampaign(table, draft)
  campaignId = draft.id
})

const schedules = () =>
  update(ADMIN, campaignId, campaignChange.parse({ scheduledAt: new Date(NOON + 3_600_000).toISOString() }))
const starts = () => startNow(ports, 'A', campaignId)
const status = async () => (await getCampaign(table, campaignId))?.status

describe.each([
  ['scheduled', schedules, 'PROGRAMADA'],
  ['started', starts, 'EM_ANDAMENTO'],
] as const)('while a campaign is being %s', (_, act, unfinished) => {
  test('its list cannot be deleted', async () => {
    memory.beforeTransaction = act
    await expect(removeList(ADMIN, listId)).rejects.toMatchObject({ code: 'ERR_CONTACT_LIST_IN_USE' })
    expect(await getList(table, listId)).toBeDefined()
    expect(await status()).toBe(unfinished)
  })

  test('its connection cannot be deleted', async () => {
    memory.beforeTransaction = act
    await expect(removeConnection(ADMIN, shop)).rejects.toMatchObject({ code: 'ERR_WAPP_IN_USE' })
    expect(await getConnection(table, shop)).toBeDefined()
    expect(await status()).toBe(unfinished)
  })

  test('a deletion of its list that came first refuses the campaign', async () => {
    memory.beforeTransaction = () => removeList(ADMIN, listId)
    await expect(act()).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_(NO_CONTACT_LIST_FOUND|CAMPAIGN_NO_CONTACTS)$/),
    })
    expect(await status()).toBe('INATIVA')
  })

  test('a deletion of its connection that came first refuses the campaign', async () => {
    memory.beforeTransaction = () => removeConnection(ADMIN, shop)
    await expect(act()).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
    expect(await status()).toBe('INATIVA')
  })
})

test('two changes of a draft at the same moment are both saved', async () => {
  const changes = (change: object) => update(ADMIN, campaignId, campaignChange.parse(change))
  memory.beforeTransaction = () => changes({ message2: 'Olá' })
  await changes({ message3: 'Bom dia' })
  expect(await getCampaign(table, campaignId)).toMatchObject({ message2: 'Olá', message3: 'Bom dia' })
})

test('two campaigns that start at the same moment both start', async () => {
  const other = aCampaign({ companyId: 'A', whatsappId: shop, contactListIds: [listId], message1: 'Oi' })
  await putCampaign(table, other)
  memory.beforeTransaction = () => startNow(ports, 'A', other.id)
  await starts()
  expect(await status()).toBe('EM_ANDAMENTO')
  expect((await getCampaign(table, other.id))?.status).toBe('EM_ANDAMENTO')
})
