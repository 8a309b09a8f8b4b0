import { pageOfGallery } from '@recado/shared/conversations/gallery'
import { PAGE_SIZE } from '@recado/shared/http/paging'
import type { GalleryKind } from '@recado/shared/messages/gallery'
import type { Actor } from '@recado/shared/sessions/session'
import type { GalleryPage } from '@recado/shared/tickets/contract/message-routes'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { ticketsOfIds } from '@recado/shared/tickets/store/tickets'
import { ports, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { seenTicket } from './seen-ticket.ts'
import { hiddenTickets } from './visible-message.ts'

/**
 * Messages of the ticket's conversation with a picture or video, a file, a link or a campaign's text, newest first.
 * Messages of tickets that the caller may not see are left out.
 * @throws DomainError ERR_NO_TICKET_FOUND
 */
export async function list(
  actor: Actor,
  ticketId: string,
  { kind, cursor }: { kind: GalleryKind; cursor?: string | undefined },
): Promise<GalleryPage> {
  const found = await seenTicket(actor, ticketId)
  const { whatsappId, chat } = found.ticket
  const table = tableOf(actor.companyId)
  const { rows, ...end } = await pageOf(
    [actor.companyId, 'gallery', whatsappId, chat, kind],
    { cursor },
    (after, limit) => pageOfGallery(table, { connectionId: whatsappId, chat }, kind, after, limit),
    PAGE_SIZE,
  )
  const ticketIds = [...new Set(rows.flatMap((row) => row.ticketId ?? []))]
  const hidden = await hiddenTickets(actor, found, ticketIds, await ticketsOfIds(table, ticketIds))
  const visible = rows.filter((row) => !hidden.has(row.ticketId ?? ''))
  return { records: visible.map((row) => messageShown(row, ports.now())), ...end }
}
