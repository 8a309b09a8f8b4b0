import { isDeepStrictEqual } from 'node:util'
import { type Partition, partition, putRow, type Write } from '../../table/table.ts'
import { cutText } from '../../text.ts'
import { nextRevision, type StoredTicket } from '../contract/stored-ticket.ts'
import { type ReportEntry, reportEntries } from '../rules/report-entries.ts'

/**
 * A ticket's change of what reports count at a past hour, under `{hour}#{ticketId}`. The revisions of an hour only grow, so
 * their sum says whether anything changed since (docs/adr/0038).
 */
export interface PastChange {
  /** The ticket's revision by its last such change. */
  revision: number
}

export const DESK_PAST_CHANGES: Partition<PastChange> = partition('DESK-PAST-CHANGES')

/**
 * A change this soon after what it changes needs no row, in milliseconds: no day is stored so early. Most changes of a
 * ticket come so soon.
 */
export const FRESH_MS = 6 * 3_600_000

/** The hour of a moment (ISO 8601) in UTC: `2026-11-24T18`. */
export const hourOf = (moment: string): string => cutText(moment, 'YYYY-MM-DDTHH'.length)

/**
 * The rows of a ticket's change that alters what reports count of past hours, for its transaction; none for most changes.
 * The time of a change is its `updatedAt`. A change that does not raise it, and a deletion, could come at any time.
 * @param before as it was read; undefined for a new ticket
 * @param after undefined for a deletion
 */
export function pastChangeWrites(before: StoredTicket | undefined, after: StoredTicket | undefined): Write[] {
  const ticket = after ?? before
  if (!ticket) return []
  const [were, are] = [before ? reportEntries(before) : [], after ? reportEntries(after) : []]
  const changed = [...missingIn(are, were), ...missingIn(were, are)]
  const past = changed.filter(({ at }) => !isFresh(at, before, after))
  const hours = new Set(past.map(({ at }) => hourOf(at)))
  return [...hours].map((hour) =>
    putRow({ pk: DESK_PAST_CHANGES, sk: `${hour}#${ticket.id}`, revision: nextRevision(before) }),
  )
}

const missingIn = (there: readonly ReportEntry[], entries: readonly ReportEntry[]): ReportEntry[] =>
  entries.filter((entry) => !there.some((each) => isDeepStrictEqual(each, entry)))

function isFresh(at: string, before: StoredTicket | undefined, after: StoredTicket | undefined): boolean {
  if (!after) return false
  const changedAt = after.updatedAt
  if (before && changedAt <= before.updatedAt) return false
  return Date.parse(changedAt) - Date.parse(at) < FRESH_MS
}
