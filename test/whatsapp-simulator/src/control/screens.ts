import type { Pairings } from '../companions/pairings.ts'
import { readQrCode } from '../companions/qr-code.ts'

/** A QR code on a screen of the app: which connection it is for, and the text in it. */
export type Screen = { connectionId: string; name: string; qr: string }

/** The QR codes that the app shows at this moment, as far as a phone can still scan them. */
export class Screens {
  #pairings: Pairings
  #shown = new Map<string, Screen>()

  constructor(pairings: Pairings) {
    this.#pairings = pairings
  }

  /** The app shows another code for a connection; an empty one when it shows none any more. */
  show(screen: Screen): void {
    if (screen.qr === '') this.#shown.delete(screen.connectionId)
    else this.#shown.set(screen.connectionId, screen)
  }

  list(): Screen[] {
    for (const [connectionId, { qr }] of this.#shown) {
      if (!this.#pairings.isWaiting(readQrCode(qr)?.reference ?? '')) this.#shown.delete(connectionId)
    }
    return [...this.#shown.values()]
  }

  clear(): void {
    this.#shown.clear()
  }
}
