import { messageWrites } from '@recado/shared/conversations/message'
import { DomainError } from '@recado/shared/errors/errors'
import type { InternalContent } from '@recado/shared/messages/content'
import { noticeWrite } from '@recado/shared/notices/store'
import { indexWords } from '@recado/shared/search/word-rows'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { committed } from '@recado/shared/table/table'
import type { NoteInput } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { messageChanged } from '@recado/shared/tickets/live/watchers'
import { canSee, sightOf, viewerOf } from '@recado/shared/tickets/rules/sight'
import { internalMessage } from '@recado/shared/tickets/store/internal-message'
import { checkChatOfTicket } from '@recado/shared/tickets/store/tickets'
import { getUser } from '@recado/shared/users/store'
import { ports, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { noticeAbout, publishNotices } from '../notices/inform.ts'
import { nowText, type SeenTicket, seenTicket } from './seen-ticket.ts'

/**
 * Leaves a note that only the team sees, together with a notice for each mentioned colleague.
 * @throws DomainError ERR_VALIDATION for a mention of a user who may not see the ticket
 */
export async function create(
  actor: Actor,
  ticketId: string,
  { text, mentions }: NoteInput,
): Promise<ShownMessage> {
  const { companyId } = actor
  const content = { type: 'note' as const, text, mentions: [...new Set(mentions)] }
  const { message, notices } = await retrying(
    tableOf(companyId),
    () => seenTicket(actor, ticketId),
    (found) => tryCreate(actor, found, content),
  )
  await messageChanged(ticketWatchers(companyId), 'create', message)
  await publishNotices(companyId, notices)
  await indexWords(tableOf(companyId), [message])
  return messageShown(message, ports.now())
}

async function tryCreate(
  actor: Actor,
  found: SeenTicket,
  content: Extract<InternalContent, { type: 'note' }>,
) {
  const { companyId, userId, name: userName } = actor
  const { ticket } = found
  await requireTheySee(actor, found, content.mentions)
  const message = internalMessage(ticket, content, nowText(), 0, { userId, userName })
  const cause = { id: message.messageId, ticketId: ticket.id, at: message.at }
  const others = content.mentions.filter((id) => id !== userId)
  const notices = others.map((id) => noticeAbout(actor, id, 'mention', cause))
  // A conversation that moves at this moment would leave the note behind.
  const writes = [checkChatOfTicket(ticket), ...messageWrites(message), ...notices.map(noticeWrite)]
  return (await committed(tableOf(companyId).transact(writes))) ? { message, notices } : AGAIN
}

/** An unknown user is refused like one who may not see the ticket, so that ids cannot be probed. */
async function requireTheySee(
  { companyId }: Actor,
  { ticket, queueIds: ofConnection }: SeenTicket,
  userIds: readonly string[],
): Promise<void> {
  const sight = sightOf(ticket, ofConnection)
  const users = await Promise.all(userIds.map((userId) => getUser(tableOf(companyId), userId)))
  const details = users.flatMap((user, at) =>
    user && canSee(viewerOf(user.id, user), sight) ? [] : [{ path: `mentions.${at}`, code: 'may_not_see' }],
  )
  if (details.length === 0) return
  const message = 'A mentioned user may not see the ticket'
  throw new DomainError('invalid', 'ERR_VALIDATION', message, { details })
}
