import type { StoredMessage } from '../../conversations/message.ts'
import { previewOf } from '../../messages/preview.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

type Shown = Pick<
  StoredTicket,
  'lastAt' | 'preview' | 'lastFromMe' | 'lastDeleted' | 'lastFailed' | 'lastMessageId'
>

/** What the list shows of a ticket's last message. A message that comes late changes nothing there. */
export const lastMessage = (
  { lastAt, preview, lastFromMe, lastDeleted, lastFailed, lastMessageId }: Shown,
  { at, content, fromMe, messageId }: Pick<StoredMessage, 'at' | 'content' | 'fromMe' | 'messageId'>,
): Shown =>
  at < lastAt
    ? { lastAt, preview, lastFromMe, lastDeleted, lastFailed, lastMessageId }
    : {
        lastAt: at,
        preview: previewOf(content),
        lastFromMe: fromMe,
        lastDeleted: undefined,
        lastFailed: undefined,
        lastMessageId: messageId,
      }

/**
 * The ticket after an edit, a deletion or a failure of a message. Its place in lists, its unread messages and its
 * waiting time stay, and so does `updatedAt`: browsers alert for waiting tickets that changed a moment ago.
 * @param message as it is now
 * @returns undefined if the ticket shows another message, or shows this one as it is
 */
export function withLastAmended(
  ticket: StoredTicket,
  message: Pick<StoredMessage, 'at' | 'content' | 'deletedAt' | 'fromMe' | 'messageId' | 'status'>,
): StoredTicket | undefined {
  const { lastAt, lastFromMe, lastMessageId } = ticket
  // Code of the previous version leaves this id as it is when a newer message comes. The time then differs.
  const isLast = lastMessageId === message.messageId && lastFromMe === message.fromMe && lastAt === message.at
  if (!isLast) return undefined
  const isDeleted = message.deletedAt !== undefined
  const preview = isDeleted ? '' : previewOf(message.content)
  const lastDeleted = isDeleted || undefined
  const lastFailed = message.status === 'FAILED' || undefined
  const isShown =
    ticket.preview === preview && ticket.lastDeleted === lastDeleted && ticket.lastFailed === lastFailed
  if (isShown) return undefined
  return { ...ticket, preview, lastDeleted, lastFailed }
}
