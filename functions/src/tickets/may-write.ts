import { isLinked } from '@recado/shared/connections/connection'
import { getHealth, holdByWhatsApp } from '@recado/shared/connections/health-store'
import { type Conversation, getConversation } from '@recado/shared/conversations/conversation'
import { messagesSince } from '@recado/shared/conversations/message'
import { DomainError } from '@recado/shared/errors/errors'
import { isAmendment } from '@recado/shared/messages/content'
import { otherSpelling } from '@recado/shared/phone-numbers/canonical-key'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, tableOf } from '../context.ts'
import { attendantOf, requireAttendant } from '../credentials/attendant.ts'
import { refusalOf } from './refusals.ts'
import type { SeenTicket } from './seen-ticket.ts'

/**
 * Refuses words to a customer of a colleague (part 4 §7), and words on an account that is not linked.
 * @throws DomainError ERR_TICKET_CLOSED, ERR_TICKET_NOT_ACCEPTED, ERR_TICKET_TAKEN, ERR_WAPP_NOT_INITIALIZED
 */
export async function requireMayWrite(actor: Actor, found: SeenTicket): Promise<void> {
  requireAttendant(actor)
  await requireAttends(actor, found)
  requireLinked(found.connection)
}

/**
 * Refuses to begin a conversation on an account that is not linked.
 * @throws DomainError ERR_NO_PERMISSION, ERR_WAPP_NOT_INITIALIZED
 */
export function requireMayBegin(actor: Actor, connection: SeenTicket['connection']): void {
  requireAttendant(actor)
  requireLinked(connection)
}

/** An open ticket is its attendant's; a group belongs to all who see it. */
async function requireAttends(actor: Actor, { ticket }: SeenTicket): Promise<void> {
  if (ticket.isGroup) return
  if (ticket.status === 'closed')
    throw new DomainError('conflict', 'ERR_TICKET_CLOSED', 'The ticket is closed')
  if (ticket.status === 'pending')
    throw new DomainError('conflict', 'ERR_TICKET_NOT_ACCEPTED', 'The ticket has no attendant yet')
  if (ticket.userId !== actor.userId && !attendantOf(actor).seesAll)
    throw await refusalOf(actor, { code: 'ERR_TICKET_TAKEN', userId: ticket.userId })
}

/** @throws DomainError ERR_WAPP_NOT_INITIALIZED */
export function requireLinked(connection: SeenTicket['connection']): void {
  if (isLinked(connection)) return
  throw new DomainError('conflict', 'ERR_WAPP_NOT_INITIALIZED', 'The connection is not linked')
}

/**
 * While WhatsApp holds first contacts back, only people who wrote may be written to (ADR 8). A message under the number's
 * other spelling counts (ADR 54).
 * @throws DomainError ERR_FIRST_CONTACT_HELD
 */
export async function requireKnownContact(
  { companyId }: Actor,
  { ticket }: SeenTicket,
  conversation: Conversation | undefined,
): Promise<void> {
  if (ticket.isGroup || conversation?.wroteAt !== undefined) return
  const health = await getHealth(tableOf(companyId), ticket.whatsappId)
  const hold = holdByWhatsApp(health, ports.now())
  // WhatsApp refuses number checks apart from messages.
  if (!hold || hold.reason === 'number-checks') return
  const other = otherSpelling(ticket.chat)
  const there = other ? await getConversation(tableOf(companyId), ticket.whatsappId, other) : undefined
  if (there?.wroteAt !== undefined) return
  const values = { until: new Date(hold.until).toISOString() }
  const message = 'WhatsApp does not let this account write to new contacts for now'
  throw new DomainError('conflict', 'ERR_FIRST_CONTACT_HELD', message, { values })
}

/**
 * Refuses an answer if another person of the company has answered since the writer looked. Notes and automatic messages
 * are no answers; one from the phone is.
 * @param seenAt ISO 8601
 * @throws DomainError ERR_ALREADY_ANSWERED
 */
export async function requireSeen(
  { companyId, userId }: Actor,
  { ticket }: SeenTicket,
  seenAt: string,
): Promise<void> {
  const { whatsappId, chat } = ticket
  for (const message of await messagesSince(tableOf(companyId), whatsappId, chat, seenAt)) {
    const isAnswer = message.origin === 'phone' || (message.origin === 'user' && message.userId !== userId)
    if (!isAnswer || isAmendment(message.content)) continue
    // The phone has no user's name.
    const values = { userName: message.userName ?? 'WhatsApp', at: message.at }
    throw new DomainError('conflict', 'ERR_ALREADY_ANSWERED', 'A colleague has just answered', { values })
  }
}
