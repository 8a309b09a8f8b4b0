import { randomBytes } from 'node:crypto'
import {
  BufferJSON,
  encodeSyncdPatch,
  type LTHashState,
  newLTHashState,
  proto,
} from '@whiskeysockets/baileys'
import * as z from 'zod'
import { lidJid, phoneJid } from '../accounts/jids.ts'
import { blob, type Database } from '../store/database.ts'

/** Collection of an account's shared settings with its address book. */
export const COLLECTION = 'critical_unblock_low' as const

export type Entry = { number: string; name: string }

/**
 * The phones' address books. An account's devices share them as encrypted patches, which the server stores and
 * cannot read. Each patch has the next version, and a hash over all earlier ones.
 */
export class AddressBooks {
  #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Entries by the numbers that WhatsApp stores for the people. */
  entriesOf(owner: string): Entry[] {
    const row = z.object({ number: z.string(), name: z.string() })
    return this.#database.all(row, 'SELECT number, name FROM address_book WHERE owner = :owner', { owner })
  }

  /** Encrypts entries, each as the next patch, for one caller at a time. Returns the version of the collection. */
  async save(owner: string, entries: (Entry & { lid: string })[]): Promise<number> {
    const { keyId, keyData } = this.keyOf(owner)
    const patches: { version: number; patch: Uint8Array }[] = []
    let state = this.#stateOf(owner)
    for (const { number, lid, name } of entries) {
      const contactAction = { fullName: name, lidJid: lidJid({ lid }), saveOnPrimaryAddressbook: true }
      const encoded = await encodeSyncdPatch(
        {
          type: COLLECTION,
          index: ['contact', phoneJid({ number })],
          apiVersion: 2,
          syncAction: { contactAction },
          operation: proto.SyncdMutation.SyncdOperation.SET,
        },
        keyId.toString('base64'),
        state,
        async () => ({ keyData }),
      )
      state = encoded.state
      const { version } = state
      patches.push({
        version,
        patch: proto.SyncdPatch.encode({ ...encoded.patch, version: { version } }).finish(),
      })
    }
    this.#database.transaction(() => {
      const put = 'INSERT OR REPLACE INTO address_book VALUES (:owner, :number, :name)'
      for (const { number, name } of entries) this.#database.run(put, { owner, number, name })
      const add = 'INSERT INTO address_book_patch VALUES (:owner, :version, :patch)'
      for (const patch of patches) this.#database.run(add, { owner, ...patch })
      const keep = 'UPDATE address_book_state SET state = :state WHERE owner = :owner'
      this.#database.run(keep, { owner, state: JSON.stringify(state, BufferJSON.replacer) })
    })
    return state.version
  }

  /** Patches that a device with this version lacks. */
  patchesAfter(owner: string, version: number): Uint8Array[] {
    const sql =
      'SELECT patch FROM address_book_patch WHERE owner = :owner AND version > :version ORDER BY version'
    return this.#database.all(z.object({ patch: blob }), sql, { owner, version }).map(({ patch }) => patch)
  }

  /** The encryption key of the account's devices, created at the first use. */
  keyOf(owner: string): { keyId: Buffer; keyData: Buffer } {
    const row = z.object({ key_id: blob, key_data: blob })
    const sql = 'SELECT key_id, key_data FROM address_book_state WHERE owner = :owner'
    const stored = this.#database.get(row, sql, { owner })
    if (stored) return { keyId: stored.key_id, keyData: stored.key_data }
    const made = { keyId: randomBytes(6), keyData: randomBytes(32) }
    const state = JSON.stringify(newLTHashState(), BufferJSON.replacer)
    const insert = 'INSERT INTO address_book_state VALUES (:owner, :keyId, :keyData, :state)'
    this.#database.run(insert, { owner, ...made, state })
    return made
  }

  #stateOf(owner: string): LTHashState {
    const row = z.object({ state: z.string() })
    const sql = 'SELECT state FROM address_book_state WHERE owner = :owner'
    const stored = this.#database.get(row, sql, { owner })
    return stored ? JSON.parse(stored.state, BufferJSON.reviver) : newLTHashState()
  }
}
