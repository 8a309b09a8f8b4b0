import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { pageOfDesk } from '@recado/shared/tickets/store/desk-pages'
import { type DeskPlan, deskView } from '@recado/shared/tickets/store/desk-views'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, expect, test } from 'vitest'
import { aTicket } from '../support/builders.ts'

const USERS = Array.from({ length: 30 }, (_, index) => `user-${index}`)
const PLAN: DeskPlan = { userIds: USERS, queueIds: ['vendas'], connections: new Map() }
const ADMIN = { userId: 'admin', seesAll: true, queueIds: [] }
const NOON = Date.parse('2026-11-23T15:00:00.000Z')

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

/** Open tickets, each older than the one before. @param userOf the attendant of each */
async function given(count: number, userOf: (index: number) => string | undefined): Promise<string[]> {
  const tickets = Array.from({ length: count }, (_, index) =>
    aTicket({
      chat: `55119${70_000_000 + index}`,
      status: 'open',
      queueId: 'vendas',
      userId: userOf(index) ?? null,
      tagIds: index % 40 === 0 ? ['urgente'] : [],
      lastAt: new Date(NOON - index * 1000).toISOString(),
    }),
  )
  for (const ticket of tickets) expect(await writeTicket(table, undefined, ticket)).toBe(true)
  return tickets.map(({ id }) => id)
}

async function allPages(filters: { tagIds?: string[] } = {}): Promise<string[]> {
  const view = deskView('atendendo', { all: true, ...filters }, ADMIN, PLAN)
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await pageOfDesk(table, view, after, 20)
    ids.push(...page.rows.map(({ id }) => id))
    after = page.after
  } while (after !== undefined)
  return ids
}

test('pages of many lists hold every ticket once, in the order of the last message', async () => {
  const ids = await given(150, (index) => USERS[(index * 7) % USERS.length])
  expect(await allPages()).toEqual(ids)
})

test('pages of many lists are complete if one attendant has all tickets', async () => {
  const ids = await given(150, () => 'user-3')
  expect(await allPages()).toEqual(ids)
})

test('a filter that leaves out most tickets finds the others in order', async () => {
  const ids = await given(200, (index) => USERS[index % 2])
  expect(await allPages({ tagIds: ['urgente'] })).toEqual(ids.filter((_, index) => index % 40 === 0))
})

test('a filter without hits reads a part of the rows per page, and its cursors lead to the end', async () => {
  await given(150, (index) => USERS[index % 7])
  const view = deskView('atendendo', { all: true, tagIds: ['nenhuma'] }, ADMIN, PLAN)
  const places: string[] = []
  let after: string | undefined
  do {
    const page = await pageOfDesk(table, view, after, 20, 40)
    expect(page.rows).toEqual([])
    after = page.after
    if (after !== undefined) places.push(after)
  } while (after !== undefined)
  expect(places).toHaveLength(3)
  expect(new Set(places).size).toBe(3)
})

test('pages that end at the most rows read hold every hit once, in order', async () => {
  const ids = await given(200, (index) => USERS[index % 7])
  const view = deskView('atendendo', { all: true, tagIds: ['urgente'] }, ADMIN, PLAN)
  const found: string[][] = []
  let after: string | undefined
  do {
    const page = await pageOfDesk(table, view, after, 20, 60)
    found.push(page.rows.map(({ id }) => id))
    after = page.after
  } while (after !== undefined)
  const urgent = [0, 40, 80, 120, 160].map((index) => ids[index])
  expect(found).toEqual([urgent.slice(0, 2), urgent.slice(2, 3), urgent.slice(3), []])
})

test('of many lists, a page of 20 reads a few rows each', async () => {
  await given(600, (index) => USERS[index % USERS.length])
  const limits: (number | undefined)[] = []
  const query = table.query.bind(table)
  table.query = (asked) => {
    limits.push(asked.limit)
    return query(asked)
  }
  const view = deskView('atendendo', { all: true }, ADMIN, PLAN)
  expect((await pageOfDesk(table, view, undefined, 20)).rows).toHaveLength(20)
  expect(limits).toHaveLength(USERS.length)
  expect(Math.max(...limits.map((limit) => limit ?? 0))).toBeLessThan(10)
})
