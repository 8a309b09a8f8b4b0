import { LRUCache } from 'lru-cache'

/** Chats whose last moment is remembered; of one that was forgotten, no two messages come in one second. */
const CHATS = 10_000
/** So far our clock and WhatsApp's may differ, in milliseconds. */
const NEAR_MS = 60_000

/**
 * Gives messages of a chat their moments. WhatsApp's time is in seconds; within one, what came first on the wire
 * stands first.
 */
export class MessageClock {
  readonly #last = new LRUCache<string, number>({ max: CHATS })

  knows(chat: string): boolean {
    return this.#last.has(chat)
  }

  /** What is told now stands behind this moment, in milliseconds since 1970. */
  goOnFrom(chat: string, moment: number): void {
    this.#last.set(chat, moment)
  }

  /**
   * @param timestamp WhatsApp's time, in seconds since 1970
   * @param arrivedAt its own moment, in milliseconds since 1970, of what arrives as it is written; absent for a
   * replay, which comes in order
   * @returns milliseconds since 1970
   */
  momentOf(chat: string, timestamp: number, arrivedAt?: number): number {
    const second = timestamp * 1000
    const last = this.#last.get(chat) ?? 0
    const isLive = arrivedAt !== undefined && arrivedAt > second - NEAR_MS && arrivedAt < second + NEAR_MS
    if (isLive) {
      this.#last.set(chat, Math.max(last, arrivedAt))
      return arrivedAt
    }
    const given = second <= last && last < second + NEAR_MS ? last + 1 : second
    if (given > last) this.#last.set(chat, given)
    return given
  }
}
