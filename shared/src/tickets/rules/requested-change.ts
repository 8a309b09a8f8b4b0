import type { TicketChange } from '../contract/ticket.ts'

/** One change of a ticket that a person asks for. */
export type RequestedChange =
  /** `isWaiting`: only a ticket that waits is accepted; a closed one stays closed. */
  | { kind: 'open'; queueId?: string; isWaiting?: true }
  | { kind: 'takeOver' }
  | { kind: 'return' }
  /** `clientId`: the browser's id of the note. Browsers of an earlier version send none. */
  | { kind: 'transfer'; queueId?: string; userId?: string; note?: string; clientId?: string }
  | { kind: 'close'; seenSeq?: number; silent: boolean; force: boolean }
  | { kind: 'snooze'; until: string | null }
  | { kind: 'tag'; tagIds: string[] }

export type ChangeKind = RequestedChange['kind']

/**
 * Reads the body of `PUT /tickets/{id}`.
 * @param actorId the user who asks
 * @returns undefined for fields that do not go together
 */
export function requestedChange(body: TicketChange, actorId: string): RequestedChange | undefined {
  const { status, userId, queueId, takeOver, seenSeq, silent, force, snoozedUntil, tagIds } = body
  const given = Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const only = (...names: (keyof TicketChange)[]) =>
    given.every((name) => names.some((each) => each === name))
  if (tagIds) return only('tagIds') ? { kind: 'tag', tagIds: [...new Set(tagIds)] } : undefined
  if (snoozedUntil !== undefined)
    return only('snoozedUntil') ? { kind: 'snooze', until: momentOf(snoozedUntil) } : undefined
  if (status === 'closed') {
    if (!only('status', 'seenSeq', 'silent', 'force')) return undefined
    return {
      kind: 'close',
      silent: silent ?? false,
      force: force ?? false,
      ...(seenSeq !== undefined && { seenSeq }),
    }
  }
  if (status === 'open') {
    if (userId !== undefined && userId !== actorId) return undefined
    if (takeOver) return only('status', 'userId', 'takeOver') ? { kind: 'takeOver' } : undefined
    if (!only('status', 'userId', 'queueId')) return undefined
    return { kind: 'open', ...(queueId && { queueId }) }
  }
  if (status === 'pending' && only('status')) return { kind: 'return' }
  return only('status', 'queueId', 'userId', 'note', 'clientId') ? transferOf(body) : undefined
}

function transferOf({ queueId, userId, note, clientId }: TicketChange): RequestedChange | undefined {
  if (!queueId && !userId) return undefined
  return {
    kind: 'transfer',
    ...(queueId && { queueId }),
    ...(userId && { userId }),
    ...(note && { note }),
    ...(clientId && { clientId }),
  }
}

/** ISO 8601 with milliseconds, the form in which moments are stored and compared. */
const momentOf = (text: string | null): string | null => (text ? new Date(text).toISOString() : null)
