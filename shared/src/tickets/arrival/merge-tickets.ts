import { messageWrite, type StoredMessage } from '../../conversations/message.ts'
import type { Chat } from '../../messages/chat.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { isLive, type StoredTicket } from '../contract/stored-ticket.ts'
import { closed } from '../rules/apply-change.ts'
import { snoozeEnded } from '../rules/timer.ts'
import { moveDrafts } from '../store/drafts.ts'
import { internalMessage } from '../store/internal-message.ts'
import { liveTicket, ticketsOf, ticketWrites, writeTicket } from '../store/tickets.ts'

/** Two tickets of one person that became one. */
export interface TicketMerge {
  /** The ticket that closed, and the surviving one. */
  from: string
  into: string
}

/** What a move changed, for browsers. */
export interface Moved {
  /** Each ticket as it was and as it is. Of a merge, the surviving ticket comes first. */
  tickets: { before: StoredTicket; after: StoredTicket }[]
  /** One for each merge, of the surviving ticket. */
  events: StoredMessage[]
}

/**
 * Moves the tickets of a conversation to another one. Two live tickets become one (part 4 §4, races).
 * @param now milliseconds since 1970
 * @returns what this call changed, and the merges whose messages are still to be joined, also those of an interrupted
 * move
 */
export async function moveTickets(
  table: TenantTable,
  connectionId: string,
  { from, to }: { from: Chat; to: Chat },
  now: number,
): Promise<{ moved: Moved; merges: TicketMerge[] }> {
  const moved: Moved = { tickets: [], events: [] }
  await retrying(
    table,
    () => ticketsOf(table, [connectionId], [from]),
    async (tickets) => {
      let isWhole = true
      for (const ticket of tickets) {
        const change = await moveTicket(table, ticket, to, now)
        moved.tickets.push(...(change?.tickets ?? []))
        moved.events.push(...(change?.events ?? []))
        // A ticket that changed at this moment is read again: it may have been opened or closed.
        if (!change) isWhole = false
      }
      return isWhole ? undefined : AGAIN
    },
  )
  const all = await ticketsOf(table, [connectionId], [to])
  const merges = all.flatMap(({ id, mergedInto }) => (mergedInto ? [{ from: id, into: mergedInto }] : []))
  for (const merge of merges) await moveDrafts(table, merge.from, merge.into)
  return { moved, merges }
}

/** @returns undefined if the ticket, or the live one that it meets, changed since it was read */
async function moveTicket(
  table: TenantTable,
  ticket: StoredTicket,
  to: Chat,
  now: number,
): Promise<Moved | undefined> {
  const there = isLive(ticket) ? await liveTicket(table, ticket.whatsappId, to) : undefined
  // Another call has moved it since it was read.
  if (there?.id === ticket.id) return undefined
  if (!there) {
    const after = { ...ticket, chat: to }
    const isWritten = await writeTicket(table, ticket, after)
    return isWritten ? { tickets: [{ before: ticket, after }], events: [] } : undefined
  }
  // It may have closed since its live row was read.
  return isLive(there) ? merge(table, ticket, there, to, now) : undefined
}

/** The open ticket survives, else the older one. The other closes; its unread messages count for the survivor. */
async function merge(
  table: TenantTable,
  moved: StoredTicket,
  there: StoredTicket,
  chat: Chat,
  now: number,
): Promise<Moved | undefined> {
  const isSurvivor =
    moved.status === there.status ? moved.createdAt < there.createdAt : moved.status === 'open'
  const [survivor, other] = isSurvivor ? [moved, there] : [there, moved]
  const at = new Date(now).toISOString()
  const joined = joinedTicket(survivor, other, chat, at)
  const ended = {
    ...closed(other, { reason: 'merged', by: null, farewell: 'nothing' }, at),
    chat,
    // Users who see the surviving ticket also see the menu ticket close.
    queueId: other.queueId ?? survivor.queueId,
    inboundSeq: 0,
    readSeq: 0,
    receiptSeq: 0,
    mergedInto: survivor.id,
  }
  // The surviving ticket shows this event.
  const event = internalMessage(joined, { type: 'event', kind: 'merged', by: null }, at)
  const writes = [...joinedWrites(table, survivor, joined, other, ended), messageWrite(event)]
  if (!(await committed(table.transact(writes)))) return undefined
  return {
    tickets: [
      { before: survivor, after: joined },
      { before: other, after: ended },
    ],
    events: [event],
  }
}

const joinedTicket = (
  survivor: StoredTicket,
  other: StoredTicket,
  chat: Chat,
  updatedAt: string,
): StoredTicket => ({
  ...survivor,
  // The customer may have waited in the other conversation while this one was put off.
  ...(other.waitingSince && snoozeEnded(survivor)),
  chat,
  contactId: survivor.contactId ?? other.contactId,
  tagIds: [...new Set([...survivor.tagIds, ...other.tagIds])].filter((_, index) => index < TAGS),
  inboundSeq: survivor.inboundSeq + other.inboundSeq,
  readSeq: survivor.readSeq + other.readSeq,
  receiptSeq: survivor.receiptSeq + other.receiptSeq,
  waitingSince: earliest(survivor.waitingSince, other.waitingSince),
  firstInboundAt: earliest(survivor.firstInboundAt, other.firstInboundAt),
  firstResponseAt: earliest(survivor.firstResponseAt, other.firstResponseAt),
  personWrote: survivor.personWrote || other.personWrote,
  transferTold: survivor.transferTold || other.transferTold,
  ...(other.lastAt > survivor.lastAt && {
    lastAt: other.lastAt,
    preview: other.preview,
    lastFromMe: other.lastFromMe,
    lastDeleted: other.lastDeleted,
    lastFailed: other.lastFailed,
    lastMessageId: other.lastMessageId,
  }),
  updatedAt,
})

const TAGS = 10

/** The live row of the conversation changes hands in one transaction: each row may be written once only. */
function joinedWrites(
  table: TenantTable,
  survivor: StoredTicket,
  joined: StoredTicket,
  other: StoredTicket,
  ended: StoredTicket,
) {
  // The moved ticket leaves its old name. Under the new name the live row is either kept or handed over.
  if (survivor.chat === joined.chat)
    return [...ticketWrites(table, survivor, joined), ...ticketWrites(table, other, ended)]
  return [
    ...ticketWrites(table, survivor, joined, { replacesLive: other.id }),
    ...ticketWrites(table, other, ended, { keepsLive: true }),
  ]
}

const earliest = (one: string | null, other: string | null): string | null =>
  one && other ? (one < other ? one : other) : (one ?? other)
