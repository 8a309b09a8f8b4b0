import { committed, type Key, type Table } from './table.ts'

/** The limit of counts within a time window (milliseconds) that begins with the first count. */
export interface Window {
  limit: number
  lengthMs: number
}

/** The count of a window, and the window's end in milliseconds since 1970. */
export interface CountedWindow {
  count: number
  endsAt: number
  /** Seconds since 1970. */
  expiresAt: number
}

/** A row expires this long after its window, in seconds. */
const KEPT_SECONDS = 60

/**
 * Adds to the count of a row's window, unless the limit would be exceeded; safe with concurrent calls.
 * @param now milliseconds since 1970 @param times how much it adds, at most the limit
 * @returns undefined if counted; otherwise the end of the window, in milliseconds since 1970
 */
export async function countInWindow(
  table: Pick<Table, 'get' | 'put' | 'update'>,
  key: Key<CountedWindow>,
  { limit, lengthMs }: Window,
  now: number,
  times = 1,
): Promise<number | undefined> {
  const within = { count: { below: limit - times + 1 }, endsAt: { atLeast: now } }
  const counted = () => committed(table.update(key, { add: { count: times } }, within))
  if (await counted()) return undefined
  const endsAt = now + lengthMs
  const window = { ...key, count: times, endsAt, expiresAt: Math.floor(endsAt / 1000) + KEPT_SECONDS }
  if (await committed(table.put(window, [{ pk: { exists: false } }, { endsAt: { below: now } }])))
    return undefined
  // Another call began the window meanwhile.
  if (await counted()) return undefined
  return (await table.get(key))?.endsAt ?? now
}
