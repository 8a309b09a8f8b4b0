import { findMessages } from '../../conversations/find-messages.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import { previewOf } from '../../messages/preview.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { unsignedContent } from '../answering/signature.ts'
import type { QuotedPreview } from '../contract/shown-message.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { getDeskSettings } from '../store/desk-settings.ts'
import { writerOf } from './message-shown.ts'

export function quotedPreviewOf(message: StoredMessage): QuotedPreview {
  const { messageId: id, fromMe, content, userName = '', deletedAt = null } = message
  const preview = deletedAt ? '' : previewOf(unsignedContent(content, userName))
  return { id, fromMe, ...writerOf(message), preview, deletedAt }
}

/** The preview of the message that a ticket's message quotes, if every user who sees the ticket may see it. */
export async function previewForAll(
  table: TenantTable,
  message: StoredMessage,
  quotedId: string,
  ticket: Pick<StoredTicket, 'id'>,
): Promise<QuotedPreview | undefined> {
  const [quoted] = await findMessages(table, message, [quotedId])
  if (!quoted || quoted.internal) return undefined
  const isOfTicket = !quoted.ticketId || quoted.ticketId === ticket.id
  if (!isOfTicket && (await getDeskSettings(table)).historyVisibility !== 'all') return undefined
  return quotedPreviewOf(quoted)
}
