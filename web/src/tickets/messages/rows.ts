import type { MessagePage } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Conversation } from '../conversation-cache.ts'
import { messagesIn } from '../conversation-cache.ts'
import { dayOf } from '../moments.ts'
import type { LoadedUnread } from './opening.ts'

export type Divider = MessagePage['tickets'][number]

/** A line of a conversation. */
export type ConversationRow =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'ticket'; key: string; divider: Divider }
  | { kind: 'hidden'; key: string; count: number }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: ShownMessage }

interface RowsOf {
  data: Conversation | undefined
  /** The message that the line above unread ones stands on. */
  line: string | undefined
  zone: string
}

/** The loaded part of a conversation from old to new, with its dividers. */
export function conversationRows({ data, line, zone }: RowsOf): ConversationRow[] {
  const tickets = new Map(data?.pages.flatMap((page) => page.tickets).map((ticket) => [ticket.id, ticket]))
  const hidden = hiddenCounts(data)
  const rows: ConversationRow[] = [...hidden].flatMap(([id, count]) => {
    const divider = tickets.get(id)
    const row = { kind: 'hidden' as const, key: `hidden-${id}`, count }
    return divider ? [{ kind: 'ticket' as const, key: `ticket-${id}`, divider }, row] : [row]
  })
  let [day, inTicket] = ['', '']
  for (const message of messagesIn(data)) {
    const its = dayOf(message.at, zone)
    if (its !== day) rows.push({ kind: 'day', key: `day-${its}`, day: its })
    day = its
    const divider = message.ticketId ? tickets.get(message.ticketId) : undefined
    if (divider && divider.id !== inTicket) {
      rows.push({ kind: 'ticket', key: `ticket-${divider.id}-${message.id}`, divider })
      inTicket = divider.id
    }
    if (message.id === line) rows.push({ kind: 'unread', key: 'unread' })
    rows.push({ kind: 'message', key: message.id, message })
  }
  return rows
}

/** The unread messages of a ticket. @param readSeq how many of its messages were read */
export function loadedUnread(
  data: Conversation | undefined,
  ticketId: string,
  readSeq: number,
): LoadedUnread {
  const messages = messagesIn(data)
  // An answer makes all messages before it read.
  const answeredAt = messages.findLast(isAnswer)?.at ?? ''
  const numbered = messages.flatMap(({ id, at, seq, ticketId: its }) =>
    its === ticketId && seq !== null ? [{ id, at, seq }] : [],
  )
  const unread = numbered.filter(({ seq, at }) => seq > readSeq && at > answeredAt)
  // The first unread message itself may be gone. An older one shows too that none is missing.
  const isReached = answeredAt !== '' || numbered.some(({ seq }) => seq <= readSeq + 1)
  return { ids: unread.map(({ id }) => id), isWhole: isReached || !data?.pages.at(-1)?.hasMore }
}

/** Whether the loaded pages lack the ticket's newest message. @param inboundSeq its number */
export const isBehind = (data: Conversation | undefined, ticketId: string, inboundSeq: number): boolean =>
  !messagesIn(data).some((message) => message.ticketId === ticketId && (message.seq ?? 0) >= inboundSeq)

const isAnswer = ({ fromMe, auto, internal }: ShownMessage): boolean => fromMe && !auto && !internal

/** Pages count the hidden messages of a ticket each for itself. */
function hiddenCounts(data: Conversation | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { ticketId, count } of data?.pages.toReversed().flatMap(({ hidden }) => hidden) ?? [])
    counts.set(ticketId, (counts.get(ticketId) ?? 0) + count)
  return counts
}

/** The messages below the row with this key. */
export function rowsAfter(rows: readonly ConversationRow[], key: string | undefined): ShownMessage[] {
  const index = rows.findIndex((row) => row.key === key)
  return index < 0
    ? []
    : rows.slice(index + 1).flatMap((row) => (row.kind === 'message' ? [row.message] : []))
}
