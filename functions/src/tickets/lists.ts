import { allConnections } from '@recado/shared/connections/store'
import { descendingTime } from '@recado/shared/descending-time'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import { allTicketQueues } from '@recado/shared/ticket-queues/store'
import { shownTicket } from '@recado/shared/tickets/contract/stored-ticket'
import {
  COUNTED_UP_TO,
  draftInList,
  type ListedTicket,
  type TicketCounters,
  type TicketQuery,
} from '@recado/shared/tickets/contract/ticket'
import { countTickets } from '@recado/shared/tickets/store/count-tickets'
import { countDesk, type DeskView, pageOfDesk, pageOfSorted } from '@recado/shared/tickets/store/desk-pages'
import { type DeskPlan, deskView, isCounted } from '@recado/shared/tickets/store/desk-views'
import { drafted } from '@recado/shared/tickets/store/drafts'
import type { DeskCard } from '@recado/shared/tickets/store/ticket-lists'
import { ticketsOfRows } from '@recado/shared/tickets/store/tickets'
import { allUsers } from '@recado/shared/users/store'
import { tableOf } from '../context.ts'
import { attendantOf } from '../credentials/attendant.ts'
import { pageOf } from '../http/pages.ts'

/** Maximum number of a tab's tickets that are sorted by their waiting time. */
const SORTED_UP_TO = 2000

export async function list(
  actor: Actor,
  query: TicketQuery,
): Promise<{ records: ListedTicket[]; hasMore: boolean; nextCursor: string | null }> {
  const { tab, order, cursor, ...filters } = query
  const table = tableOf(actor.companyId)
  const view = deskView(tab, filters, attendantOf(actor), await planOf(actor, filters.all))
  const sorted = sortedBy(tab, order)
  const name = [actor.companyId, actor.userId, 'tickets', tab, order ?? '', JSON.stringify(filters)]
  const page = await pageOf(
    name,
    { cursor },
    (after, limit) =>
      sorted
        ? pageOfSorted(table, { ...view, ...sorted.read }, sorted.keyOf, after, limit, SORTED_UP_TO)
        : pageOfDesk(table, view, after, limit),
    PAGE_SIZE,
  )
  const { rows, ...end } = page
  return { records: await listed(actor, rows), ...end }
}

/** The tickets of these cards, with the caller's drafts. */
export async function listed(actor: Actor, cards: readonly DeskCard[]): Promise<ListedTicket[]> {
  const table = tableOf(actor.companyId)
  const ids = cards.map(({ id }) => id)
  const [tickets, drafts] = await Promise.all([
    ticketsOfRows(table, cards),
    drafted(table, ids, actor.userId),
  ])
  return tickets.map((ticket) => ({
    ...shownTicket(ticket),
    draftText: draftInList(drafts.get(ticket.id) ?? ''),
  }))
}

/** How to sort the cards of a tab, if its lists have another order than the wanted one. */
function sortedBy(
  tab: TicketQuery['tab'],
  order: TicketQuery['order'],
): { keyOf: (card: DeskCard) => string; read?: { descending: boolean } } | undefined {
  if (order === 'waiting') return tab === 'aguardando' ? undefined : { keyOf: waitingKey }
  const isByMoment = tab === 'aguardando' || tab === 'adiados'
  // Beyond the limit, the tickets that began to wait last are kept.
  return order === 'last' && isByMoment ? { keyOf: lastKey, read: { descending: true } } : undefined
}

/** The newest message first. */
function lastKey({ lastAt, waitingSince, id }: DeskCard): string {
  const moment = Date.parse(lastAt ?? waitingSince ?? '') || 0
  return `${descendingTime(moment)}#${id}`
}

/** The longest waiting first; tickets without a waiting customer come last. */
const waitingKey = ({ waitingSince, id }: DeskCard): string => `${waitingSince ?? '~'}#${id}`

export async function counters(actor: Actor): Promise<TicketCounters> {
  const table = tableOf(actor.companyId)
  const viewer = attendantOf(actor)
  const [queues, connections] = await Promise.all([allTicketQueues(table), allConnections(table)])
  const desk = {
    userIds: [],
    queueIds: queues.map(({ id }) => id),
    connections: new Map(connections.map((connection) => [connection.id, connection])),
  }
  const [atendendo, aguardando, resolvidos, adiados, grupos] = await Promise.all([
    countTickets(table, 'atendendo', viewer, desk, COUNTED_UP_TO),
    countTickets(table, 'aguardando', viewer, desk, COUNTED_UP_TO),
    countTickets(table, 'resolvidos', viewer, desk, COUNTED_UP_TO),
    countTickets(table, 'adiados', viewer, desk, COUNTED_UP_TO),
    countDesk(table, onlyCounted(deskView('grupos', {}, viewer, desk)), COUNTED_UP_TO),
  ])
  return { atendendo, aguardando, resolvidos, adiados, grupos }
}

const onlyCounted = (view: DeskView): DeskView => ({
  ...view,
  isWanted: (card) => isCounted(card) && view.isWanted(card),
})

/** @param all whether the lists of colleagues are wanted too */
export async function planOf({ companyId }: Actor, all: boolean | undefined): Promise<DeskPlan> {
  const table = tableOf(companyId)
  const [users, queues, connections] = await Promise.all([
    all ? allUsers(table) : [],
    all ? allTicketQueues(table) : [],
    allConnections(table),
  ])
  return {
    userIds: users.map(({ id }) => id),
    queueIds: queues.map(({ id }) => id),
    connections: new Map(connections.map((connection) => [connection.id, connection])),
  }
}
