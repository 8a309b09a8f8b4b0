import type { ValidityCheck } from '@recado/shared/contact-lists/contact-list'

/** Before so many numbers were checked, how fast it goes says little. */
const ENOUGH = 3

/** About when a check ends at the speed it has had so far, in ms since 1970; undefined while nobody can know. */
export function expectedEnd(check: ValidityCheck, now: number): number | undefined {
  const { checked, total, startedAt, waitingFor } = check
  const elapsed = now - Date.parse(startedAt)
  if (waitingFor || checked < ENOUGH || elapsed <= 0) return undefined
  return now + (elapsed / checked) * (total - checked)
}
