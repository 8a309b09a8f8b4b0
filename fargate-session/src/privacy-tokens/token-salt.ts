import type { BinaryNode, proto, WASocket } from '@whiskeysockets/baileys'
import type { AuthState } from '../auth-state/auth-state.ts'
import { saltInHistory } from './salt-in-history.ts'
import { COLLECTION, saltInSettings } from './salt-in-settings.ts'

/** An account's keys, where the salt is kept too. */
export type Keys = Pick<AuthState, 'creds' | 'keys' | 'saveCreds'>

/**
 * The salt that an account's proofs for first messages are made with. WhatsApp gives it to a device with the history,
 * and with the account's settings; the library knows neither, so it is read off both beside it.
 */
export class TokenSalt {
  readonly #auth: Keys
  readonly #told: (isThere: boolean) => Promise<void>
  #reading: Promise<void> = Promise.resolve()

  /** @param told hears whether there is a salt, once that is known */
  constructor(auth: Keys, told: (isThere: boolean) => Promise<void>) {
    this.#auth = auth
    this.#told = told
  }

  get salt(): Uint8Array | undefined {
    return this.#auth.creds.tokenSalt
  }

  /** Reads it off the history that the own phone sends. */
  async onPeerMessage(message: proto.IMessage): Promise<void> {
    const salt = await saltInHistory(message)
    // What the settings said counts more: the history may be older.
    if (salt && !this.salt) await this.#keep(salt)
  }

  /** Reads it off the account's settings as they come. @param guard takes care of what fails */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    socket.ws.on('frame', (node: BinaryNode | Uint8Array) => {
      if (node instanceof Uint8Array || node.tag !== 'iq') return
      this.#reading = this.#reading.then(() => this.#onAnswer(node))
      guard(this.#reading)
      this.#reading = this.#reading.catch(() => undefined)
    })
    // The first reading of all settings is over.
    socket.ev.on('creds.update', ({ accountSyncCounter }) => {
      if (accountSyncCounter) guard(this.#settle())
    })
  }

  /**
   * The account is open. Where it was linked before salts were read, its settings are read anew, once: they are never
   * sent again by themselves (evolution-go#124).
   */
  async opened(socket: Pick<WASocket, 'resyncAppState'>): Promise<void> {
    const { creds, keys } = this.#auth
    if (this.salt || creds.isTokenSaltSought) return this.#told(this.salt !== undefined)
    // At the first login the library reads all settings by itself.
    if (!creds.accountSyncCounter) return
    await keys.set({ 'app-state-sync-version': { [COLLECTION]: null } })
    await socket.resyncAppState([COLLECTION], false)
    await this.#settle()
  }

  async #settle(): Promise<void> {
    await this.#reading
    Object.assign(this.#auth.creds, { isTokenSaltSought: true })
    await this.#auth.saveCreds()
    await this.#told(this.salt !== undefined)
  }

  async #onAnswer(answer: BinaryNode): Promise<void> {
    const change = await saltInSettings(answer, async (id) => {
      const { [id]: key } = await this.#auth.keys.get('app-state-sync-key', [id])
      return key?.keyData ?? undefined
    })
    if (change) await this.#keep(change.salt)
  }

  async #keep(salt: Uint8Array | undefined): Promise<void> {
    Object.assign(this.#auth.creds, { tokenSalt: salt && Buffer.from(salt) })
    await this.#auth.saveCreds()
    await this.#told(salt !== undefined)
  }
}
