import { settled } from '@recado/shared/settled'
import type { WASocket } from '@whiskeysockets/baileys'

/** One attempt to link a number with a pairing code, which a person types on its phone. */
export class PairingCode {
  readonly #number: string
  readonly #asked = Promise.withResolvers<string>()
  #isAsked = false

  constructor(number: string) {
    this.#number = number
    // The awaiting caller gets the failure. There may be no caller.
    void settled(this.#asked.promise)
  }

  /** Resolves when WhatsApp accepted the code. */
  get code(): Promise<string> {
    return this.#asked.promise
  }

  /** Asks once: a second code would void the first. */
  async ask(socket: WASocket): Promise<void> {
    if (this.#isAsked) return
    this.#isAsked = true
    try {
      this.#asked.resolve(await socket.requestPairingCode(this.#number))
    } catch (error) {
      this.#asked.reject(error)
    }
  }

  fail(): void {
    this.#asked.reject(new Error('The session ended before there was a code'))
  }
}
