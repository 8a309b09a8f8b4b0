import {
  campaignLists,
  pageOfCampaignIds,
  unfinishedCampaigns,
} from '@recado/shared/campaigns/store/campaign-lists'
import {
  campaignKey,
  changeCampaign,
  putCampaign,
  type StoredCampaign,
} from '@recado/shared/campaigns/store/campaigns'
import { putConnection } from '@recado/shared/connections/store'
import { newId, newUuid } from '@recado/shared/ids'
import { migrateLists } from '@recado/shared/migrations/migrate'
import type { Listed, Lists } from '@recado/shared/table/list-rows'
import { keyIn, updateRow } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { ticketLists } from '@recado/shared/tickets/store/ticket-lists'
import { ticketsOf } from '@recado/shared/tickets/store/tickets'
import { beforeEach, expect, test } from 'vitest'
import { aCampaign, aConnection } from '../support/builders.ts'
import { listDrift } from '../support/list-drift.ts'
import { MortalTable } from '../support/mortal-table.ts'

let memory: MortalTable
let table: TenantTable
beforeEach(() => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
})

const run = (lists: Lists<Listed> = campaignLists, isApplied = true) =>
  migrateLists(memory, lists, ['A'], { isApplied, now: () => 1_790_000_000_000 })

/** As code from before the lists wrote it. */
async function anOldCampaign(overrides: Partial<StoredCampaign> = {}): Promise<StoredCampaign> {
  const campaign = aCampaign({ companyId: 'A', ...overrides })
  await table.put({ ...campaign, ...campaignKey(campaign.id) })
  return campaign
}

test('campaigns without list rows get them, and a second run writes nothing', async () => {
  await anOldCampaign({ name: 'Natal' })
  const planned = await anOldCampaign({ status: 'PROGRAMADA' })
  await putCampaign(table, aCampaign({ companyId: 'A' }))
  expect(await run(undefined, false)).toMatchObject({ entity: 'campaign-lists', old: 3, upgraded: 0 })
  expect(await unfinishedCampaigns(table)).toEqual([])
  expect(await run()).toMatchObject({ old: 3, upgraded: 3, left: 0 })
  expect(await unfinishedCampaigns(table)).toMatchObject([{ id: planned.id }])
  const query = { type: 'PRIVATE' as const, search: '', limit: 20 }
  expect((await pageOfCampaignIds(table, query)).rows).toHaveLength(3)
  const rows = JSON.stringify([...memory.rows((pk) => pk.startsWith('A#'))])
  expect(await run()).toMatchObject({ old: 0, upgraded: 0, left: 0 })
  expect(JSON.stringify([...memory.rows((pk) => pk.startsWith('A#'))])).toBe(rows)
})

test('tickets without list rows get them', async () => {
  await putConnection(table, aConnection({ companyId: 'A', id: 'loja' }))
  // As the first tickets were stored.
  const ticket = {
    id: newId(),
    uuid: newUuid(),
    status: 'closed',
    whatsappId: 'loja',
    chat: '5511900000001',
    name: 'Ana',
    queueId: null,
    userId: null,
    campaignId: null,
    tagIds: [],
    createdAt: '2026-01-01T12:00:00.000Z',
    updatedAt: '2026-01-01T12:00:00.000Z',
  }
  await table.put({ ...keyIn<typeof ticket>('TICKETS', ticket.id), ...ticket })
  expect(await ticketsOf(table, ['loja'], [ticket.chat])).toEqual([])
  expect(await run(ticketLists)).toMatchObject({ old: 5, upgraded: 5 })
  expect(await ticketsOf(table, ['loja'], [ticket.chat])).toMatchObject([{ id: ticket.id }])
  expect(await listDrift(memory, ['A'])).toEqual([])
})

test('changes and deletions by older code during a deployment are repaired', async () => {
  const campaigns = ['1', '2', '3'].map((id) => aCampaign({ id, companyId: 'A', status: 'EM_ANDAMENTO' }))
  for (const campaign of campaigns) await putCampaign(table, campaign)
  await table.update(campaignKey('1'), { set: { status: 'FINALIZADA' }, add: { version: 1 } })
  await table.update(campaignKey('2'), { set: { name: 'Páscoa' }, add: { version: 1 } })
  await table.delete(campaignKey('3'))
  // Two rows of one that ended and of one that was renamed each, and two rows of one that is gone.
  expect(await run()).toMatchObject({ old: 6, upgraded: 6, left: 0 })
  expect(await listDrift(memory, ['A'])).toEqual([])
})

test('a run that dies at any write is completed by the next', async () => {
  for (let writes = 0; ; writes++) {
    memory = new MortalTable()
    table = new TenantTable(memory, 'A')
    for (const id of ['1', '2', '3']) await anOldCampaign({ id, status: 'PROGRAMADA' })
    memory.dieAfter(writes)
    const ended = await run().then(
      () => true,
      () => false,
    )
    memory.dieAfter()
    await run()
    expect(await listDrift(memory, ['A'])).toEqual([])
    if (ended) break
  }
})

test('a campaign that changes between look and write is read again', async () => {
  const campaign = await anOldCampaign({ status: 'PROGRAMADA' })
  const transact = memory.transact.bind(memory)
  let hasChanged = false
  memory.transact = async (writes) => {
    if (!hasChanged && writes.some((write) => 'check' in write)) {
      hasChanged = true
      expect(await changeCampaign(table, campaign, { status: 'CANCELADA' })).toBe(true)
    }
    return transact(writes)
  }
  expect(await run()).toMatchObject({ left: 0 })
  expect(await unfinishedCampaigns(table)).toEqual([])
  expect(await listDrift(memory, ['A'])).toEqual([])
})

test('a constantly changing campaign is left for the next run', async () => {
  const { id } = await anOldCampaign({ status: 'PROGRAMADA' })
  const transact = memory.transact.bind(memory)
  memory.transact = async (writes) => {
    if (writes.some((write) => 'check' in write))
      await transact([updateRow(keyIn<StoredCampaign>('A#CAMPAIGNS', id), { add: { version: 1 } })])
    return transact(writes)
  }
  expect(await run()).toMatchObject({ old: 2, upgraded: 0, left: 2 })
  memory.transact = transact
  expect(await run()).toMatchObject({ companies: 1, upgraded: 2, left: 0 })
})
