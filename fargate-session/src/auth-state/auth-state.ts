import { settled } from '@recado/shared/settled'
import type { AuthenticationState, SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys'
import { BufferJSON, initAuthCreds, proto } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { KeyWriter } from './key-writer.ts'
import type { AuthRows } from './rows.ts'

/** Signal keys kept in memory per connection; a session is 1 to 3 KB. */
const CACHED_KEYS = 2000
/** Pre-keys per row. The first login creates 812, and a transaction takes 100 rows. */
const PRE_KEYS_TO_A_ROW = 50

type KeyType = keyof SignalDataTypeMap
/** Credentials, plus the salt of proofs for first messages (`privacy-tokens`), which the library does not store. */
type Credentials = AuthenticationState['creds'] & {
  tokenSalt?: Buffer
  /** All of the account's settings were searched for the salt. */
  isTokenSaltSought?: boolean
}
type PackedPreKeys = Record<string, unknown>

/**
 * Baileys' authentication state in encrypted rows. One process at a time owns a connection, so cached values are
 * never read again, and a missing row is cached too.
 */
export class AuthState implements AuthenticationState {
  readonly creds: Credentials
  readonly keys: AuthenticationState['keys']
  readonly #rows: AuthRows
  readonly #writer: KeyWriter
  #preKeysStored: Promise<void> = Promise.resolve()
  readonly #cache = new LRUCache<string, { value: unknown }>({ max: CACHED_KEYS })

  /** @param onFailure called when keys could not be stored: the session must end */
  static async open(rows: AuthRows, onFailure: (error: unknown) => void): Promise<AuthState> {
    const stored = await rows.read(['creds'])
    const text = stored.get('creds')
    const creds: Credentials | undefined = text && JSON.parse(text, BufferJSON.reviver)
    // WhatsApp never confirmed this account. It is half linked, and every login with it fails.
    return new AuthState(rows, creds?.account ? creds : initAuthCreds(), onFailure)
  }

  private constructor(rows: AuthRows, creds: Credentials, onFailure: (error: unknown) => void) {
    this.#rows = rows
    this.#writer = new KeyWriter(rows, textOf, onFailure)
    this.creds = creds
    this.keys = { get: (type, ids) => this.#get(type, ids), set: (data) => this.#set(data) }
  }

  /**
   * Resolves when all changes are stored. Later ones are refused with KeysClosed: a closed socket goes on decrypting
   * what it had received, and must not write over the keys of the next one. @throws the error of a failed write
   */
  close(): Promise<void> {
    return this.#writer.close()
  }

  /** Stores the current credentials. */
  saveCreds(): Promise<void> {
    return this.#writer.write(new Map([['creds', this.creds]]))
  }

  async #get<T extends KeyType>(type: T, ids: string[]): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    const values = await this.#load(ids.map((id) => nameOf(type, id)))
    for (const id of ids) {
      const value =
        type === 'pre-key' ? preKeyIn(values.get(nameOf(type, id)), id) : values.get(nameOf(type, id))
      if (value === undefined || value === null) continue
      // A row holds the type it was stored as.
      found[id] = (
        type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
      ) as SignalDataTypeMap[T]
    }
    return found
  }

  /** Writes to shared rows run one after the other, so no change is lost. */
  #set(data: SignalDataSet): Promise<void> {
    if (!data['pre-key']) return this.#store(data)
    const stored = this.#preKeysStored.then(() => this.#store(data))
    this.#preKeysStored = settled(stored)
    return stored
  }

  async #store(data: SignalDataSet): Promise<void> {
    const values = new Map<string, unknown>()
    for (const [type, byId] of Object.entries(data) as [KeyType, Record<string, unknown>][]) {
      if (type === 'pre-key') await this.#packPreKeys(byId, values)
      else for (const [id, value] of Object.entries(byId)) values.set(nameOf(type, id), value ?? null)
    }
    // Reads return these values from now on, stored or not.
    for (const [name, value] of values) this.#keep(name, { value: value ?? undefined })
    await this.#writer.write(values)
  }

  async #packPreKeys(byId: Record<string, unknown>, into: Map<string, unknown>): Promise<void> {
    const names = [...new Set(Object.keys(byId).map((id) => nameOf('pre-key', id)))]
    const rows = await this.#load(names)
    for (const name of names) into.set(name, { ...(rows.get(name) as PackedPreKeys | undefined) })
    for (const [id, key] of Object.entries(byId)) {
      const row = into.get(nameOf('pre-key', id)) as PackedPreKeys
      if (key) row[id] = key
      else delete row[id]
    }
  }

  async #load(names: string[]): Promise<Map<string, unknown>> {
    const values = new Map<string, unknown>()
    const missing: string[] = []
    for (const name of new Set(names)) {
      const known = this.#known(name)
      if (known) values.set(name, known.value ?? undefined)
      else missing.push(name)
    }
    if (missing.length === 0) return values
    const stored = await this.#rows.read(missing)
    for (const name of missing) {
      // The value may have changed during the read.
      const entry = this.#known(name) ?? parsed(stored.get(name))
      this.#keep(name, entry)
      values.set(name, entry.value ?? undefined)
    }
    return values
  }

  /** Pre-keys are not cached: they are created by the hundred and read once each. */
  #keep(name: string, entry: { value: unknown }): void {
    if (!name.startsWith('pre-key:')) this.#cache.set(name, entry)
  }

  /** A value known without a read. An unwritten change comes before the cache. */
  #known(name: string): { value: unknown } | undefined {
    return this.#writer.unwritten(name) ?? this.#cache.get(name)
  }
}

const parsed = (text: string | undefined): { value: unknown } => ({
  value: text === undefined ? undefined : JSON.parse(text, BufferJSON.reviver),
})

const nameOf = (type: KeyType, id: string): string =>
  type === 'pre-key' ? `pre-key:${Math.floor(Number(id) / PRE_KEYS_TO_A_ROW)}` : `${type}:${id}`

const preKeyIn = (row: unknown, id: string): unknown => (row as PackedPreKeys | undefined)?.[id]

const textOf = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer)
