import { messageKey, type StoredMessage } from '../../conversations/message.ts'
import type { Chat } from '../../messages/chat.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { type All, allRows, committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { isLive, type StoredTicket } from '../contract/stored-ticket.ts'
import { closed } from '../rules/apply-change.ts'
import { moveDrafts } from '../store/drafts.ts'
import { liveTicket, ticketsOf, ticketWrites, writeTicket } from '../store/tickets.ts'

/** Two tickets of one person that became one. */
export interface TicketMerge {
  /** The ticket that closed, and the one that goes on. */
  from: string
  into: string
}

/**
 * Moves the tickets of a conversation to another one. Two live tickets become one (part 4 §4, races).
 * @returns merges whose messages are still to be joined, also those of an interrupted move
 */
export async function moveTickets(
  table: TenantTable,
  connectionId: string,
  from: Chat,
  to: Chat,
): Promise<TicketMerge[]> {
  await retrying(
    table,
    () => ticketsOf(table, [connectionId], [from]),
    async (tickets) => {
      const moved: boolean[] = []
      for (const ticket of tickets) moved.push(await moveTicket(table, ticket, to))
      // A ticket that changed at this moment is read again: it may have been opened or closed.
      return moved.includes(false) ? AGAIN : undefined
    },
  )
  const all = await ticketsOf(table, [connectionId], [to])
  const merged = all.flatMap(({ id, mergedInto }) => (mergedInto ? [{ from: id, into: mergedInto }] : []))
  for (const each of merged) await moveDrafts(table, each.from, each.into)
  return merged
}

/** @returns false if the ticket, or the live one that it meets, changed since it was read */
async function moveTicket(table: TenantTable, ticket: StoredTicket, to: Chat): Promise<boolean> {
  const there = isLive(ticket) ? await liveTicket(table, ticket.whatsappId, to) : undefined
  if (!there) return writeTicket(table, ticket, { ...ticket, chat: to })
  // It may have closed since its live row was read.
  return isLive(there) && merge(table, ticket, there, to)
}

/** The open one goes on, else the older one. The other closes; its unread messages count for the first. */
function merge(table: TenantTable, moved: StoredTicket, there: StoredTicket, chat: Chat): Promise<boolean> {
  const isSurvivor =
    moved.status === there.status ? moved.createdAt < there.createdAt : moved.status === 'open'
  const [survivor, other] = isSurvivor ? [moved, there] : [there, moved]
  const at = [survivor.updatedAt, other.updatedAt].sort().at(-1) ?? survivor.updatedAt
  const joined: StoredTicket = {
    ...survivor,
    chat,
    contactId: survivor.contactId ?? other.contactId,
    tagIds: [...new Set([...survivor.tagIds, ...other.tagIds])].filter((_, index) => index < TAGS),
    inboundSeq: survivor.inboundSeq + other.inboundSeq,
    readSeq: survivor.readSeq + other.readSeq,
    receiptSeq: survivor.receiptSeq + other.receiptSeq,
    waitingSince: earliest(survivor.waitingSince, other.waitingSince),
    firstInboundAt: earliest(survivor.firstInboundAt, other.firstInboundAt),
    ...(other.lastAt > survivor.lastAt && {
      lastAt: other.lastAt,
      preview: other.preview,
      lastFromMe: other.lastFromMe,
    }),
    updatedAt: at,
  }
  const ended = {
    ...closed(other, { reason: 'merged', by: null, farewell: 'nothing' }, at),
    chat,
    inboundSeq: 0,
    readSeq: 0,
    receiptSeq: 0,
    mergedInto: survivor.id,
  }
  return committed(table.transact(joinedWrites(table, survivor, joined, other, ended)))
}

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

/**
 * Gives the messages of a merged ticket to the ticket that goes on, and numbers the customer's messages in their order.
 * Run again it changes nothing. Another delivery may number them at the same moment: who finds a message changed reads
 * all of them again, so that no number comes twice.
 */
export const renumberMessages = (
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  { from, into }: TicketMerge,
): Promise<void> =>
  retrying(
    table,
    () => messagesOf(table, connectionId, chat, [from, into]),
    async (messages) => {
      let seq = 0
      for (const message of messages) {
        const its = message.seq === undefined ? {} : { seq: ++seq }
        if (message.ticketId === into && its.seq === message.seq) continue
        const change = table.update(
          messageKey(message),
          { set: { ticketId: into, ...its } },
          asNumbered(message),
        )
        if (!(await committed(change))) return AGAIN
      }
    },
  )

const asNumbered = ({ ticketId, seq }: StoredMessage): All<StoredMessage> => ({
  pk: { exists: true },
  ticketId,
  seq: seq ?? { exists: false },
})

/** The messages of these tickets, oldest first. */
async function messagesOf(
  table: TenantTable,
  connectionId: string,
  chat: Chat,
  ticketIds: readonly string[],
): Promise<StoredMessage[]> {
  const { pk } = messageKey({ connectionId, chat, at: '', messageId: '' })
  const found: StoredMessage[] = []
  for await (const message of allRows(table, { pk, consistent: true }))
    if (message.ticketId && ticketIds.includes(message.ticketId)) found.push(message)
  return found
}
