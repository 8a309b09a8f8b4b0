import { allRows, type Query } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { TabCount } from '../contract/ticket.ts'
import { canSee, type Viewer } from '../rules/sight.ts'
import { isCounted } from './desk-views.ts'
import { closedBy, DESK_TALLIES, inQueueOf, type TalliedTab, type Tally } from './tallies.ts'
import { DESK, type DeskCard, openOf, pendingFor, snoozedOf } from './ticket-lists.ts'

/** The company's queues, and the queues of each connection. */
export interface CountedDesk {
  queueIds: readonly string[]
  connections: ReadonlyMap<string, { queueIds: readonly string[] }>
}

/** What is counted of a ticket. */
type Counted = Tally | Pick<DeskCard, 'id' | 'unread' | 'userId'>

/** Rows that one request for a range reads at least. */
const READ_MIN = 100
/**
 * Counts the tickets of a tab that a user may see, with their unread messages; `mine` of them are the user's own, with
 * `mineUnread` messages. The rows that are read depend on `upTo`, not on the company's tickets.
 * @param upTo the counts are exact up to here; at one more the count ends. The user's own live tickets, few of all, are
 * counted apart
 */
export async function countTickets(
  table: TenantTable,
  tab: TalliedTab,
  viewer: Viewer,
  desk: CountedDesk,
  upTo: number,
): Promise<TabCount> {
  const count = { tickets: 0, unread: 0 }
  const counted = new Set<string>()
  const add = ({ id, unread }: Counted): void => {
    if (counted.has(id)) return
    counted.add(id)
    count.tickets += 1
    count.unread += unread
  }
  /** Unread messages of the user's own tickets, by ticket. */
  const mine = new Map<string, number>()
  const own = ownList(tab, viewer)
  const ranges = rangesOf(tab, viewer)
  // As a rule the tickets are in the queues: few are without one.
  const limit = Math.max(READ_MIN, Math.ceil((upTo + 1) / Math.max(1, queuesOf(viewer))))
  await Promise.all([
    ...ranges.map(async (prefix) => {
      for await (const tally of allRows(table, { pk: DESK_TALLIES, prefix, limit })) {
        if (count.tickets > upTo) return
        if (!sees(viewer, tally, desk)) continue
        add(tally)
        if (!own && tally.userId === viewer.userId) mine.set(tally.id, tally.unread)
      }
    }),
    ...(own ? [own] : []).map(async (query) => {
      for await (const card of allRows(table, query)) {
        if (mine.size > upTo) return
        if (!isCounted(card)) continue
        add(card)
        mine.set(card.id, card.unread)
      }
    }),
  ])
  const mineUnread = [...mine.values()].reduce((sum, unread) => sum + unread, 0)
  return { ...count, mine: mine.size, mineUnread }
}

const queuesOf = ({ seesAll, queueIds }: Viewer): number => (seesAll ? 1 : queueIds.length)

/** The ranges of the tallies that a user may see. */
function rangesOf(tab: TalliedTab, { userId, seesAll, queueIds }: Viewer): string[] {
  if (seesAll) return [`${tab}#`]
  const queues = [...queueIds, null].map((queueId) => inQueueOf(tab, queueId))
  return tab === 'resolvidos' ? [...queues, closedBy(userId)] : queues
}

/** The user's own live tickets, of all queues. Closed tickets have no unread messages. */
const ownList = (tab: TalliedTab, { userId }: Viewer): Query<DeskCard> | undefined =>
  tab === 'resolvidos' ? undefined : { pk: DESK, prefix: `${OWN_LISTS[tab](userId)}#` }

const OWN_LISTS = { atendendo: openOf, adiados: snoozedOf, aguardando: pendingFor }

/** A range holds only tickets that the user sees, except for those without a queue. */
const sees = (viewer: Viewer, { userId, whatsappId, groupQueueIds }: Tally, { connections }: CountedDesk) =>
  whatsappId === undefined ||
  canSee(viewer, {
    queueId: null,
    userId: userId ?? null,
    preferredUserId: null,
    inTriage: false,
    connectionQueueIds: [...(connections.get(whatsappId)?.queueIds ?? [])],
    groupQueueIds: groupQueueIds ?? null,
  })
