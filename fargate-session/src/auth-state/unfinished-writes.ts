/**
 * What this process still has to write, by connection. In an outage of the table a lease runs out sooner than
 * the writes give up: the next session of the connection here waits for them before it takes over the keys, or
 * it would begin with older ones.
 */
const writes = new Map<string, Set<Promise<unknown>>>()

/** Counts a write until it has ended, whichever way. */
export function countUnfinished(connection: string, write: Promise<void>): Promise<void> {
  const own = writes.get(connection) ?? new Set()
  writes.set(connection, own)
  const ended = write
    .catch(() => undefined)
    .finally(() => {
      own.delete(ended)
      if (own.size === 0) writes.delete(connection)
    })
  own.add(ended)
  return write
}

export async function allWritten(connection: string): Promise<void> {
  await Promise.all(writes.get(connection) ?? [])
}
