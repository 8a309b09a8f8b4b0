import { connectionIdsEver } from '../../connections/store.ts'
import type { Chat } from '../../messages/chat.ts'
import { type Listed, type ListRow, type Lists, listRow } from '../../table/list-rows.ts'
import { type Partition, partition } from '../../table/table.ts'
import { type StoredTicket, unreadOf } from '../contract/stored-ticket.ts'
import type { Seen } from '../rules/sight.ts'
import { DESK_TALLIES, talliesOf } from './tallies.ts'
import { asStored, TICKETS, tickets } from './ticket-entity.ts'

/**
 * The tickets of a connection's conversations, `{chat}#{ticketId}`: the history of one chat is one query. A connection has
 * one partition, so that the deletion of a company finds it without knowing the chats.
 */
export const ticketsOfConnection = (connectionId: string): Partition<Listed> =>
  partition(`TICKETS-OF#${connectionId}`)

export const chatPrefix = (chat: Chat): string => `${chat}#`

/** Tickets by their `uuid`. */
export const TICKET_UUIDS = partition<Listed>('TICKET-UUIDS')

/** Tickets by their protocol number, `{number}-{date}#{ticketId}`: the newest of a number is the last one. */
export const TICKET_PROTOCOLS = partition<Listed>('TICKET-PROTOCOLS')

/**
 * A ticket in a list of the desk: what lists are filtered by. Each list is a range of sort keys of one
 * partition, `{list}#{moment}#{id}`.
 */
export interface DeskCard extends Listed, Seen {
  whatsappId: string
  tagIds: string[]
  campaignId: string | null
  waitingSince: string | null
  unread: number
  /** Only of live tickets; those not written since this was added lack it. */
  lastAt?: string
}

/** The live tickets of each list, and the groups. */
export const DESK = partition<DeskCard>('DESK')
/** The closed tickets: all, by queue and by attendant. */
export const DESK_CLOSED = partition<DeskCard>('DESK-CLOSED')

/** Tickets by their last reopening, `{moment}#{ticketId}`: for reports. */
export const DESK_REOPENED = partition<Listed>('DESK-REOPENED')

/** Ranges over the lists of all attendants and queues. */
export const [ALL_OPEN, ALL_PENDING, ALL_SNOOZED] = ['open', 'pending', 'snoozed'] as const
/** The lists of live tickets. */
export const openOf = (userId: string): string => `${ALL_OPEN}#${userId}`
export const snoozedOf = (userId: string): string => `${ALL_SNOOZED}#${userId}`
export const pendingIn = (queueId: string | null): string => `${ALL_PENDING}#queue#${queueId ?? ''}`
export const PENDING_FOR_USERS = `${ALL_PENDING}#user`
export const pendingFor = (userId: string): string => `${PENDING_FOR_USERS}#${userId}`
export const GROUPS = 'groups'
/** The lists of closed tickets. */
export const ALL_CLOSED = 'all'
export const closedIn = (queueId: string | null): string => `queue#${queueId ?? ''}`
export const closedOf = (userId: string): string => `user#${userId}`

export const ticketLists: Lists<StoredTicket> = {
  name: 'ticket-lists',
  entities: TICKETS,
  rowsOf(stored) {
    // The migration of the lists meets rows of any age.
    const ticket = tickets.current(stored)
    const { id, uuid, whatsappId, chat, protocol, reopenedAt } = ticket
    const [date, number] = protocol.split('-')
    return [
      listRow(ticketsOfConnection(whatsappId), `${chatPrefix(chat)}${id}`, { id }),
      listRow(TICKET_UUIDS, uuid, { id }),
      // The first tickets have no protocol number.
      ...(number ? [listRow(TICKET_PROTOCOLS, `${number}-${date}#${id}`, { id })] : []),
      ...(reopenedAt ? [listRow(DESK_REOPENED, `${reopenedAt}#${id}`, { id })] : []),
      ...deskRowsOf(ticket),
      ...talliesOf(ticket),
    ]
  },
  partitions: async (table) => [
    ...(await connectionIdsEver(table)).map(ticketsOfConnection),
    TICKET_UUIDS,
    TICKET_PROTOCOLS,
    DESK,
    DESK_CLOSED,
    DESK_REOPENED,
    DESK_TALLIES,
  ],
  asRead: asStored,
}

/** A live ticket stands in exactly one list of the desk; a closed one in up to three lists of closed tickets. */
function deskRowsOf(ticket: StoredTicket): ListRow[] {
  const { id, status, closedAt, updatedAt, queueId, userId } = ticket
  if (status !== 'closed') return [deskRow(DESK, ...slotOf(ticket), ticket)]
  const lists = [ALL_CLOSED, closedIn(queueId), ...(userId ? [closedOf(userId)] : [])]
  return lists.map((list) => deskRow(DESK_CLOSED, list, `${closedAt ?? updatedAt}#${id}`, ticket))
}

/** The list of a live ticket, and its place there. */
function slotOf(ticket: StoredTicket): [list: string, place: string] {
  const { id, status, isGroup, userId, preferredUserId, queueId, waitingSince, lastAt, snoozedUntil } = ticket
  if (isGroup) return [GROUPS, `${lastAt}#${id}`]
  if (status === 'open') {
    if (snoozedUntil) return [snoozedOf(userId ?? ''), `${snoozedUntil}#${id}`]
    return [openOf(userId ?? ''), `${lastAt}#${id}`]
  }
  const chosen = userId ?? preferredUserId
  return [chosen ? pendingFor(chosen) : pendingIn(queueId), `${waitingSince ?? lastAt}#${id}`]
}

const deskRow = (pk: Partition<DeskCard>, list: string, place: string, ticket: StoredTicket): ListRow => {
  const {
    id,
    queueId,
    userId,
    preferredUserId,
    isGroup,
    group,
    bot,
    whatsappId,
    tagIds,
    campaignId,
    waitingSince,
    status,
    lastAt,
  } = ticket
  return listRow<DeskCard>(pk, `${list}#${place}`, {
    id,
    queueId,
    userId,
    preferredUserId,
    isGroup,
    group,
    bot,
    whatsappId,
    tagIds,
    campaignId,
    waitingSince,
    unread: unreadOf(ticket),
    ...(status !== 'closed' && { lastAt }),
  })
}
