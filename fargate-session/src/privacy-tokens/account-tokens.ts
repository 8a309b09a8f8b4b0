import type { proto, WASocket } from '@whiskeysockets/baileys'
import { PrivacyTokens } from './privacy-tokens.ts'
import { type Keys, TokenSalt } from './token-salt.ts'

/** An account's permission to write to people: the tokens they gave it, and proofs for first messages. */
export class AccountTokens {
  readonly #salt: TokenSalt
  readonly #tokens: PrivacyTokens

  /**
   * @param now milliseconds since 1970
   * @param told gets whether proofs are possible, once that is known
   */
  constructor(auth: Keys, now: () => number, told: (isThere: boolean) => Promise<void>) {
    this.#salt = new TokenSalt(auth, told)
    this.#tokens = new PrivacyTokens({ keys: auth.keys, salt: () => this.#salt.salt, now })
  }

  /** Takes a message of the own phone to this device alone. */
  onPeerMessage(message: proto.IMessage): Promise<void> {
    return this.#salt.onPeerMessage(message)
  }

  /** Adds tokens to a socket's messages. @param guard handles failures */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    this.#tokens.attachTo(socket)
    this.#salt.watch(socket, guard)
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') guard(this.#salt.opened(socket))
    })
  }
}
