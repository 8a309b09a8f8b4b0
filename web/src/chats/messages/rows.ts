import type { ChatMessage } from '@recado/shared/chats/chat'
import { dayOf } from '../../tickets/moments.ts'

/** A line of a conversation. */
export type ChatRow =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; message: ChatMessage }

interface RowsOf {
  /** From old to new. */
  messages: readonly ChatMessage[]
  me: string
  /** How far the user had read when the conversation was opened, and its last message then. */
  opened: { readSeq: number; seq: number }
  zone: string
}

/** The loaded messages with their days, and a line above those that were unread. */
export function chatRows({ messages, me, opened, zone }: RowsOf): ChatRow[] {
  // An own message resets the unread count.
  const answered = messages.findLast(({ userId }) => userId === me)?.seq ?? 0
  const read = Math.max(opened.readSeq, answered)
  // What arrives later is read as it comes.
  const firstUnread = messages.find(({ seq }) => seq > read && seq <= opened.seq)
  const rows: ChatRow[] = []
  let day = ''
  for (const message of messages) {
    const its = dayOf(message.at, zone)
    if (its !== day) rows.push({ kind: 'day', key: `day-${its}`, day: its })
    day = its
    if (message === firstUnread) rows.push({ kind: 'unread', key: 'unread' })
    rows.push({ kind: 'message', key: message.id, message })
  }
  return rows
}
