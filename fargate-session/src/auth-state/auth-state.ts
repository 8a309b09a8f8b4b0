import type { AuthenticationState, SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys'
import { BufferJSON, initAuthCreds, proto } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { KeyWriter } from './key-writer.ts'
import type { AuthRows } from './rows.ts'

/** Signal keys kept in memory per connection; a session is 1 to 3 KB. */
const CACHED_KEYS = 2000
/** Pre-keys to a row: 812 come at the first login, and a transaction takes 100 rows. */
const PRE_KEYS_TO_A_ROW = 50

type KeyType = keyof SignalDataTypeMap
/** The credentials, with what the library does not keep: the salt of proofs for first messages (`privacy-tokens`). */
type Credentials = AuthenticationState['creds'] & {
  tokenSalt?: Buffer
  /** It was looked for in all the account's settings. */
  isTokenSaltSought?: boolean
}
type PackedPreKeys = Record<string, unknown>

/**
 * Baileys' authentication state over encrypted rows. One process at a time owns a connection, so what has
 * been read once is not read again, what does not exist included.
 */
export class AuthState implements AuthenticationState {
  readonly creds: Credentials
  readonly keys: AuthenticationState['keys']
  readonly #rows: AuthRows
  readonly #writer: KeyWriter
  #preKeysStored: Promise<void> = Promise.resolve()
  readonly #cache = new LRUCache<string, { value: unknown }>({ max: CACHED_KEYS })

  /** @param onFailure told when keys could not be stored: the session must not go on */
  static async open(rows: AuthRows, onFailure: (error: unknown) => void): Promise<AuthState> {
    const stored = await rows.read(['creds'])
    const text = stored.get('creds')
    const creds: Credentials | undefined = text && JSON.parse(text, BufferJSON.reviver)
    // An account that WhatsApp never confirmed is half linked: no login succeeds with it.
    return new AuthState(rows, creds?.account ? creds : initAuthCreds(), onFailure)
  }

  private constructor(rows: AuthRows, creds: Credentials, onFailure: (error: unknown) => void) {
    this.#rows = rows
    this.#writer = new KeyWriter(rows, textOf, onFailure)
    this.creds = creds
    this.keys = { get: (type, ids) => this.#get(type, ids), set: (data) => this.#set(data) }
  }

  /** Resolves when everything is stored. */
  flush(): Promise<void> {
    return this.#writer.flush()
  }

  /** Stores the credentials as they are now. */
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
      // The type a row holds is the one it was stored under.
      found[id] = (
        type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
      ) as SignalDataTypeMap[T]
    }
    return found
  }

  /** One after the other where they share rows: of two changes of a row neither is lost. */
  #set(data: SignalDataSet): Promise<void> {
    if (!data['pre-key']) return this.#store(data)
    const stored = this.#preKeysStored.then(() => this.#store(data))
    this.#preKeysStored = stored.catch(() => undefined)
    return stored
  }

  async #store(data: SignalDataSet): Promise<void> {
    const values = new Map<string, unknown>()
    for (const [type, byId] of Object.entries(data) as [KeyType, Record<string, unknown>][]) {
      if (type === 'pre-key') await this.#packPreKeys(byId, values)
      else for (const [id, value] of Object.entries(byId)) values.set(nameOf(type, id), value ?? null)
    }
    // Read from here on, whether it is stored already or not.
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
      // It may have been changed while it was being read.
      const entry = this.#known(name) ?? parsed(stored.get(name))
      this.#keep(name, entry)
      values.set(name, entry.value ?? undefined)
    }
    return values
  }

  /** Pre-keys are made by the hundred and read once each: they are not worth their memory. */
  #keep(name: string, entry: { value: unknown }): void {
    if (!name.startsWith('pre-key:')) this.#cache.set(name, entry)
  }

  /** What needs no reading: a change that is not stored yet counts more than what is. */
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
