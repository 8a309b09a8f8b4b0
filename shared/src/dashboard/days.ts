import { cutText } from '../text.ts'

const DAY_MS = 86_400_000
/** The most days of a dashboard. */
export const DAYS_AT_MOST = 366

/** All local dates from one to another, both included; undefined if they are invalid or too many. */
export function daysBetween(from: string, to: string): string[] | undefined {
  const first = Date.parse(from)
  const days = Math.round((Date.parse(to) - first) / DAY_MS) + 1
  if (!(days >= 1 && days <= DAYS_AT_MOST)) return undefined
  return Array.from({ length: days }, (_, day) =>
    cutText(new Date(first + day * DAY_MS).toISOString(), 'YYYY-MM-DD'.length),
  )
}
