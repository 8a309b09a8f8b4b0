import { QR_CODES_BEFORE_GIVING_UP } from '@recado/shared/connections/connection'
import type { WASocket } from '@whiskeysockets/baileys'
import { PairingCode } from './pairing-code.ts'

/** One attempt to link an account. Counts its QR codes, and holds the pairing code if a person asked for one. */
export class Linking {
  #pairing: PairingCode | undefined
  #codes = 0
  #isNew = false

  /** Whether a QR code was shown. */
  get hasShown(): boolean {
    return this.#codes > 0
  }

  /** Whether the phone has linked this device, which has not logged in yet. */
  get isNew(): boolean {
    return this.#isNew
  }

  /** Whether a person waits for a pairing code or its result. */
  get isByCode(): boolean {
    return this.#pairing !== undefined
  }

  /** @returns the pairing code for the phone of this number, once WhatsApp accepted it */
  withCode(number: string): Promise<string> {
    this.#pairing = new PairingCode(number)
    return this.#pairing.code
  }

  /**
   * Counts a QR code. WhatsApp accepts the request for a pairing code after the first QR code.
   * @returns the number of codes so far; undefined when there were too many
   */
  async next(socket: WASocket | undefined): Promise<number | undefined> {
    this.#codes++
    if (this.#codes > QR_CODES_BEFORE_GIVING_UP) return undefined
    if (socket) await this.#pairing?.ask(socket)
    return this.#codes
  }

  /** Called when the phone has linked this device. */
  linked(): void {
    this.succeeded()
    this.#isNew = true
  }

  /** Called when this device has logged in. */
  succeeded(): void {
    this.#pairing = undefined
    this.#codes = 0
    this.#isNew = false
  }

  /** Rejects a pairing code that is still awaited. */
  abandonCode(): void {
    this.#pairing?.fail()
    this.#pairing = undefined
  }
}
