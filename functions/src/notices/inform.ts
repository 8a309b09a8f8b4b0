import { firstIdOf } from '@recado/shared/ids'
import type { NoticeKind } from '@recado/shared/notices/notice'
import type { StoredNotice } from '@recado/shared/notices/store'
import { digestOf } from '@recado/shared/queues/queues'
import type { Actor } from '@recado/shared/sessions/session'
import { publish } from '../context.ts'

/** What causes a notice. */
interface Cause {
  /** The id of the message that records it in the conversation. */
  id: string
  ticketId: string
  /** ISO 8601. */
  at: string
}

/**
 * The id of a notice whose cause has no ULID. It begins with the moment, as a ULID does, because notices are listed by
 * id. The same cause at the same moment gives the same id.
 * @param at ISO 8601
 * @param cause what names the cause
 */
export const noticeIdOf = (at: string, ...cause: readonly (string | number)[]): string =>
  `${firstIdOf(Date.parse(at))}${digestOf(cause.join('#'))}`

/** A notice for a user about what a colleague did. A cause leaves one notice with each user. */
export const noticeAbout = (
  { name }: Pick<Actor, 'name'>,
  userId: string,
  kind: NoticeKind,
  { id, ticketId, at }: Cause,
): StoredNotice => ({ id, userId, kind, ticketId, userName: name, at })

/** The parts of a ticket's change that decide who gets a notice. */
interface NoticedChange {
  kind: string
  /** The target of a transfer. */
  userId?: string | undefined
}

/**
 * The notice for the new attendant of a transferred ticket, or for the attendant whose ticket was taken over, to be written
 * with the change. Users get no notices about their own changes.
 * @param formerId the attendant before the change
 * @param cause the event of the change in the conversation
 */
export function noticesOfChange(
  actor: Actor,
  change: NoticedChange,
  formerId: string | null,
  { messageId: id, ticketId, at }: { messageId: string; ticketId?: string; at: string },
): StoredNotice[] {
  const [kind, userId] =
    change.kind === 'transfer'
      ? (['transfer', change.userId] as const)
      : (['ticket-taken', change.kind === 'takeOver' ? formerId : null] as const)
  if (!userId || userId === actor.userId || !ticketId) return []
  return [noticeAbout(actor, userId, kind, { id, ticketId, at })]
}

/** Tells the users' own browsers that they have a new notice. What it shows is read by its call. */
export async function publishNotices(companyId: string, notices: readonly StoredNotice[]): Promise<void> {
  for (const { id, userId, kind, about, at } of notices) {
    const body = { id, kind, at, ...(about && { about }) }
    await publish({ companyId, topic: 'notice', action: 'create', userId, body })
  }
}

/**
 * Tells the user's own browsers that notices were read.
 * @param ids undefined for all
 * @param readAt ISO 8601
 */
export const publishRead = (
  companyId: string,
  userId: string,
  ids: readonly string[] | undefined,
  readAt: string,
): Promise<void> =>
  publish({ companyId, topic: 'notice', action: 'update', userId, body: { ids: ids ?? null, readAt } })
