import { getConnection } from '../../connections/store.ts'
import { getMessage, type StoredMessage } from '../../conversations/message.ts'
import { isAmendment } from '../../messages/content.ts'
import type { LiveEvent } from '../../realtime/events.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { nextRevision, type StoredTicket, shownTicket } from '../contract/stored-ticket.ts'
import { entersQueue, noLongerAwaited } from '../rules/offer.ts'
import { sightOf } from '../rules/sight.ts'
import { getTicket, liveTicket } from '../store/tickets.ts'
import { fitting } from './fitting.ts'
import { messageShown } from './message-shown.ts'

/** Sends live events about one company's tickets, after the write. */
export interface TicketWatchers {
  table: TenantTable
  publish(event: LiveEvent): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** Offers a ticket that has entered its queue to an attendant, if the queue wants that. */
  offer?(ticket: StoredTicket): Promise<void>
  /** Settles a user's notices about a ticket that no longer waits for this user. */
  settleNotices?(userId: string, ticket: Pick<StoredTicket, 'id' | 'createdAt'>): Promise<void>
}

/**
 * Sends the change of a ticket to browsers: as an update to users who see it now, as a deletion to users who only saw it
 * before. Then it settles the notices of users whose offer or transfer ended, and offers a ticket that enters its queue.
 * @param before undefined for a new ticket
 * @param after undefined for a deleted one
 */
export async function ticketChanged(
  watchers: TicketWatchers,
  before: StoredTicket | undefined,
  after: StoredTicket | undefined,
): Promise<void> {
  const ticket = after ?? before
  if (!ticket) return
  await publishTicket(watchers, ticket, before, after)
  for (const userId of noLongerAwaited(before, after)) await watchers.settleNotices?.(userId, ticket)
  if (after && entersQueue(before, after)) await watchers.offer?.(after)
}

async function publishTicket(
  { table, publish }: TicketWatchers,
  ticket: StoredTicket,
  before: StoredTicket | undefined,
  after: StoredTicket | undefined,
): Promise<void> {
  const connection = await getConnection(table, ticket.whatsappId)
  const queueIds = connection?.queueIds ?? []
  const sight = {
    before: before ? sightOf(before, queueIds) : null,
    now: after ? sightOf(after, queueIds) : null,
  }
  const { companyId } = table
  // Events may arrive in another order than the changes. The revision says which is newer.
  const revision = nextRevision(before)
  if (!after)
    return publish({ companyId, topic: 'ticket', action: 'delete', body: { id: ticket.id, revision }, sight })
  const record = shownTicket({ ...after, revision })
  await publish({ companyId, topic: 'ticket', action: before ? 'update' : 'create', body: { record }, sight })
}

/**
 * Sends a new or changed message to the users who see its ticket. A message without a ticket is not sent, nor is an
 * amendment: its target is.
 */
export async function messageChanged(
  watchers: TicketWatchers,
  action: 'create' | 'update',
  message: StoredMessage,
): Promise<void> {
  if (isAmendment(message.content)) return
  const ticket = message.ticketId ? await getTicket(watchers.table, message.ticketId) : undefined
  if (ticket) await publishMessage(watchers, action, message, ticket)
}

/**
 * Sends a campaign's new or changed message to the users who see the conversation's live ticket. Without one this reads a
 * single row: a campaign writes to many people who have none.
 */
export async function campaignMessageChanged(
  watchers: TicketWatchers,
  action: 'create' | 'update',
  at: Pick<StoredMessage, 'connectionId' | 'chat' | 'at' | 'messageId'>,
): Promise<void> {
  const { table } = watchers
  const ticket = await liveTicket(table, at.connectionId, at.chat)
  const message = ticket && (await getMessage(table, at))
  if (message) await publishMessage(watchers, action, message, ticket)
}

async function publishMessage(
  { table, publish, now }: TicketWatchers,
  action: 'create' | 'update',
  message: StoredMessage,
  ticket: StoredTicket,
): Promise<void> {
  const connection = await getConnection(table, ticket.whatsappId)
  const sight = { before: null, now: sightOf(ticket, connection?.queueIds ?? []) }
  const { quoted } = message
  // Browsers keep the preview of a message that they know. Most messages quote none, and need no code for it.
  const preview =
    quoted && action === 'create'
      ? await (await import('./quoted-preview.ts')).previewForAll(table, message, quoted, ticket)
      : undefined
  await publish({
    companyId: table.companyId,
    topic: 'appMessage',
    action,
    body: { ticketId: ticket.id, record: fitting(messageShown(message, now(), preview)) },
    sight,
  })
}
