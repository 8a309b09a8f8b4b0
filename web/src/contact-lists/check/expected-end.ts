import type { ValidityCheck } from '@recado/shared/contact-lists/contact-list'

/** Below this many checked numbers the speed says little. */
const ENOUGH = 3

/** The expected end of a check at its speed so far, in ms since 1970; undefined while it is unknown. */
export function expectedEnd(check: ValidityCheck, now: number): number | undefined {
  const { checked, total, startedAt, waitingFor } = check
  const elapsed = now - Date.parse(startedAt)
  if (waitingFor || checked < ENOUGH || elapsed <= 0) return undefined
  return now + (elapsed / checked) * (total - checked)
}
