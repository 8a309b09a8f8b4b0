import { byBytes } from './by-bytes.ts'
import type { Query } from './table.ts'

/**
 * The start key of a query within its range. DynamoDB refuses one outside, on either side of the range, and one at its end,
 * behind which no row can be ("The provided starting key is outside query boundaries").
 * @returns `none` if no row of the range is behind the start; without a key, the query starts with the range
 */
export function startWithin({
  after,
  prefix,
  upTo,
  descending = false,
}: Pick<Query<object>, 'after' | 'prefix' | 'upTo' | 'descending'>): { after?: string } | 'none' {
  if (after === undefined) return {}
  if (upTo !== undefined && after === upTo && !descending) return 'none'
  const side = prefix === undefined ? sideOfEnd(after, upTo) : sideOfPrefix(after, prefix)
  if (side === 0) return { after }
  const isBeforeIt = descending ? side > 0 : side < 0
  return isBeforeIt ? {} : 'none'
}

/** Below 0: before the range in byte order; above 0: behind it; 0: within. */
const sideOfEnd = (after: string, upTo: string | undefined): number =>
  upTo === undefined ? 0 : Math.max(0, byBytes(after, upTo))

const sideOfPrefix = (after: string, prefix: string): number =>
  after.startsWith(prefix) ? 0 : byBytes(after, prefix)
