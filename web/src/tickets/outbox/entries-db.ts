import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type OutboxEntry, outboxEntry } from './entry.ts'

/** Where entries are kept. */
export interface Entries {
  ofOwner: (owner: string) => Promise<OutboxEntry[]>
  put: (entry: OutboxEntry) => Promise<void>
  /** Changes an entry. Nothing happens if it has gone. */
  change: (clientId: string, part: Partial<OutboxEntry>) => Promise<void>
  remove: (clientId: string) => Promise<void>
}

interface Schema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { owner: string } }
}

/** The entries in IndexedDB, or in memory where the browser keeps nothing. */
export async function openEntries(): Promise<Entries> {
  try {
    return entriesIn(
      await openDB<Schema>('recado.outbox', 1, {
        upgrade: (database) => {
          database.createObjectStore('entries', { keyPath: 'clientId' }).createIndex('owner', 'owner')
        },
      }),
    )
  } catch (error) {
    if (error instanceof DOMException) return entriesInMemory()
    throw error
  }
}

const entriesIn = (database: IDBPDatabase<Schema>): Entries => ({
  ofOwner: async (owner) => {
    const kept = await database.getAllFromIndex('entries', 'owner', owner)
    // An older version of the app may have written another form.
    return kept.flatMap((entry) => outboxEntry.safeParse(entry).data ?? [])
  },
  put: async (entry) => {
    await database.put('entries', entry)
  },
  change: async (clientId, part) => {
    const change = database.transaction('entries', 'readwrite')
    const kept = await change.store.get(clientId)
    if (kept) await change.store.put({ ...kept, ...part })
    await change.done
  },
  remove: (clientId) => database.delete('entries', clientId),
})

/** Entries that live as long as the page. */
export function entriesInMemory(): Entries {
  const entries = new Map<string, OutboxEntry>()
  return {
    ofOwner: async (owner) => [...entries.values()].filter((entry) => entry.owner === owner),
    put: async (entry) => void entries.set(entry.clientId, entry),
    change: async (clientId, part) => {
      const kept = entries.get(clientId)
      if (kept) entries.set(clientId, { ...kept, ...part })
    },
    remove: async (clientId) => void entries.delete(clientId),
  }
}
