import { campaignKey } from '@recado/shared/campaigns/store/campaigns'
import { findMessage } from '@recado/shared/conversations/find-message'
import { pageOfMessages, type StoredMessage } from '@recado/shared/conversations/message'
import { notFound } from '@recado/shared/errors/errors'
import { isAmendment } from '@recado/shared/messages/content'
import type { Actor } from '@recado/shared/sessions/session'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { MessagePage } from '@recado/shared/tickets/contract/message-routes'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { ticketsOfIds } from '@recado/shared/tickets/store/tickets'
import { ports, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import { seenTicket } from './seen-ticket.ts'
import { hiddenTickets, isMessage } from './visible-message.ts'

/** Messages on a page. */
const MESSAGES = 30

/**
 * Messages of the ticket's conversation, newest first, also those of its earlier tickets.
 * @throws DomainError ERR_NO_MESSAGE_FOUND if `around` is no message of the conversation
 */
export async function list(
  actor: Actor,
  ticketId: string,
  { cursor, around }: { cursor?: string | undefined; around?: string | undefined },
): Promise<MessagePage> {
  const found = await seenTicket(actor, ticketId)
  const { whatsappId, chat } = found.ticket
  const table = tableOf(actor.companyId)
  const from = around ? await startOf(actor, found.ticket, around) : undefined
  const load = (after: string | undefined, limit: number) =>
    pageOfMessages(table, whatsappId, chat, { before: after ?? from, limit })
  const page = await pageOf([actor.companyId, 'messages', whatsappId, chat], { cursor }, load, MESSAGES)
  const { rows, ...end } = page
  const ticketIds = [...new Set(rows.flatMap((row) => row.ticketId ?? []))]
  const tickets = await ticketsOfIds(table, ticketIds)
  const hidden = await hiddenTickets(actor, found, ticketIds, tickets)
  const records = rows.filter((row) => !isAmendment(row.content) && !hidden.has(row.ticketId ?? ''))
  const onPage = new Set(records.map(({ messageId }) => messageId))
  const missing = new Set(records.flatMap(({ quoted }) => (quoted && !onPage.has(quoted) ? [quoted] : [])))
  const previews =
    missing.size > 0
      ? await (await import('./quoted-previews.ts')).quotedPreviews(actor, found, [...missing])
      : undefined
  return {
    records: records.map((row) => messageShown(row, ports.now(), previews?.get(row.quoted ?? ''))),
    tickets: tickets.filter(({ id }) => !hidden.has(id)).map(dividerOf),
    hidden: countHidden(rows, hidden),
    campaigns: await campaignsOf(table, records),
    ...end,
  }
}

async function campaignsOf(
  table: TenantTable,
  messages: readonly StoredMessage[],
): Promise<MessagePage['campaigns']> {
  const ids = [...new Set(messages.flatMap(({ campaignId }) => campaignId ?? []))]
  const campaigns = await table.getMany(ids.map(campaignKey))
  return campaigns.map(({ id, name }) => ({ id, name }))
}

/** The place from which a page shows this message in its middle. */
async function startOf(
  { companyId }: Actor,
  { whatsappId, chat }: StoredTicket,
  messageId: string,
): Promise<string> {
  const table = tableOf(companyId)
  const place = await findMessage(table, whatsappId, messageId)
  if (place?.chat !== chat) throw notFound('ERR_NO_MESSAGE_FOUND')
  const at = new Date(Date.parse(place.at) - 1).toISOString()
  const later = await pageOfMessages(table, whatsappId, chat, {
    after: `${at}~`,
    limit: Math.ceil(MESSAGES / 2),
  })
  const last = later.rows.at(-1)
  // `before` is exclusive, so the page starts just after the last message.
  return last ? `${last.sk}~` : `${place.at}~`
}

function countHidden(rows: readonly StoredMessage[], hidden: ReadonlySet<string>): MessagePage['hidden'] {
  const counts = new Map<string, number>()
  for (const { ticketId } of rows.filter(isMessage))
    if (ticketId && hidden.has(ticketId)) counts.set(ticketId, (counts.get(ticketId) ?? 0) + 1)
  return [...counts].map(([ticketId, count]) => ({ ticketId, count }))
}

const dividerOf = ({ id, protocol, userId, queueId, closedAt, rating, createdAt }: StoredTicket) => ({
  id,
  protocol,
  userId,
  queueId,
  closedAt,
  createdAt,
  rate: rating?.rate ?? null,
})
