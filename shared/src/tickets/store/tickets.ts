import type { Chat } from '../../messages/chat.ts'
import { deskDueIndex } from '../../table/indexes.ts'
import { entitiesOf, type Listed, listWrites } from '../../table/list-rows.ts'
import {
  allRows,
  checkRow,
  committed,
  deleteRow,
  type Key,
  keyIn,
  putRow,
  type Row,
  type Write,
} from '../../table/table.ts'
import type { IndexWrite, TenantTable } from '../../table/tenant.ts'
import { isLive, nextRevision, type StoredTicket } from '../contract/stored-ticket.ts'
import { pastChangeWrites } from './past-changes.ts'
import { asStored, TICKETS, tickets } from './ticket-entity.ts'
import { chatPrefix, TICKET_UUIDS, ticketLists, ticketsOfConnection } from './ticket-lists.ts'

const ticketKey = (ticketId: string): Key<StoredTicket> => ({ pk: TICKETS, sk: ticketId })

/** For a transaction: it fails if the ticket was deleted, or moved to another conversation, since it was read. */
export const checkChatOfTicket = ({ id, chat }: Pick<StoredTicket, 'id' | 'chat'>): Write =>
  checkRow(ticketKey(id), { chat })

interface LiveTicket {
  ticketId: string
}

type InChat = Pick<StoredTicket, 'whatsappId' | 'chat'>

/** The pending or open ticket of a conversation: there is one at most. */
const liveKey = ({ whatsappId, chat }: InChat): Key<LiveTicket> => keyIn(`LIVE-TICKETS#${whatsappId}`, chat)

/**
 * The writes of a ticket, for the transaction of its change: the ticket under its revision, the live row of its
 * conversation, its rows in lists, its timer, and its late changes of past days in reports. Their conditions fail if the
 * ticket changed since it was read, or if its conversation has another live ticket.
 * @param before as it was read; undefined for a new ticket
 * @param after undefined for a deletion
 * @param live how the live row changes hands between two tickets of one transaction
 */
export function ticketWrites(
  { companyId }: TenantTable,
  before: StoredTicket | undefined,
  after: StoredTicket | undefined,
  live: LiveHandover = {},
): (Write | IndexWrite)[] {
  const ticket = after ?? before
  if (!ticket) return []
  const key = ticketKey(ticket.id)
  const asRead = before ? asStored(before) : ({ pk: { exists: false } } as const)
  const own = after
    ? putRow({ ...tickets.stamped({ ...after, revision: nextRevision(before) }), ...key }, asRead)
    : deleteRow(key, asRead)
  return [
    own,
    ...liveWrites(before, after, live),
    ...listWrites(ticketLists, before, after),
    ...timerWrites(companyId, before, after),
    ...pastChangeWrites(before, after),
  ]
}

/** A ticket's timer stands in an index of all companies. */
function timerWrites(
  companyId: string,
  before: Pick<StoredTicket, 'id' | 'timerAt'> | undefined,
  after: Pick<StoredTicket, 'id' | 'timerAt'> | undefined,
): IndexWrite[] {
  const [was, is] = [before?.timerAt ?? null, after?.timerAt ?? null]
  if (was === is) return []
  return [
    ...(after && is ? [{ index: deskDueIndex.put(is, companyId, after.id) }] : []),
    ...(before && was ? [{ index: deskDueIndex.delete(was, companyId, before.id) }] : []),
  ]
}

/** Two live tickets of one conversation become one: one of them takes the live row that the other leaves. */
interface LiveHandover {
  /** The ticket whose live row this one takes. */
  replacesLive?: string
  /** The other ticket takes the live row. */
  keepsLive?: true
}

/** No write for a ticket that stays live in its conversation: its revision already guards the change. */
function liveWrites(
  before: StoredTicket | undefined,
  after: StoredTicket | undefined,
  { replacesLive, keepsLive }: LiveHandover,
): Write[] {
  const [was, is] = [before && isLive(before), after && isLive(after)]
  const isMoved = before && after && before.chat !== after.chat
  const free = replacesLive ? { ticketId: replacesLive } : ({ pk: { exists: false } } as const)
  return [
    ...(after && is && (!was || isMoved) ? [putRow({ ...liveKey(after), ticketId: after.id }, free)] : []),
    ...(before && was && (!is || isMoved) && !keepsLive
      ? [deleteRow(liveKey(before), { ticketId: before.id })]
      : []),
  ]
}

