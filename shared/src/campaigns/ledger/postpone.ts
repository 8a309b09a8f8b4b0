import type { RecipientRef } from '../../messages/recipient-ref.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { allRecipients } from './ledger.ts'
import type { Recipient } from './recipient.ts'
import { settle, skipRecipient } from './settle.ts'
import type { UnreachableReason } from './unreachable.ts'

/** Delays before each retry of an unreachable person, in milliseconds. After the last one the recipient has failed. */
const RETRY_AFTER_MS = [60_000, 5 * 60_000, 15 * 60_000]
/** The most recipients that one look takes up. */
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
  return settle(
    table,
    row,
    { set: { status: 'POSTPONED', postponedFor: reason, retryAt: now + after }, add: { postponed: 1 } },
    {
      status: 'PENDING',
      attempt: row.attempt,
      step: row.step,
      postponed: row.postponed ?? { exists: false },
    },
    { postponed: 1 },
  )
}

/** The recipients of a ledger that are postponed. */
export interface Postponed {
  /** The place of the first one; undefined if there is none. */
  first: number | undefined
  /** How many of them this look made PENDING. */
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
  settle(table, row, { set: { status: 'PENDING' } }, { status: 'POSTPONED' }, { postponed: -1 })
