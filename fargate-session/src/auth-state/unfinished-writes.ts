import { settled } from '@recado/shared/settled'

/**
 * This process's unfinished writes, by connection. In an outage of the table, a lease expires before the writes
 * give up. The connection's next session in this process waits for them before it takes over the keys, or it would
 * start with older ones.
 */
const writes = new Map<string, Set<Promise<unknown>>>()

/** Counts a write as unfinished until it succeeds or fails. */
export function countUnfinished(connection: string, write: Promise<void>): Promise<void> {
  const own = writes.get(connection) ?? new Set()
  writes.set(connection, own)
  const ended = settled(write).then(() => {
    own.delete(ended)
    if (own.size === 0) writes.delete(connection)
  })
  own.add(ended)
  return write
}

export async function allWritten(connection: string): Promise<void> {
  await Promise.all(writes.get(connection) ?? [])
}
