import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countIn, countText } from '../../web/src/tickets/kanban/stage.ts'
import type { KanbanView } from '../../web/src/tickets/kanban-view.ts'
import { ticketKeys } from '../../web/src/tickets/keys.ts'
import { placeCard } from '../../web/src/tickets/place-ticket.ts'
import { applyTicketEvent } from '../../web/src/tickets/realtime.ts'
import { aShownTicket, at, idsOf, listPages } from '../support/web-tickets.ts'

// Events read the signed-in user, and no user signs in here.
vi.mock('../../web/src/api/session.ts', () => ({ session: { user: () => ({ id: 'ana' }) } }))

const STAGES = ['novo', 'proposta']
const view = (stage: string | null): KanbanView => ({
  all: true,
  queueIds: [],
  tagIds: [],
  unread: false,
  stage,
  stageIds: STAGES,
})

describe('a column of the kanban', () => {
  const waiting = (id: string, minute: number) =>
    aShownTicket({ id, tagIds: ['novo'], waitingSince: at(minute), lastAt: at(50) })
  const answered = (id: string, minute: number) =>
    aShownTicket({ id, tagIds: ['novo'], lastAt: at(minute), lastFromMe: true })

  test('begins with the longest waiting customers, and goes on with the newest messages', () => {
    const data = listPages([waiting('A', 1), waiting('C', 3), answered('E', 9), answered('G', 7)])
    const placed = [waiting('B', 2), answered('F', 8)].reduce(
      (pages, ticket) => placeCard(pages, ticket, view('novo'), 'ana'),
      data,
    )
    expect(idsOf(placed)).toEqual([['A', 'B', 'C', 'E', 'F', 'G']])
  })

  test('loses a ticket that gets another stage, is resolved, or goes to a colleague', () => {
    const data = listPages([waiting('A', 1)])
    const mine = { ...view('novo'), all: false }
    for (const change of [{ tagIds: ['proposta'] }, { status: 'closed' as const }, { userId: 'bruno' }]) {
      const placed = placeCard(data, { ...waiting('A', 1), ...change }, mine, 'ana')
      expect(idsOf(placed), JSON.stringify(change)).toEqual([[]])
    }
  })

  test('shows no groups, and no tickets in the menu of queues', () => {
    const menu = { step: 'menu', tries: 0, hadFile: false } as const
    const hidden = [
      aShownTicket({ isGroup: true }),
      aShownTicket({ status: 'pending', userId: null, queueId: null, bot: menu }),
    ]
    for (const ticket of hidden)
      expect(idsOf(placeCard(listPages([]), ticket, view(null), 'ana'))).toEqual([[]])
  })

  test('is counted by what is loaded once all of it is, and by the server before', () => {
    const records = Array(20).fill(aShownTicket())
    const firstPage = { count: 431 }
    expect(countIn({ records, hasNextPage: true, firstPage })).toBe(431)
    expect(countIn({ records, hasNextPage: false, firstPage })).toBe(20)
    expect([countText(999), countText(1000)]).toEqual(['999', '999+'])
  })
})

describe('a card', () => {
  let client: QueryClient
  const columns = () =>
    [null, ...STAGES].map((stage) => {
      const data = client.getQueryData<ReturnType<typeof listPages>>(ticketKeys.stageOf(view(stage)))
      return data?.pages.flatMap(({ records }) => records.map(({ id }) => id))
    })
  const eventComes = (overrides: Parameters<typeof aShownTicket>[0]) => {
    const { draftText: _, ...record } = aShownTicket(overrides)
    applyTicketEvent(client, {
      topic: 'ticket',
      action: 'update',
      frame: { channel: '', action: 'update', record },
    })
  }

  beforeEach(() => {
    client = new QueryClient()
    for (const stage of [null, ...STAGES])
      client.setQueryData(ticketKeys.stageOf(view(stage)), listPages(stage === null ? [aShownTicket()] : []))
  })

  test('moves when a colleague gives its ticket another stage', () => {
    eventComes({ tagIds: ['novo'], revision: 2 })
    expect(columns()).toEqual([[], ['T1'], []])
    eventComes({ tagIds: [], revision: 1 })
    expect(columns(), 'an older event changes nothing').toEqual([[], ['T1'], []])
  })

  test('that the user is moving stays in its new column while the customer writes', async () => {
    const answered = Promise.withResolvers<void>()
    const mutation = client.getMutationCache().build(client, {
      mutationKey: ticketKeys.moves,
      mutationFn: () => answered.promise,
    })
    const moved = mutation.execute({ ticket: aShownTicket(), tagIds: ['proposta'] })
    eventComes({ tagIds: [], preview: 'Alô?', revision: 2 })
    expect(columns()).toEqual([[], [], ['T1']])
    answered.resolve()
    await moved
    eventComes({ tagIds: ['novo'], revision: 3 })
    expect(columns()).toEqual([[], ['T1'], []])
  })
})
