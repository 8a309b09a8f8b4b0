import type { StoredTicket } from '../contract/stored-ticket.ts'

interface Attended {
  /** When it happened, ISO 8601: the local day of this moment counts it. */
  at: string
  /** As the ticket says now. */
  queueId: string | null
  userId: string | null
}

/** One entry of a ticket in a report. Each ticket has one of each kind at most. Moments are ISO 8601. */
export type ReportEntry =
  /** With the customer's first message and the first answer of a person to it. */
  | (Attended & { kind: 'opened'; inboundAt: string | null; respondedAt: string | null })
  /** Its last reopening. */
  | (Attended & { kind: 'reopened' })
  /** Its end. `since` when its resolution began. `rate` 1 to 5, null without one. */
  | (Attended & { kind: 'closed'; since: string; isAsked: boolean; rate: number | null })

/**
 * The entries of a ticket in a report (part 4 §11), by the ticket's present state:
 * - `opened` at its creation. A first answer belongs to the day on which its ticket was opened, however late it came.
 * - `reopened` at its last reopening, by a person or by a message of the customer.
 * - `closed` at its last end, by a person or after silence. The end of its connection resolves nothing. A ticket that is
 *   open again is not closed. Its resolution began with the customer's first message, or with the ticket that a person
 *   opened, and its rate belongs to its end.
 *
 * Groups count nowhere (part 4 §5), nor does a ticket that became another one in a merge: the other one counts. The queue
 * and the attendant are the last ones. Pure.
 */
export function reportEntries(ticket: StoredTicket): ReportEntry[] {
  const { isGroup, closeReason, status, createdAt, closedAt, reopenedAt, rating } = ticket
  if (isGroup || closeReason === 'merged') return []
  const { queueId, userId, firstInboundAt, firstResponseAt } = ticket
  const attended = { queueId, userId }
  const isResolved = status === 'closed' && (closeReason === 'person' || closeReason === 'idle')
  const since = firstInboundAt ?? createdAt
  return [
    {
      kind: 'opened',
      at: createdAt,
      ...attended,
      inboundAt: firstInboundAt,
      respondedAt: firstInboundAt && firstResponseAt,
    },
    ...(reopenedAt ? [{ kind: 'reopened' as const, at: reopenedAt, ...attended }] : []),
    ...(isResolved && closedAt
      ? [
          {
            kind: 'closed' as const,
            at: closedAt,
            ...attended,
            since,
            isAsked: rating !== null,
            rate: rating?.rate ?? null,
          },
        ]
      : []),
  ]
}
