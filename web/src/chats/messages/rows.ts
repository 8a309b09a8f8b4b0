import type { ChatMessage } from '@recado/shared/chats/chat'
import type { LoadedUnread } from '../../tickets/messages/opening.ts'
import { dayOf } from '../../tickets/moments.ts'

/** A line of a conversation. */
export type ChatRow =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: ChatMessage }

interface RowsOf {
  /** From old to new. */
  messages: readonly ChatMessage[]
  /** The message that the line above unread ones stands on. */
  line: string | undefined
  zone: string
}

/** The loaded messages with their days, and a line above those that were unread. */
export function chatRows({ messages, line, zone }: RowsOf): ChatRow[] {
  const rows: ChatRow[] = []
  let day = ''
  for (const message of messages) {
    const its = dayOf(message.at, zone)
    if (its !== day) rows.push({ kind: 'day', key: `day-${its}`, day: its })
    day = its
    if (message.id === line) rows.push({ kind: 'unread', key: 'unread' })
    rows.push({ kind: 'message', key: message.id, message })
  }
  return rows
}

interface UnreadOf {
  /** From old to new. */
  messages: readonly ChatMessage[]
  hasMore: boolean
  me: string
  /** How far the user had read when the conversation was opened, and its last message then. */
  opened: { readSeq: number; seq: number }
}

/** The messages that were unread when the conversation was opened. What arrives later is read as it comes. */
export function unreadInChat({ messages, hasMore, me, opened }: UnreadOf): LoadedUnread {
  // An own message resets the unread count.
  const answered = messages.findLast(({ userId }) => userId === me)?.seq ?? 0
  const read = Math.max(opened.readSeq, answered)
  const unread = messages.filter(({ seq }) => seq > read && seq <= opened.seq)
  return { ids: unread.map(({ id }) => id), isWhole: !hasMore || messages.some(({ seq }) => seq <= read + 1) }
}
