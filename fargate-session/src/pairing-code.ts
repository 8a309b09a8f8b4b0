import type { WASocket } from '@whiskeysockets/baileys'

/** One attempt to link a number by a code that is typed on its phone. */
export class PairingCode {
  readonly #number: string
  readonly #asked = Promise.withResolvers<string>()
  #isAsked = false

  constructor(number: string) {
    this.#number = number
    // Whoever waits for it hears of it; nobody may be waiting any more.
    this.#asked.promise.catch(() => undefined)
  }

  /** Resolves when WhatsApp knows of it. */
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
