import type { StoredMessage } from '../../conversations/message.ts'
import { previewOf } from '../../messages/preview.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'

type Shown = Pick<StoredTicket, 'lastAt' | 'preview' | 'lastFromMe'>

/** What the list shows of a ticket's last message. A message that comes late changes nothing there. */
export const lastMessage = (
  { lastAt, preview, lastFromMe }: Shown,
  { at, content, fromMe }: Pick<StoredMessage, 'at' | 'content' | 'fromMe'>,
): Shown =>
  at < lastAt
    ? { lastAt, preview, lastFromMe }
    : { lastAt: at, preview: previewOf(content), lastFromMe: fromMe }
