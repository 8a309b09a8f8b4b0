import { hasPermission } from '@recado/shared/access'
import { messageWrites } from '@recado/shared/conversations/message'
import { DomainError } from '@recado/shared/errors/errors'
import { noticeWrite } from '@recado/shared/notices/store'
import { indexWords } from '@recado/shared/search/word-rows'
import type { Actor } from '@recado/shared/sessions/session'
import type { NoteInput } from '@recado/shared/tickets/contract/message-routes'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import { messageShown } from '@recado/shared/tickets/live/message-shown'
import { messageChanged } from '@recado/shared/tickets/live/watchers'
import { canSee, sightOf } from '@recado/shared/tickets/rules/sight'
import { internalMessage } from '@recado/shared/tickets/store/internal-message'
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
  const found = await seenTicket(actor, ticketId)
  const { companyId, userId, name: userName } = actor
  const mentioned = [...new Set(mentions)]
  await requireTheySee(actor, found, mentioned)
  const content = { type: 'note' as const, text, mentions: mentioned }
  const message = internalMessage(found.ticket, content, nowText(), 0, { userId, userName })
  const cause = { id: message.messageId, ticketId, at: message.at }
  const others = mentioned.filter((id) => id !== userId)
  const notices = others.map((id) => noticeAbout(actor, id, 'mention', cause))
  await tableOf(companyId).transact([...messageWrites(message), ...notices.map(noticeWrite)])
  await messageChanged(ticketWatchers(companyId), 'create', message)
  await publishNotices(companyId, notices)
  await indexWords(tableOf(companyId), [message])
  return messageShown(message, ports.now())
}

/** An unknown user is refused like one who may not see the ticket, so that ids cannot be probed. */
async function requireTheySee(
  { companyId }: Actor,
  { ticket, queueIds: ofConnection }: SeenTicket,
  userIds: readonly string[],
): Promise<void> {
  const sight = sightOf(ticket, ofConnection)
  const users = await Promise.all(userIds.map((userId) => getUser(tableOf(companyId), userId)))
  const details = users.flatMap((user, at) => {
    const viewer = user && {
      userId: user.id,
      queueIds: user.queueIds ?? [],
      seesAll: hasPermission(user.profile, 'tickets-manager:showall'),
    }
    return viewer && canSee(viewer, sight) ? [] : [{ path: `mentions.${at}`, code: 'may_not_see' }]
  })
  if (details.length === 0) return
  const message = 'A mentioned user may not see the ticket'
  throw new DomainError('invalid', 'ERR_VALIDATION', message, { details })
}
