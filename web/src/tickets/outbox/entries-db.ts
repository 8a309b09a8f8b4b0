import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type OutboxEntry, outboxEntry } from './entry.ts'
import { reopeningDatabase } from './reopening-database.ts'
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

type Database = Pick<
  IDBPDatabase<Schema>,
  'getAll' | 'getAllFromIndex' | 'put' | 'transaction' | 'delete' | 'close'
>

/** The entries in IndexedDB, or in memory where the browser keeps nothing. */
export const openEntries = (): Entries =>
  entriesIn((terminated) =>
    openDB<Schema>('recado.outbox', 1, {
      upgrade: (database) => {
        database.createObjectStore('entries', { keyPath: 'clientId' }).createIndex('owner', 'owner')
      },
      terminated,
    }),
  )

/**
 * Entries for which the database has no room, as for large files on a full disk, live as long as the page. So do entries
 * that are written or changed while the browser has closed the database.
 */
export function entriesIn(open: (onClosed: () => void) => Promise<Database>): Entries {
  const inDatabase = reopeningDatabase(open)
  const inMemory = entriesInMemory()
  /** The entries as last read from the database or written to it. */
  const known = new Map<string, OutboxEntry>()
  /** Entries that could not be removed from the database yet. */
  const toRemove = new Set<string>()
  const removeAll = async (database: Database) => {
    for (const clientId of toRemove) {
      await database.delete('entries', clientId)
      toRemove.delete(clientId)
    }
  }
  const removeFromDatabase = (clientId: string) => {
    known.delete(clientId)
    toRemove.add(clientId)
    return inDatabase(removeAll)
  }
  return {
    isOfTab: inMemory.isOfTab,
    ofOwner: async (owner) => {
      const read = await inDatabase(async (database) => {
        await removeAll(database)
        return database.getAllFromIndex('entries', 'owner', owner)
      })
      if (read) {
        known.clear()
        // An older version of the app may have written another form.
        const entries = read.flatMap((entry) => outboxEntry.safeParse(entry).data ?? [])
        for (const entry of entries) if (!toRemove.has(entry.clientId)) known.set(entry.clientId, entry)
      }
      const stored = [...known.values()].filter((one) => one.owner === owner)
      return [...stored, ...(await inMemory.ofOwner(owner))]
    },
    put: async (entry) => {
      const { clientId, owner, ticketId } = entry
      const before = (await inMemory.ofOwner(owner)).filter((one) => one.ticketId === ticketId)
      // From the database another tab could send it before those in memory.
      if (before.some(holdsBack)) return inMemory.put(entry)
      try {
        const isStored = await inDatabase(async (database) => {
          await database.put('entries', entry)
          return true
        })
        if (isStored) known.set(clientId, entry)
        else await inMemory.put(entry)
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        await inMemory.put(entry)
      }
    },
    change: async (clientId, part) => {
      await inMemory.change(clientId, part)
      const before = known.get(clientId)
      if (before) known.set(clientId, { ...before, ...part })
      try {
        await inDatabase(async (database) => {
          const change = database.transaction('entries', 'readwrite')
          const kept = await change.store.get(clientId)
          if (kept) await change.store.put({ ...kept, ...part })
          await change.done
        })
      } catch (error) {
        if (!isFull(error) || !before) throw error
        // A change writes the file anew. The entry goes on in this tab, and its place in the database is freed.
        await inMemory.put({ ...before, ...part })
        await removeFromDatabase(clientId)
      }
    },
    remove: async (clientId) => {
      await inMemory.remove(clientId)
      await removeFromDatabase(clientId)
    },
    removeExpired: async (now) => {
      await inMemory.removeExpired(now)
      await inDatabase(async (database) => {
        for (const entry of await database.getAll('entries'))
          if (isExpired(entry, now)) await database.delete('entries', entry.clientId)
      })
    },
  }
}

/** Whether the database has no room left. */
const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'

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
