import { findMessages } from '@recado/shared/conversations/find-messages'
import type { Actor } from '@recado/shared/sessions/session'
import type { QuotedPreview } from '@recado/shared/tickets/contract/shown-message'
import { quotedPreviewOf } from '@recado/shared/tickets/live/quoted-preview'
import { tableOf } from '../context.ts'
import type { SeenTicket } from './seen-ticket.ts'
import { visibleAmong } from './visible-message.ts'

/** Previews of quoted messages of the ticket's conversation, by id, as far as the caller may see them. */
export async function quotedPreviews(
  actor: Actor,
  found: SeenTicket,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, QuotedPreview>> {
  const { whatsappId: connectionId, chat } = found.ticket
  const quoted = await findMessages(tableOf(actor.companyId), { connectionId, chat }, messageIds)
  const visible = await visibleAmong(actor, found, quoted)
  return new Map(visible.map((message) => [message.messageId, quotedPreviewOf(message)]))
}
