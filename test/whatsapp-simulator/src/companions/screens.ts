import type { Pairings } from './pairings.ts'
import { readQrCode } from './qr-code.ts'

/** A QR code shown in the app: its connection, and its text. */
export type Screen = { connectionId: string; name: string; qr: string }

/** QR codes currently shown in the app that a phone can still scan. */
export class Screens {
  #pairings: Pairings
  #shown = new Map<string, Screen>()

  constructor(pairings: Pairings) {
    this.#pairings = pairings
  }

  /** Sets the code of a connection. An empty one removes it. */
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
