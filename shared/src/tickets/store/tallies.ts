import { type Listed, type ListRow, listRow } from '../../table/list-rows.ts'
import { partition } from '../../table/table.ts'
import { type StoredTicket, unreadOf } from '../contract/stored-ticket.ts'
import type { TicketTab } from '../contract/ticket.ts'
import { inTriage } from '../rules/machine.ts'

/** The tabs that are counted by tallies. There are few groups: their own list is counted. */
export type TalliedTab = Exclude<TicketTab, 'grupos'>

/**
 * A ticket as the counters count it, under `{tab}#{queueId}#{ticketId}`. A counter reads up to a thousand of these rows, so
 * they are small. A message changes its number of unread messages, and never moves it.
 */
export interface Tally extends Listed {
  unread: number
  /** The attendant, or the user it waits for. Absent without one. */
  userId?: string
  /** Only without a queue: then its connection decides who sees it. */
  whatsappId?: string
  /** Only of a closed group: the queues that see it. */
  groupQueueIds?: string[]
}

export const DESK_TALLIES = partition<Tally>('DESK-TALLIES')

export const inQueueOf = (tab: TalliedTab, queueId: string | null): string => `${tab}#${queueId ?? ''}#`
export const closedBy = (userId: string): string => `resolvidos-of#${userId}#`

/** The tallies of a ticket. Tickets in the menu of queues have none: they count nowhere (part 4 §16). */
export function talliesOf(ticket: StoredTicket): ListRow[] {
  const { id, status, isGroup, group, queueId, whatsappId, preferredUserId } = ticket
  const tab = tabOf(ticket)
  if (!tab) return []
  const userId = ticket.userId ?? preferredUserId
  const tally: Tally = {
    id,
    unread: unreadOf(ticket),
    ...(userId && { userId }),
    ...(!queueId && { whatsappId }),
    ...(isGroup && { groupQueueIds: group?.queueIds ?? [] }),
  }
  const inQueue = listRow(DESK_TALLIES, `${inQueueOf(tab, queueId)}${id}`, tally)
  if (status !== 'closed' || !userId) return [inQueue]
  // The queue of a closed ticket may be deleted: its attendant finds it without the queue.
  return [inQueue, listRow(DESK_TALLIES, `${closedBy(userId)}${id}`, tally)]
}

function tabOf(ticket: StoredTicket): TalliedTab | undefined {
  const { status, isGroup, snoozedUntil } = ticket
  if (status === 'closed') return 'resolvidos'
  if (isGroup || inTriage(ticket)) return undefined
  if (status === 'pending') return 'aguardando'
  return snoozedUntil ? 'adiados' : 'atendendo'
}
