import type { proto, WASocket } from '@whiskeysockets/baileys'
import { PrivacyTokens } from './privacy-tokens.ts'
import { type Keys, TokenSalt } from './token-salt.ts'

/** What lets an account write to people: the tokens they gave it, and proofs for first messages. */
export class AccountTokens {
  readonly #salt: TokenSalt
  readonly #tokens: PrivacyTokens

  /**
   * @param now milliseconds since 1970
   * @param told hears whether proofs can be made, once that is known
   */
  constructor(auth: Keys, now: () => number, told: (isThere: boolean) => Promise<void>) {
    this.#salt = new TokenSalt(auth, told)
    this.#tokens = new PrivacyTokens({ keys: auth.keys, salt: () => this.#salt.salt, now })
  }

  /** The own phone has said something to this device alone. */
  onPeerMessage(message: proto.IMessage): Promise<void> {
    return this.#salt.onPeerMessage(message)
  }

  /** Lets what a socket sends carry tokens. @param guard takes care of what fails */
  watch(socket: WASocket, guard: (work: Promise<unknown>) => void): void {
    this.#tokens.attachTo(socket)
    this.#salt.watch(socket, guard)
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') guard(this.#salt.opened(socket))
    })
  }
}
