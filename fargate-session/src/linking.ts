import { QR_CODES_BEFORE_GIVING_UP } from '@recado/shared/connections/connection'
import type { WASocket } from '@whiskeysockets/baileys'
import { PairingCode } from './pairing-code.ts'

/** One attempt to link an account: how many QR codes were shown, and the code to type where a person asked for one. */
export class Linking {
  #pairing: PairingCode | undefined
  #codes = 0

  /** Whether QR codes were shown. */
  get hasShown(): boolean {
    return this.#codes > 0
  }

  /** Whether a person waits for a code to type, or for what becomes of it. */
  get isByCode(): boolean {
    return this.#pairing !== undefined
  }

  /** @returns the code to type on the phone of this number, when WhatsApp knows of it */
  withCode(number: string): Promise<string> {
    this.#pairing = new PairingCode(number)
    return this.#pairing.code
  }

  /**
   * Counts a QR code. WhatsApp takes the request for a code to type once it has sent the first one.
   * @returns how many there were; undefined where there were too many
   */
  async next(socket: WASocket | undefined): Promise<number | undefined> {
    this.#codes++
    if (this.#codes > QR_CODES_BEFORE_GIVING_UP) return undefined
    if (socket) await this.#pairing?.ask(socket)
    return this.#codes
  }

  /** The phone has linked this device. */
  succeeded(): void {
    this.#pairing = undefined
    this.#codes = 0
  }

  /** There will be no code to type any more. */
  abandonCode(): void {
    this.#pairing?.fail()
    this.#pairing = undefined
  }
}
