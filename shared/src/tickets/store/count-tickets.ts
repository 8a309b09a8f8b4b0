import { allRows, type Query } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { TabCount } from '../contract/ticket.ts'
import { canSee, type Viewer } from '../rules/sight.ts'
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
/** DynamoDB's limit of the values that a filter compares with. */
const FILTER_MAX = 100

/**
 * Counts the tickets of a tab that a user may see, with their unread messages; `mine` of them are the user's own. The
 * rows that are read depend on `upTo`, not on the company's tickets.
 * @param upTo the counts are exact up to here; at one more the count ends
 */
export async function countTickets(
  table: TenantTable,
  tab: TalliedTab,
  viewer: Viewer,
  desk: CountedDesk,
  upTo: number,
): Promise<TabCount> {
  const count = { tickets: 0, unread: 0, mine: 0 }
  const counted = new Set<string>()
  const add = ({ id, unread }: Counted, isMine: boolean): void => {
    if (counted.has(id)) return
    counted.add(id)
    count.tickets += 1
    count.unread += unread
    if (isMine) count.mine += 1
  }
  const ranges = rangesOf(tab, viewer)
  const limit = Math.max(READ_MIN, Math.ceil((upTo + 1) / ranges.length))
  await Promise.all([
    ...ranges.map(async (prefix) => {
      for await (const tally of allRows(table, { pk: DESK_TALLIES, prefix, limit })) {
        if (count.tickets > upTo) return
        if (sees(viewer, tally, desk)) add(tally, tally.userId === viewer.userId)
      }
    }),
    ...ownElsewhere(tab, viewer, desk).map(async (query) => {
      for await (const card of allRows(table, query)) {
        if (count.tickets > upTo) return
        // The ranges above have the tickets without a queue.
        if (card.queueId) add(card, true)
      }
    }),
  ])
  return count
}

/** The ranges of the tallies that a user may see. */
function rangesOf(tab: TalliedTab, { userId, seesAll, queueIds }: Viewer): string[] {
  if (seesAll) return [`${tab}#`]
  const queues = [...queueIds, null].map((queueId) => inQueueOf(tab, queueId))
  return tab === 'resolvidos' ? [...queues, closedBy(userId)] : queues
}

/** The user's own live tickets in queues of colleagues: few of those in the user's list. */
function ownElsewhere(
  tab: TalliedTab,
  { userId, seesAll, queueIds: own }: Viewer,
  { queueIds }: CountedDesk,
): Query<DeskCard>[] {
  const elsewhere = queueIds.filter((queueId) => !own.includes(queueId))
  if (seesAll || tab === 'resolvidos' || elsewhere.length === 0) return []
  const prefix = `${OWN_LISTS[tab](userId)}#`
  if (elsewhere.length > FILTER_MAX) return [{ pk: DESK, prefix }]
  return [{ pk: DESK, prefix, filter: { queueId: { in: elsewhere } } }]
}

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
