import { settled } from '@recado/shared/settled'
import type { BinaryNode, proto, WASocket } from '@whiskeysockets/baileys'
import type { AuthState } from '../auth-state/auth-state.ts'
import { saltInHistory } from './salt-in-history.ts'
import { COLLECTION, saltInSettings } from './salt-in-settings.ts'

/** An account's keys, which also hold the salt. */
export type Keys = Pick<AuthState, 'creds' | 'keys' | 'saveCreds'>

/**
 * The salt for an account's proofs of first messages. WhatsApp sends it to a device with the history and with the
 * account's settings. The library supports neither, so this class reads it from both.
 */
export class TokenSalt {
  readonly #auth: Keys
  readonly #told: (isThere: boolean) => Promise<void>
  #reading: Promise<void> = Promise.resolve()

  /** @param told gets whether there is a salt, once that is known */
  constructor(auth: Keys, told: (isThere: boolean) => Promise<void>) {
    this.#auth = auth
    this.#told = told
  }

  get salt(): Uint8Array | undefined {
    return this.#auth.creds.tokenSalt
  }

  /** Reads the salt from the own phone's history. */
  async onPeerMessage(message: proto.IMessage): Promise<void> {
    const salt = await saltInHistory(message)
    // The salt from the settings wins: the history may be older.
    if (salt && !this.salt) await this.#keep(salt)
  }

  /** Reads the salt from the account's settings as they arrive. @param guard handles failures */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    socket.ws.on('frame', (node: BinaryNode | Uint8Array) => {
      if (node instanceof Uint8Array || node.tag !== 'iq') return
      this.#reading = this.#reading.then(() => this.#onAnswer(node))
      guard(this.#reading)
      this.#reading = settled(this.#reading)
    })
    // The first read of all settings is over.
    socket.ev.on('creds.update', ({ accountSyncCounter }) => {
      if (accountSyncCounter) guard(this.#settle())
    })
  }

  /**
   * Called when the account is open. An account linked before salts were supported reads its settings again, once:
   * WhatsApp never sends them again by itself (evolution-go#124).
   */
  async opened(socket: Pick<WASocket, 'resyncAppState'>): Promise<void> {
    const { creds, keys } = this.#auth
    if (this.salt || creds.isTokenSaltSought) return this.#told(this.salt !== undefined)
    // At the first login, the library reads all settings itself.
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
