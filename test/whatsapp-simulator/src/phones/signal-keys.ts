import {
  BufferJSON,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStoreWithTransaction,
} from '@whiskeysockets/baileys'
import * as z from 'zod'
import type { Database } from '../store/database.ts'

/**
 * One phone's sessions and one-time keys. Changes wait in memory until `store` writes them, so a message and the
 * ratchet step that decrypted it are committed together or not at all.
 */
export class SignalKeys implements SignalKeyStoreWithTransaction {
  #database: Database
  #number: string
  /** JSON of changed keys by type and id; null for a removed one. */
  #changes = new Map<string, { type: string; id: string; value: string | null }>()

  constructor(database: Database, number: string) {
    this.#database = database
    this.#number = number
  }

  async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
    const found: Record<string, SignalDataTypeMap[Type]> = {}
    for (const id of ids) {
      const changed = this.#changes.get(changeKey(type, id))
      const value = changed ? changed.value : this.#stored(type, id)
      // libsignal reads only values that it wrote itself, so they need no validation.
      if (value !== null) found[id] = JSON.parse(value, BufferJSON.reviver)
    }
    return found
  }

  async set(data: SignalDataSet): Promise<void> {
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values)) {
        const json = value === null || value === undefined ? null : JSON.stringify(value, BufferJSON.replacer)
        this.#changes.set(changeKey(type, id), { type, id, value: json })
      }
    }
  }

  /** Writes the changes. Call it inside the database transaction that they belong to. */
  store(): void {
    for (const { type, id, value } of this.#changes.values()) {
      const key = { number: this.#number, type, id }
      if (value === null) {
        this.#database.run('DELETE FROM signal_key WHERE number = :number AND type = :type AND id = :id', key)
      } else {
        this.#database.run('INSERT OR REPLACE INTO signal_key VALUES (:number, :type, :id, :value)', {
          ...key,
          value,
        })
      }
    }
    this.#changes.clear()
  }

  /** Drops the changes since the last `store`, after a failed operation. */
  discard(): void {
    this.#changes.clear()
  }

  // Baileys calls its own transactions; only `store` and `discard` matter here.
  isInTransaction(): boolean {
    return true
  }

  transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return work()
  }

  #stored(type: string, id: string): string | null {
    const row = this.#database.get(
      z.object({ value: z.string() }),
      'SELECT value FROM signal_key WHERE number = :number AND type = :type AND id = :id',
      { number: this.#number, type, id },
    )
    return row ? row.value : null
  }
}

const changeKey = (type: string, id: string): string => `${type} ${id}`
