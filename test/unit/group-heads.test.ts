import { allGroups } from '@recado/functions/extractors/groups'
import { putConnection } from '@recado/shared/connections/store'
import { getList } from '@recado/shared/contact-lists/store'
import { forgetExtracted } from '@recado/shared/extractors/forget'
import {
  keepGroup,
  leaveGroup,
  type ReportedGroup,
  unlistGroup,
} from '@recado/shared/group-lists/group-lists'
import { recordHeads } from '@recado/shared/groups/heads'
import { getGroup, groupKey } from '@recado/shared/groups/store'
import { newId } from '@recado/shared/ids'
import { MemoryTable } from '@recado/shared/table/memory'
import type { Page, Query } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const [LOJA, FILIAL] = [newId(), newId()]
const NOW = '2026-11-21T12:00:00.000Z'
const LATER = '2026-11-21T13:00:00.000Z'
const LISTING = { connectionName: 'Loja', orphans: new Map<string, string>() }

/** Counts what queries read, in characters. */
class MeteredTable extends MemoryTable {
  read = 0

  override async query<T extends object>(query: Query<T>): Promise<Page<T>> {
    const page = await super.query(query)
    this.read += JSON.stringify(page.rows).length
    return page
  }
}

let memory: MeteredTable
let table: TenantTable
beforeEach(async () => {
  memory = new MeteredTable()
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => Date.parse(NOW)).ports })
  await putConnection(table, aConnection({ id: LOJA, companyId: 'A', name: 'Loja' }))
  await putConnection(table, aConnection({ id: FILIAL, companyId: 'A', name: 'Filial' }))
})

const members = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    number: at === 0 ? null : `55119555${at}`,
    lid: `${at}`,
    admin: false,
  }))
const aGroup = (overrides: Partial<ReportedGroup> = {}): ReportedGroup => ({
  connectionId: LOJA,
  groupId: '120363000000000001',
  subject: 'Clientes',
  addressing: 'lid',
  members: members(3),
  updatedAt: NOW,
  ...overrides,
})
/** A group as versions before heads stored it. */
const storedBefore = (overrides: Partial<ReportedGroup> = {}) => {
  const group = aGroup(overrides)
  return table.put({ ...group, ...groupKey(group.connectionId, group.groupId) })
}
const page = async () => (await allGroups(anActor({ companyId: 'A' }), { contacts: false })).groups
const names = async () => (await page()).map(({ name }) => name)
const synchronised = () => recordHeads(table, LOJA)
/** The rows that are left of groups. */
const rows = () => [...memory.rows((pk) => pk.includes('GROUP'))]

describe('the page of groups', () => {
  beforeEach(synchronised)

  test('shows a group without its members', async () => {
    const news = await keepGroup(table, aGroup(), LISTING)
    expect(await page()).toEqual([
      {
        id: `${LOJA}-120363000000000001`,
        name: 'Clientes',
        contactsCount: 3,
        unknownNumbers: 1,
        whatsappId: LOJA,
        whatsappName: 'Loja',
        contactListId: news?.action === 'create' && news.list.id,
        updatedAt: NOW,
        contacts: null,
      },
    ])
    const [whole] = (await allGroups(anActor({ companyId: 'A' }), {})).groups
    expect(whole).toEqual({ ...(await page())[0], contacts: expect.any(Array) })
    expect(whole?.contacts).toHaveLength(3)
  })

  test('reads the same of a group of a thousand members as of a small one', async () => {
    const read = async () => {
      memory.read = 0
      await page()
      return memory.read
    }
    await keepGroup(table, aGroup({ members: members(100) }))
    const small = await read()
    await keepGroup(table, aGroup({ members: members(999) }))
    expect(await read()).toBe(small)
  })

  test('follows members, name, list and departure of a group', async () => {
    const news = await keepGroup(table, aGroup(), LISTING)
    await keepGroup(table, aGroup({ subject: 'Fregueses', members: members(2), updatedAt: LATER }))
    expect(await page()).toMatchObject([{ name: 'Fregueses', contactsCount: 2, updatedAt: LATER }])
    const list = news?.action === 'create' ? await getList(table, news.list.id) : undefined
    if (!list) throw new Error('There is no list')
    await unlistGroup(table, list)
    expect(await page()).toMatchObject([{ name: 'Fregueses', contactListId: null }])
    await leaveGroup(table, LOJA, '120363000000000001', LATER)
    expect(await page()).toEqual([])
  })

  test('keeps the members of a report that comes while the group’s list is deleted', async () => {
    const news = await keepGroup(table, aGroup(), LISTING)
    const list = news?.action === 'create' ? await getList(table, news.list.id) : undefined
    if (!list) throw new Error('There is no list')
    const transact = table.transact.bind(table)
    table.transact = async (writes) => {
      table.transact = transact
      await keepGroup(table, aGroup({ members: members(2), updatedAt: LATER }))
      return transact(writes)
    }
    await unlistGroup(table, list)
    expect(await page()).toMatchObject([{ contactsCount: 2, contactListId: null }])
    expect(await getGroup(table, LOJA, '120363000000000001')).not.toHaveProperty('contactListId')
  })
})

describe('groups of earlier versions', () => {
  test('are on the page until their account is synchronised, beside groups with heads', async () => {
    await storedBefore()
    await keepGroup(table, aGroup({ groupId: '2', subject: 'Novas' }))
    await storedBefore({ connectionId: FILIAL, subject: 'Da filial' })
    expect(await names()).toEqual(['Clientes', 'Da filial', 'Novas'])
    await keepGroup(table, aGroup())
    await synchronised()
    expect(await names()).toEqual(['Clientes', 'Da filial', 'Novas'])
  })

  test('get a head with a report that changes nothing', async () => {
    await storedBefore()
    await keepGroup(table, aGroup())
    await synchronised()
    expect(await names()).toEqual(['Clientes'])
  })

  test('leave no head behind if an earlier version deletes them', async () => {
    await synchronised()
    await keepGroup(table, aGroup())
    await table.delete(groupKey(LOJA, '120363000000000001'))
    expect(await leaveGroup(table, LOJA, '120363000000000001', LATER, LATER)).toBeUndefined()
    expect(await page()).toEqual([])
  })
})

test('a deleted connection leaves no rows of groups, and the groups of others stay', async () => {
  await keepGroup(table, aGroup())
  await storedBefore({ groupId: '2' })
  await keepGroup(table, aGroup({ groupId: '3' }))
  await table.delete(groupKey(LOJA, '3'))
  await synchronised()
  await keepGroup(table, aGroup({ connectionId: FILIAL }))
  await forgetExtracted(table, LOJA, Date.parse(LATER))
  expect(rows().filter((row) => JSON.stringify(row).includes(LOJA))).toEqual([])
  expect(await page()).toMatchObject([{ whatsappId: FILIAL, name: 'Clientes' }])
})
