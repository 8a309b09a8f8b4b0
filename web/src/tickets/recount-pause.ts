import { COUNTED_UP_TO, type TicketCounters } from '@recado/shared/tickets/contract/ticket'

/** A burst of events leads to one count in this time (ms), plus up to a second, so that the tabs of a company spread out. */
const COUNT_AFTER_MS = 1000
const SPREAD_MS = 1000
/** A count at its cap reads a thousand rows, and seldom changes (ms). */
const COUNT_CAPPED_AFTER_MS = 5000

/**
 * The time from an event to the next count (ms).
 *
 * @param known the shown counts; undefined before the first answer
 * @param chance from 0 to below 1
 */
export function recountPause(known: TicketCounters | undefined, chance: number): number {
  const counts = Object.values(known ?? {}).flatMap((tab) => Object.values(tab))
  const isCapped = counts.some((count) => count >= COUNTED_UP_TO)
  return (isCapped ? COUNT_CAPPED_AFTER_MS : COUNT_AFTER_MS) + chance * SPREAD_MS
}
