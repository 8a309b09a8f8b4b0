import { committed, type Key, type Table } from './table.ts'

/** How much may be counted within a time, in milliseconds, that begins with the first count. */
export interface Window {
  limit: number
  lengthMs: number
}

/** A row goes a while after its window, in seconds. */
const KEPT_SECONDS = 60

/**
 * Counts one more in the window of a row, unless that is full; many at once cannot slip through.
 * @param now milliseconds since 1970
 * @returns where it is full: when it ends, in milliseconds since 1970
 */
export async function countInWindow(
  table: Pick<Table, 'get' | 'put' | 'update'>,
  key: Key,
  { limit, lengthMs }: Window,
  now: number,
): Promise<number | undefined> {
  const within = { count: { below: limit }, endsAt: { atLeast: now } }
  const counted = () => committed(table.update(key, { add: { count: 1 } }, within))
  if (await counted()) return undefined
  const endsAt = now + lengthMs
  const window = { ...key, count: 1, endsAt, expiresAt: Math.floor(endsAt / 1000) + KEPT_SECONDS }
  if (await committed(table.put(window, [{ pk: { exists: false } }, { endsAt: { below: now } }])))
    return undefined
  // Somebody else began the window meanwhile.
  if (await counted()) return undefined
  return (await table.get<{ endsAt: number }>(key))?.endsAt ?? now
}
