import { committed } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { UnreachableReason } from './engine/unreachable.ts'
import { allRecipients } from './ledger.ts'
import { type Recipient, type RecipientRef, recipientKey } from './recipient.ts'
import { skipRecipient } from './settle.ts'

/** A person who cannot be written to is tried again after so long, in milliseconds, and then has failed. */
const RETRY_AFTER_MS = [60_000, 5 * 60_000, 15 * 60_000]
/** Recipients taken up by one look at most. */
const TAKEN_UP_AT_ONCE = 25

/**
 * PENDING → POSTPONED, or FAILED after the last try.
 * @param now milliseconds since 1970
 * @returns whether the row changed: two copies of a command count as one try
 */
export function postponeRecipient(
  table: TenantTable,
  row: Recipient,
  reason: UnreachableReason,
  now: number,
): Promise<boolean> {
  const after = RETRY_AFTER_MS[row.postponed ?? 0]
  if (after === undefined) return skipRecipient(table, row, reason)
  return committed(
    table.update(
      recipientKey(row),
      { set: { status: 'POSTPONED', postponedFor: reason, retryAt: now + after }, add: { postponed: 1 } },
      {
        status: 'PENDING',
        attempt: row.attempt,
        step: row.step,
        postponed: row.postponed ?? { exists: false },
      },
    ),
  )
}

/** The recipients of a ledger that are postponed. */
export interface Postponed {
  /** The first one's place; undefined where there is none. */
  first: number | undefined
  /** How many of them became PENDING by this look. */
  takenUp: number
  /** When the next of the others is due, in milliseconds since 1970. */
  next: number
}

export const NONE_POSTPONED: Postponed = { first: undefined, takenUp: 0, next: Number.POSITIVE_INFINITY }

/** POSTPONED → PENDING for recipients that are due, from a place on. @param now milliseconds since 1970 */
export async function takeUpPostponed(
  table: TenantTable,
  ledger: string,
  from: number,
  now: number,
): Promise<Postponed> {
  const found = { ...NONE_POSTPONED }
  for await (const row of allRecipients(table, ledger, {
    after: from - 1,
    filter: { status: 'POSTPONED' },
  })) {
    found.first ??= row.place
    const retryAt = row.retryAt ?? 0
    if (retryAt > now) found.next = Math.min(found.next, retryAt)
    else if (found.takenUp < TAKEN_UP_AT_ONCE && (await takeUp(table, row))) found.takenUp++
  }
  return found
}

const takeUp = (table: TenantTable, row: RecipientRef): Promise<boolean> =>
  committed(table.update(recipientKey(row), { set: { status: 'PENDING' } }, { status: 'POSTPONED' }))
