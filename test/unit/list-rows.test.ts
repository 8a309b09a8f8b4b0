import type { Campaign, CampaignStatus } from '@recado/shared/campaigns/contract/campaign'
import { countsKey, NO_COUNTS } from '@recado/shared/campaigns/ledger/counts'
import {
  campaignLists,
  campaignUsing,
  pageOfCampaignIds,
  unfinishedCampaigns,
} from '@recado/shared/campaigns/store/campaign-lists'
import {
  campaignKey,
  campaignsOfPage,
  changeCampaign,
  completeCampaign,
  deleteCampaign,
  getCampaign,
  putCampaign,
} from '@recado/shared/campaigns/store/campaigns'
import { PARTITIONS, partitionsOfConnection } from '@recado/shared/companies/deletion/partitions'
import { newId } from '@recado/shared/ids'
import { entitiesOf, type Listed, type Lists, listRow, listWrites } from '@recado/shared/table/list-rows'
import { pageOfPartition } from '@recado/shared/table/pages'
import { keyIn, type Partition, partition, type Query } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { ticketsOfConnection } from '@recado/shared/tickets/store/ticket-lists'
import { deleteTicket, ticketsOf, writeTicket } from '@recado/shared/tickets/store/tickets'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aCampaign, aTicket } from '../support/builders.ts'
import { listDrift } from '../support/list-drift.ts'
import { MortalTable } from '../support/mortal-table.ts'

let memory: MortalTable
let table: TenantTable
beforeEach(() => {
  memory = new MortalTable()
  table = new TenantTable(memory, 'A')
})
const drift = () => listDrift(memory, ['A'])

/** An invented kind of entity, in lists like an inbox: by attendant, with the last message on top. */
interface Talk extends Listed {
  status: 'open' | 'pending'
  userId: string
  lastAt: string
  preview: string
}
const inbox = (status: Talk['status'], userId: string): Partition<Listed & { preview: string }> =>
  partition(`TALKS-OF#${status}#${userId}`)
const talks: Pick<Lists<Talk>, 'rowsOf'> = {
  rowsOf: ({ id, status, userId, lastAt, preview }) => [
    listRow(inbox(status, userId), `${lastAt}#${id}`, { id, preview }),
  ],
}
const talk = (overrides: Partial<Talk> = {}): Talk => ({
  id: '1',
  status: 'open',
  userId: 'ana',
  lastAt: '2026-01-01',
  preview: 'oi',
  ...overrides,
})

describe('list rows', () => {
  test('are put for a new entity, deleted with it, and not written for an unchanged one', () => {
    const row = { pk: 'TALKS-OF#open#ana', sk: '2026-01-01#1', id: '1', preview: 'oi' }
    expect(listWrites(talks, undefined, talk())).toEqual([{ put: row }])
    expect(listWrites(talks, talk(), undefined)).toEqual([{ delete: row }])
    expect(listWrites(talks, talk(), talk())).toEqual([])
    expect(listWrites(talks, undefined, undefined)).toEqual([])
  })

  test('are written again if their content changes', () => {
    expect(listWrites(talks, talk(), talk({ preview: 'tchau' }))).toMatchObject([
      { put: { sk: '2026-01-01#1', preview: 'tchau' } },
    ])
  })

  test('move with a new message, and to another user', () => {
    const moved = [
      talk({ lastAt: '2026-01-02' }),
      talk({ userId: 'bruno' }),
      talk({ status: 'pending', userId: 'queue-1', lastAt: '2026-01-03' }),
    ]
    for (const after of moved) {
      const writes = listWrites(talks, talk(), after)
      expect(writes).toMatchObject([
        { put: { pk: `TALKS-OF#${after.status}#${after.userId}`, sk: `${after.lastAt}#1` } },
        { delete: { pk: 'TALKS-OF#open#ana', sk: '2026-01-01#1' } },
      ])
    }
  })

  test('make an inbox: the last message on top, page by page', async () => {
    let first = talk()
    for (const id of ['1', '2', '3'])
      await table.transact(listWrites(talks, undefined, talk({ id, lastAt: `2026-01-0${id}` })))
    const after = talk({ lastAt: '2026-01-09', preview: 'ainda aí?' })
    await table.transact(listWrites(talks, first, after))
    first = after
    const page = { pk: inbox('open', 'ana'), descending: true, limit: 2 }
    const top = await pageOfPartition(table, page)
    expect(top.rows.map(({ id }) => id)).toEqual(['1', '3'])
    const rest = await pageOfPartition(table, { ...page, after: top.after })
    expect(rest).toMatchObject({ rows: [{ id: '2' }] })
    expect(rest.after).toBeUndefined()
  })

  test('lead to their entities in the order of the list, without deleted entities', async () => {
    const key = (id: string) => keyIn<Talk>('TALKS', id)
    for (const id of ['1', '2', '3']) await table.put({ ...key(id), ...talk({ id }) })
    const found = await entitiesOf(table, [{ id: '3' }, { id: 'gone' }, { id: '1' }], key)
    expect(found.map(({ id }) => id)).toEqual(['3', '1'])
  })
})

