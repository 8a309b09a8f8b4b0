/**
 * When a linked device last silenced its owner's phone, by saying that it is available: WhatsApp then sends the phone
 * no notifications (Baileys' documentation of `markOnlineOnConnect`).
 */
export class SilencedPhones {
  #lastAt = new Map<string, number>()

  /** `at` is in milliseconds since 1970. */
  note(number: string, at: number): void {
    this.#lastAt.set(number, at)
  }

  lastAt(number: string): number | undefined {
    return this.#lastAt.get(number)
  }

  clear(): void {
    this.#lastAt.clear()
  }
}
