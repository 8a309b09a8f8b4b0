/**
 * A share in percent as it is shown: whole, or with tenths below ten percent. It says 100 only for all, and 0 only for
 * none.
 */
export function shownPercent(part: number, whole: number): number {
  const percent = whole > 0 ? (part / whole) * 100 : 0
  if (percent <= 0) return 0
  if (percent < 10) return Math.max(0.1, Math.round(percent * 10) / 10)
  return percent < 100 ? Math.min(99, Math.round(percent)) : 100
}