describe('campaigns', () => {
  const statuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
  const change = fc.record(
    {
      name: fc.constantFrom('Natal', 'PÁSCOA', 'Volta às aulas'),
      status: fc.constantFrom<Campaign['status']>(...statuses),
      whatsappId: fc.constantFrom('loja', 'filial'),
      contactListIds: fc.subarray(['lista-1', 'lista-2']),
      updatedAt: fc.constant('2026-02-02'),
    },
    { requiredKeys: [] },
  )

  test('match their list rows after every change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ target: fc.nat(3), change: fc.option(change, { freq: 6 }) }), { maxLength: 25 }),
        async (steps) => {
          memory = new MortalTable()
          table = new TenantTable(memory, 'A')
          const made: string[] = []
          for (const { target, change: wanted } of steps) {
            const campaign = await getCampaign(table, made[target] ?? '')
            if (!campaign) {
              const type = target % 2 ? ('GROUP' as const) : ('PRIVATE' as const)
              const one = aCampaign({ ...(wanted ?? {}), companyId: 'A', type })
              await putCampaign(table, one)
              made[target] = one.id
            } else if (wanted) expect(await changeCampaign(table, campaign, wanted)).toBe(true)
            else expect(await deleteCampaign(table, campaign)).toBe(true)
            expect(await drift()).toEqual([])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('that change meanwhile keep matching their list rows', async () => {
    const campaign = aCampaign({ companyId: 'A', name: 'Natal', status: 'PROGRAMADA' })
    await putCampaign(table, campaign)
    expect(await changeCampaign(table, campaign, { name: 'Páscoa' })).toBe(true)
    expect(await changeCampaign(table, campaign, { name: 'Carnaval', status: 'CANCELADA' })).toBe(false)
    expect(await deleteCampaign(table, campaign)).toBe(false)
    expect(await drift()).toEqual([])
  })

  test('leave the list of unfinished campaigns at their end', async () => {
    const at = '2026-03-03T12:00:00.000Z'
    const running = aCampaign({
      companyId: 'A',
      status: 'EM_ANDAMENTO',
      preparedAt: at,
      contactListIds: ['L'],
    })
    await putCampaign(table, running)
    await table.put({ ...NO_COUNTS, campaignId: running.id, ...countsKey(running.id) })
    expect(await campaignUsing(table, 'L')).toMatchObject({ id: running.id, whatsappId: running.whatsappId })
    // Also with a copy that was read before the start.
    expect(await completeCampaign(table, { ...running, status: 'CANCELADA' }, at)).toBe(true)
    expect(await unfinishedCampaigns(table)).toEqual([])
    expect(await drift()).toEqual([])
  })

  test('are listed by type and by part of the name, newest first', async () => {
    const named = ['Natal 1', 'Páscoa', 'natal 2', 'Natal 3'].map((name) =>
      aCampaign({ id: newId(), companyId: 'A', name }),
    )
    for (const campaign of named) await putCampaign(table, campaign)
    await putCampaign(table, aCampaign({ companyId: 'A', name: 'Natal', type: 'GROUP' }))
    const query = { type: 'PRIVATE' as const, search: 'natal', limit: 2 }
    const first = await pageOfCampaignIds(table, query)
    const shown = async (rows: readonly Listed[]) =>
      (await campaignsOfPage(table, rows)).map(({ name }) => name)
    expect(await shown(first.rows)).toEqual(['Natal 3', 'natal 2'])
    const second = await pageOfCampaignIds(table, { ...query, before: first.after })
    expect(await shown(second.rows)).toEqual(['Natal 1'])
    expect(second.after).toBeUndefined()
  })

  test('are listed by status, also after it changed, and scheduled ones without the others being read', async () => {
    const [draft, planned, ended] = [
      aCampaign({ id: newId(), companyId: 'A', status: 'INATIVA' }),
      aCampaign({ id: newId(), companyId: 'A', status: 'PROGRAMADA' }),
      aCampaign({ id: newId(), companyId: 'A', status: 'EM_ANDAMENTO' }),
    ]
    const group = aCampaign({ companyId: 'A', status: 'PROGRAMADA', type: 'GROUP' })
    for (const campaign of [draft, planned, ended, group]) await putCampaign(table, campaign)
    expect(await changeCampaign(table, ended, { status: 'CANCELADA' })).toBe(true)
    const idsOf = async (status: CampaignStatus) => {
      const { rows } = await pageOfCampaignIds(table, { type: 'PRIVATE', search: '', status, limit: 9 })
      return rows.map(({ id }) => id)
    }
    expect(await idsOf('INATIVA')).toEqual([draft.id])
    expect(await idsOf('CANCELADA')).toEqual([ended.id])
    expect(await idsOf('EM_ANDAMENTO')).toEqual([])
    const read: string[] = []
    const query = memory.query.bind(memory)
    memory.query = (given) => {
      read.push(given.pk)
      return query(given)
    }
    expect(await idsOf('PROGRAMADA')).toEqual([planned.id])
    expect(new Set(read)).toEqual(new Set(['A#CAMPAIGNS-UNFINISHED']))
  })

  test('have no list that the deletion of a company misses', async () => {
    for (const pk of await campaignLists.partitions(table)) expect(PARTITIONS.campaigns).toContain(pk)
    expect(partitionsOfConnection('loja')).toContain(ticketsOfConnection('loja'))
  })

  test('written without their list rows are detected', async () => {
    const campaign = aCampaign({ companyId: 'A', status: 'EM_ANDAMENTO' })
    await putCampaign(table, campaign)
    await table.update(campaignKey(campaign.id), { set: { status: 'CANCELADA' } })
    expect(await drift()).toEqual(['2 rows of campaign-lists are missing, differ, or have no entity'])
  })
})

describe('tickets', () => {
  test('are found by their chats without reading other tickets', async () => {
    const [ana, other, longer, elsewhere] = [
      aTicket(),
      aTicket({ chat: '5511900000002' }),
      aTicket({ chat: '55119000000011' }),
      aTicket({ whatsappId: 'filial' }),
    ]
    for (const ticket of [ana, other, longer, elsewhere])
      expect(await writeTicket(table, undefined, ticket)).toBe(true)
    const queries: Query<object>[] = []
    const query = memory.query.bind(memory)
    memory.query = async (given) => {
      const page = await query(given)
      expect(page.rows).toHaveLength(1)
      queries.push(given as Query<object>)
      return page
    }
    expect((await ticketsOf(table, ['loja', 'filial'], [ana.chat])).map(({ id }) => id)).toEqual([
      ana.id,
      elsewhere.id,
    ])
    expect(queries).toHaveLength(2)
  })

  test('that are deleted, or refused, leave no list row behind', async () => {
    const ticket = aTicket()
    await writeTicket(table, undefined, ticket)
    expect(await writeTicket(table, undefined, aTicket())).toBe(false)
    await deleteTicket(table, ticket)
    expect([...memory.rows((pk) => pk.startsWith('A#TICKETS'))]).toEqual([])
  })
})
