import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type OutboxEntry, outboxEntry } from './entry.ts'
import { holdsBack, isExpired } from './rules.ts'

/** Where entries are kept. */
export interface Entries {
  /** Whether only this tab has an entry, so that no other tab can send it. */
  isOfTab: (clientId: string) => boolean
  ofOwner: (owner: string) => Promise<OutboxEntry[]>
  put: (entry: OutboxEntry) => Promise<void>
  /** Changes an entry. Nothing happens if it has gone. */
  change: (clientId: string, part: Partial<OutboxEntry>) => Promise<void>
  remove: (clientId: string) => Promise<void>
  /** Removes the expired entries of all owners. @param now milliseconds since 1970 */
  removeExpired: (now: number) => Promise<void>
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

/** @param database entries for which it has no room, as for large files on a full disk, live as long as the page */
export function entriesIn(database: Pick<IDBPDatabase<Schema>, Used>): Entries {
  const inMemory = entriesInMemory()
  return {
    isOfTab: inMemory.isOfTab,
    ofOwner: async (owner) => {
      const kept = await database.getAllFromIndex('entries', 'owner', owner)
      // An older version of the app may have written another form.
      const known = kept.flatMap((entry) => outboxEntry.safeParse(entry).data ?? [])
      return [...known, ...(await inMemory.ofOwner(owner))]
    },
    put: async (entry) => {
      const { owner, ticketId } = entry
      const before = (await inMemory.ofOwner(owner)).filter((one) => one.ticketId === ticketId)
      // From the database another tab could send it before those in memory.
      if (before.some(holdsBack)) return inMemory.put(entry)
      try {
        await database.put('entries', entry)
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        await inMemory.put(entry)
      }
    },
    change: async (clientId, part) => {
      await inMemory.change(clientId, part)
      const change = database.transaction('entries', 'readwrite')
      const kept = await change.store.get(clientId)
      if (kept) await change.store.put({ ...kept, ...part })
      await change.done
    },
    remove: async (clientId) => {
      await inMemory.remove(clientId)
      await database.delete('entries', clientId)
    },
    removeExpired: async (now) => {
      await inMemory.removeExpired(now)
      for (const entry of await database.getAll('entries'))
        if (isExpired(entry, now)) await database.delete('entries', entry.clientId)
    },
  }
}
type Used = 'getAll' | 'getAllFromIndex' | 'put' | 'transaction' | 'delete'

/** Entries that live as long as the page. */
export function entriesInMemory(): Entries {
  const entries = new Map<string, OutboxEntry>()
  return {
    isOfTab: (clientId) => entries.has(clientId),
    ofOwner: async (owner) => [...entries.values()].filter((entry) => entry.owner === owner),
    put: async (entry) => void entries.set(entry.clientId, entry),
    change: async (clientId, part) => {
      const kept = entries.get(clientId)
      if (kept) entries.set(clientId, { ...kept, ...part })
    },
    remove: async (clientId) => void entries.delete(clientId),
    removeExpired: async (now) => {
      for (const entry of entries.values()) if (isExpired(entry, now)) entries.delete(entry.clientId)
    },
  }
}
