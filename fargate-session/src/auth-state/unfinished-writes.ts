/**
 * What this process still has to write of each connection. In an outage of the table a lease runs out sooner
 * than the writes give up: the next session of the connection here waits for them before it reads its keys,
 * or it would begin with older ones.
 */
export class UnfinishedWrites {
  readonly #writes = new Map<string, Set<Promise<unknown>>>()

  count(connection: string, write: Promise<void>): Promise<void> {
    const writes = this.#writes.get(connection) ?? new Set()
    this.#writes.set(connection, writes)
    // Whoever waits asks only whether it has ended.
    const ended = write
      .catch(() => undefined)
      .finally(() => {
        writes.delete(ended)
        if (writes.size === 0) this.#writes.delete(connection)
      })
    writes.add(ended)
    return write
  }

  async of(connection: string): Promise<void> {
    await Promise.all(this.#writes.get(connection) ?? [])
  }
}
