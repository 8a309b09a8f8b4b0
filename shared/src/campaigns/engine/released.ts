import { firstOf } from '../../first-of.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { releasedSince } from '../ledger/ledger.ts'
import { recipientKey } from '../ledger/recipient.ts'
import type { Lane } from './chain.ts'
import { handedOver, type Look, type Turn } from './turn.ts'

/** Hints of released recipients that are read together, and how often one look reads some. */
const HINTS_AT_ONCE = 100
const HINT_READS_MAX = 10

/**
 * Recipients who said yes, or are tried at another address, come before others. A restarted lane skips the hints of
 * recipients who were sent to already: hints are never deleted while the campaign exists.
 */
export async function lookAtReleased(
  table: TenantTable,
  { lane: begun, ledger, wanted }: Look,
): Promise<Turn | { kind: 'none'; lane: Lane }> {
  let lane = begun
  for (let reads = 0; reads < HINT_READS_MAX; reads++) {
    const hints = await releasedSince(table, ledger, lane.released, reads === 0 ? wanted : HINTS_AT_ONCE)
    const last = hints.at(-1)
    if (!last) return { kind: 'none', lane }
    const rows = await table.getMany(hints.map(({ place }) => recipientKey({ ledger, place })))
    const pending = new Map(
      rows.flatMap((row) => (row.status === 'PENDING' ? [[row.place, row] as const] : [])),
    )
    const wantedHints = firstOf(
      hints.filter(({ place }) => pending.has(place)),
      wanted,
    )
    const recipients = [...new Set(wantedHints.map(({ place }) => place))].flatMap(
      (place) => pending.get(place) ?? [],
    )
    const before = lane
    const next = { ...lane, released: (wantedHints.at(-1) ?? last).sk }
    if (recipients.length > 0) {
      const after = (taken: number) => handedOver(taken === recipients.length ? next : before, taken)
      return { kind: 'send', lane, recipients, last: false, after }
    }
    lane = next
  }
  return { kind: 'wait', lane }
}
