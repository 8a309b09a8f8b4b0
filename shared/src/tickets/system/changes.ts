import { getConnection, queuesOf } from '../../connections/store.ts'
import { messageWrite, type StoredMessage } from '../../conversations/message.ts'
import type { TicketEvent } from '../../messages/content.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { allRows, committed, type Write } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { isLive, type StoredTicket } from '../contract/stored-ticket.ts'
import { messageChanged, type TicketWatchers, ticketChanged } from '../live/watchers.ts'
import { closed, queueOfWaiting } from '../rules/apply-change.ts'
import { inTriage } from '../rules/machine.ts'
import { isOffered, withoutOffer } from '../rules/offer.ts'
import { forgetGroupSettings } from '../store/group-settings.ts'
import { internalMessage } from '../store/internal-message.ts'
import { ALL_PENDING, DESK, openOf, pendingFor, snoozedOf } from '../store/ticket-lists.ts'
import { getTicket, liveTickets, ticketWrites } from '../store/tickets.ts'
import type { automaticMessage, Saying } from './automatic-message.ts'

/** Whether live tickets are in a queue. Reads the live tickets of the company. */
export async function isQueueInUse(table: TenantTable, queueId: string): Promise<boolean> {
  for await (const _ of allRows(table, { pk: DESK, filter: { queueId }, consistent: true })) return true
  return false
}

/** Moves the live tickets of a queue to another one. Run again it moves the rest. */
export async function moveQueue(
  watchers: TicketWatchers,
  from: string,
  to: { id: string; name: string },
): Promise<void> {
  const { table } = watchers
  for await (const { id } of allRows(table, { pk: DESK, filter: { queueId: from }, consistent: true }))
    await changeBySystem(watchers, id, (ticket) =>
      ticket.queueId === from
        ? { after: { ...withoutOffer(ticket), queueId: to.id }, event: { kind: 'queued', queue: to } }
        : undefined,
    )
}

/**
 * Tickets that wait without a queue enter the first queue of their connection, which had none before: outside the menu
 * no ticket of a connection with queues is without one (part 4 §2).
 */
export async function enterQueue(
  watchers: TicketWatchers,
  connectionId: string,
  queue: { id: string; name: string },
): Promise<void> {
  for await (const card of allRows(watchers.table, {
    pk: DESK,
    prefix: `${ALL_PENDING}#`,
    consistent: true,
  })) {
    if (card.queueId !== null || card.whatsappId !== connectionId) continue
    await changeBySystem(watchers, card.id, (ticket) =>
      ticket.status === 'pending' && ticket.queueId === null && !inTriage(ticket)
        ? { after: { ...ticket, queueId: queue.id }, event: { kind: 'queued', queue } }
        : undefined,
    )
  }
}

/**
 * The open and waiting tickets of a deleted user go back to their queues (part 4 §4). A ticket that was offered to the
 * user is offered to the next attendant.
 */
export async function releaseTickets(watchers: TicketWatchers, userId: string): Promise<void> {
  for (const list of [openOf(userId), snoozedOf(userId), pendingFor(userId)]) {
    const query = { pk: DESK, prefix: `${list}#`, consistent: true }
    for await (const { id, whatsappId } of allRows(watchers.table, query)) {
      const queueIds = queuesOf(await getConnection(watchers.table, whatsappId))
      if (list === pendingFor(userId)) await passOfferOn(watchers, id, userId)
      await changeBySystem(watchers, id, (ticket) => {
        const after = released(ticket, userId, queueIds)
        return after && { after, event: { kind: 'returned' } }
      })
    }
  }
}

async function passOfferOn(watchers: TicketWatchers, ticketId: string, userId: string): Promise<void> {
  const ticket = await getTicket(watchers.table, ticketId)
  if (ticket?.preferredUserId === userId && isOffered(ticket)) await watchers.offer?.(ticket)
}

function released(
  ticket: StoredTicket,
  userId: string,
  queueIds: readonly string[],
): StoredTicket | undefined {
  const { preferredUserId } = ticket
  if (ticket.userId !== userId && preferredUserId !== userId) return undefined
  return {
    ...ticket,
    status: 'pending',
    userId: ticket.userId === userId ? null : ticket.userId,
    preferredUserId: preferredUserId === userId ? null : preferredUserId,
    queueId: queueOfWaiting(ticket, queueIds),
    snoozedUntil: null,
    timerAt: null,
  }
}

/** The live tickets of a deleted connection end; their history stays (part 4 §4). */
export async function closeTicketsOf(watchers: TicketWatchers, connectionId: string): Promise<void> {
  for await (const id of liveTickets(watchers.table, connectionId))
    await changeBySystem(watchers, id, (ticket, at) =>
      isLive(ticket)
        ? {
            after: closed(ticket, { reason: 'connection', by: null, farewell: 'nothing' }, at),
            event: { kind: 'closed', reason: 'connection' },
          }
        : undefined,
    )
  await forgetGroupSettings(watchers.table, connectionId)
}

/** A change of a ticket without a person. */
export interface SystemChange {
  after: StoredTicket
  /** What the conversation shows of it; undefined for nothing. */
  event?: Omit<TicketEvent, 'type' | 'by'>
  /** What the customer is told. */
  says?: Saying
  /** Further writes of the same transaction. */
  also?: readonly Write[]
}

/**
 * @param change undefined for a ticket that needs no change
 * @returns what the customer is told; it is still to be queued. Undefined if nothing is
 */
export const changeBySystem = (
  watchers: TicketWatchers,
  ticketId: string,
  change: (ticket: StoredTicket, at: string) => SystemChange | undefined,
): Promise<StoredMessage | undefined> =>
  retrying(
    watchers.table,
    () => getTicket(watchers.table, ticketId),
    async (ticket) => {
      const { table } = watchers
      const at = new Date(watchers.now()).toISOString()
      const changed = ticket && change(ticket, at)
      if (!changed) return undefined
      const after = { ...changed.after, updatedAt: at }
      const { event, says, also = [] } = changed
      const said = says && (await saying(table, after, says, watchers.now()))
      const message = event && internalMessage(after, { type: 'event', by: null, ...event }, at)
      const writes = [
        ...ticketWrites(table, ticket, after),
        ...(message ? [messageWrite(message)] : []),
        ...(said ? said.writes : []),
        ...also,
      ]
      if (!(await committed(table.transact(writes)))) return AGAIN
      await ticketChanged(watchers, ticket, after)
      for (const each of [said?.message, message]) if (each) await messageChanged(watchers, 'create', each)
      return said?.message
    },
  )

/** Loaded with the first message: most changes say nothing. */
const saying: typeof automaticMessage = async (...of) =>
  (await import('./automatic-message.ts')).automaticMessage(...of)