/** @returns false if the conversation already has a live ticket, or the ticket changed since it was read */
export const writeTicket = (
  table: TenantTable,
  before: StoredTicket | undefined,
  after: StoredTicket | undefined,
): Promise<boolean> => committed(table.transact(ticketWrites(table, before, after)))

export async function getTicket(table: TenantTable, ticketId: string): Promise<StoredTicket | undefined> {
  const row = await table.get(ticketKey(ticketId))
  return row && ticketOfRow(row)
}

export async function ticketOfUuid(table: TenantTable, uuid: string): Promise<StoredTicket | undefined> {
  const listed = await table.get({ pk: TICKET_UUIDS, sk: uuid })
  return listed && getTicket(table, listed.id)
}

/** The pending or open ticket of a conversation. */
export async function liveTicket(
  table: TenantTable,
  whatsappId: string,
  chat: Chat,
): Promise<StoredTicket | undefined> {
  const live = await table.get(liveKey({ whatsappId, chat }))
  return live && getTicket(table, live.ticketId)
}

/** The ids of all live tickets of a connection. */
export async function* liveTickets(table: TenantTable, whatsappId: string): AsyncGenerator<string> {
  const { pk } = liveKey({ whatsappId, chat: '' })
  for await (const { ticketId } of allRows(table, { pk, consistent: true })) yield ticketId
}

/** The chats of a connection that have a live ticket. A ticket that was opened a moment ago may be missing. */
export async function chatsWithLiveTicket(table: TenantTable, whatsappId: string): Promise<Set<Chat>> {
  const chats = new Set<Chat>()
  for await (const { sk } of allRows(table, { pk: liveKey({ whatsappId, chat: '' }).pk })) chats.add(sk)
  return chats
}

/** Number of newest tickets searched for the last closed one. The newest may have been merged or reopened. */
const LOOKED_AT = 5

/** The ticket of a conversation that closed last. One that was merged into another ticket does not count. */
export async function lastClosedTicket(
  table: TenantTable,
  whatsappId: string,
  chat: Chat,
): Promise<StoredTicket | undefined> {
  const newest = await newestTicketsOf(table, [{ whatsappId, chat }], LOOKED_AT)
  return newest
    .filter((ticket) => !isLive(ticket) && ticket.mergedInto === undefined)
    .sort((one, other) => (one.closedAt ?? '').localeCompare(other.closedAt ?? ''))
    .at(-1)
}

/** The newest tickets of each of these conversations, newest first. */
export async function newestTicketsOf(
  table: TenantTable,
  conversations: readonly InChat[],
  limit: number,
): Promise<StoredTicket[]> {
  const pages = await Promise.all(
    conversations.map(({ whatsappId, chat }) =>
      table.query({
        pk: ticketsOfConnection(whatsappId),
        prefix: chatPrefix(chat),
        descending: true,
        limit,
        consistent: true,
      }),
    ),
  )
  return ticketsOfRows(
    table,
    pages.flatMap(({ rows }) => rows),
  )
}

/** The tickets of these ids, in their order; deleted ones are missing. */
export const ticketsOfIds = (table: TenantTable, ids: readonly string[]): Promise<StoredTicket[]> =>
  ticketsOfRows(
    table,
    ids.map((id) => ({ id })),
  )

/** The tickets of list rows, in their order. */
export const ticketsOfRows = async (table: TenantTable, rows: readonly Listed[]): Promise<StoredTicket[]> =>
  (await entitiesOf(table, rows, ticketKey)).map(ticketOfRow)

/** A stored ticket as of today, without its key. */
export function ticketOfRow(row: Row<StoredTicket>): StoredTicket {
  const { pk: _, sk: __, ...ticket } = tickets.read(row)
  return ticket
}

/** All tickets of these conversations of these connections, also closed ones. */
export async function ticketsOf(
  table: TenantTable,
  connectionIds: readonly string[],
  chats: readonly Chat[],
): Promise<StoredTicket[]> {
  const rows: Listed[] = []
  for (const connectionId of connectionIds) {
    for (const chat of chats) {
      const query = { pk: ticketsOfConnection(connectionId), prefix: chatPrefix(chat), consistent: true }
      for await (const row of allRows(table, query)) rows.push(row)
    }
  }
  return ticketsOfRows(table, rows)
}

/** Deletes a ticket. @returns false if it changed since it was read */
export const deleteTicket = (table: TenantTable, ticket: StoredTicket): Promise<boolean> =>
  writeTicket(table, ticket, undefined)
