import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { stagesIn } from '@recado/shared/tags/tag'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import type { Viewer } from '@recado/shared/tickets/rules/sight'
import { stageOf, tagsInStage } from '@recado/shared/tickets/rules/stages'
import type { TicketFilters } from '@recado/shared/tickets/store/desk-views'
import { pageOfStage, readStages } from '@recado/shared/tickets/store/kanban'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTag, aTicket } from '../support/builders.ts'

const STAGES = ['novo', 'proposta']
const QUEUES = ['vendas', 'suporte']
const PLAN = { connections: new Map([['loja', { queueIds: QUEUES }]]) }
const ANA: Viewer = { userId: 'ana', seesAll: false, queueIds: ['vendas'] }
const CHEFE: Viewer = { userId: 'chefe', seesAll: true, queueIds: [] }

const at = (minute: number) => new Date(Date.UTC(2026, 10, 25, 12, minute)).toISOString()

let table: TenantTable
beforeEach(() => {
  table = new TenantTable(new MemoryTable(), 'A')
})

let chats = 0
async function given(name: string, overrides: Partial<StoredTicket> = {}): Promise<void> {
  const chat = `55119${60_000_000 + chats++}`
  const open = { status: 'open', queueId: 'vendas', userId: 'ana', waitingSince: null } as const
  const ticket = aTicket({ whatsappId: 'loja', chat, name, ...open, tagIds: ['novo'], ...overrides })
  expect(await writeTicket(table, undefined, { ...ticket, id: name })).toBe(true)
}

const column = async (
  tagId: string | null,
  filters: TicketFilters = { all: true },
  viewer = CHEFE,
  position?: string,
  limit = 20,
) => {
  const cards = await readStages(table, [tagId], STAGES, filters, viewer, PLAN)
  const all = cards.get(tagId) ?? []
  const { rows, ...end } = pageOfStage(all, position, limit)
  return { ids: rows.map(({ id }) => id), count: all.length, ...end }
}

describe('a column of the kanban', () => {
  test('has the longest waiting customers first, then the newest messages, page by page', async () => {
    await given('respondido antes', { lastAt: at(1) })
    await given('respondido agora', { lastAt: at(9) })
    await given('espera pouco', { lastAt: at(8), waitingSince: at(8) })
    await given('espera muito', { lastAt: at(7), waitingSince: at(2), status: 'pending', userId: null })
    const order = ['espera muito', 'espera pouco', 'respondido agora', 'respondido antes']
    expect(await column('novo')).toEqual({ ids: order, count: 4 })
    const first = await column('novo', undefined, undefined, undefined, 3)
    expect(first).toMatchObject({ ids: order.slice(0, 3), count: 4 })
    expect(await column('novo', undefined, undefined, first.after, 3)).toEqual({
      ids: order.slice(3),
      count: 4,
    })
  })

  test('has open, waiting and put-off tickets, and no groups, closed ones or ones in the menu', async () => {
    await given('aberto')
    await given('aguarda', { status: 'pending', userId: null })
    await given('adiado', { snoozedUntil: at(59) })
    await given('grupo', { isGroup: true, userId: null, queueId: null })
    await given('resolvido', { status: 'closed', closedAt: at(3) })
    const menu = { step: 'menu', tries: 0, hadFile: false } as const
    await given('no menu', { status: 'pending', userId: null, queueId: null, bot: menu })
    expect((await column('novo')).ids.sort()).toEqual(['aberto', 'adiado', 'aguarda'])
  })

  test('takes each ticket once: by its first column, and without one in the column of the others', async () => {
    await given('novo e proposta', { tagIds: ['proposta', 'vip', 'novo'] })
    await given('proposta', { tagIds: ['vip', 'proposta'] })
    await given('sem etapa', { tagIds: ['vip'] })
    expect((await column('novo')).ids).toEqual(['novo e proposta'])
    expect((await column('proposta')).ids).toEqual(['proposta'])
    expect((await column(null)).ids).toEqual(['sem etapa'])
  })

  test('is read together with others, and has the same tickets', async () => {
    await given('novo')
    await given('proposta', { tagIds: ['proposta'] })
    await given('sem etapa', { tagIds: [] })
    const cards = await readStages(table, ['proposta', null], STAGES, { all: true }, CHEFE, PLAN)
    const ids = [...cards].map(([stage, ofStage]) => [stage, ofStage.map(({ id }) => id)])
    expect(ids).toEqual([
      ['proposta', ['proposta']],
      [null, ['sem etapa']],
    ])
  })

  test('is read without strong consistency, which costs twice the throughput of all lists', async () => {
    const asked: (boolean | undefined)[] = []
    const query = table.query.bind(table)
    table.query = (of) => {
      asked.push(of.consistent)
      return query(of)
    }
    await given('novo')
    expect((await column('novo')).ids).toEqual(['novo'])
    expect(asked).toEqual([false, false, false])
  })

  test('has one’s own tickets, a colleague’s, or all that one may see', async () => {
    await given('dela')
    await given('do colega', { userId: 'bruno' })
    await given('para ela', { status: 'pending', userId: null, preferredUserId: 'ana', queueId: 'suporte' })
    await given('de outra fila', { userId: 'bruno', queueId: 'suporte' })
    const ids = async (filters: TicketFilters) => (await column('novo', filters, ANA)).ids.sort()
    expect(await ids({})).toEqual(['dela', 'para ela'])
    expect(await ids({ all: true })).toEqual(['dela', 'do colega', 'para ela'])
    expect(await ids({ userId: 'bruno' })).toEqual(['do colega'])
    expect(await ids({ all: true, queueIds: ['suporte'] })).toEqual(['para ela'])
  })
})

describe('a ticket that moves', () => {
  test('has the tag of its new column in place of the others, and keeps its other tags', () => {
    const ticket = { tagIds: ['vip', 'novo', 'proposta'] }
    expect(tagsInStage(ticket, STAGES, 'proposta')).toEqual(['vip', 'proposta'])
    expect(tagsInStage(ticket, STAGES, null)).toEqual(['vip'])
    for (const stage of [...STAGES, null])
      expect(stageOf({ tagIds: tagsInStage(ticket, STAGES, stage) }, STAGES)).toBe(stage)
  })
})

test('the columns are the tags marked for it, by their place and then by name', () => {
  const tag = (name: string, orderIndex: number, kanban = true) => aTag({ name, orderIndex, kanban })
  const tags = [tag('Zero', 2), tag('Fechado', 1), tag('Ágil', 1), tag('VIP', 0, false)]
  expect(stagesIn(tags).map(({ name }) => name)).toEqual(['Ágil', 'Fechado', 'Zero'])
})
