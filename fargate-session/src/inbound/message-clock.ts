import { LRUCache } from 'lru-cache'

/** Chats whose last moment is kept. A forgotten chat has no two messages within one second. */
const CHATS = 10_000
/** Largest expected difference between our clock and WhatsApp's, in milliseconds. */
const NEAR_MS = 60_000

/**
 * Gives each message of a chat its moment. WhatsApp's time is in whole seconds; within a second, messages keep
 * their order on the wire.
 */
export class MessageClock {
  readonly #last = new LRUCache<string, number>({ max: CHATS })
  /** The last moment of a replay, or of a message stored before it. Live messages come after it. */
  readonly #replayed = new LRUCache<string, number>({ max: CHATS })

  knows(chat: string): boolean {
    return this.#last.has(chat)
  }

  /** Later messages of the chat get moments after this one, in milliseconds since 1970. */
  goOnFrom(chat: string, moment: number): void {
    this.#last.set(chat, moment)
    this.#replayed.set(chat, moment)
  }

  /**
   * @param timestamp WhatsApp's time, in seconds since 1970
   * @param arrivedAt arrival of a live message, in milliseconds since 1970; absent for a replay, which comes in
   * order
   * @returns milliseconds since 1970
   */
  momentOf(chat: string, timestamp: number, arrivedAt?: number): number {
    const second = timestamp * 1000
    const last = this.#last.get(chat) ?? 0
    const isLive = arrivedAt !== undefined && arrivedAt > second - NEAR_MS && arrivedAt < second + NEAR_MS
    const replayed = this.#replayed.get(chat) ?? 0
    if (isLive) {
      // A replay may have got later moments: it comes behind stored messages, and WhatsApp's clock may be ahead.
      const isOvertaken = arrivedAt <= replayed && replayed < arrivedAt + NEAR_MS
      const given = isOvertaken ? replayed + 1 : arrivedAt
      if (isOvertaken) this.#replayed.set(chat, given)
      this.#last.set(chat, Math.max(last, given))
      return given
    }
    const given = second <= last && last < second + NEAR_MS ? last + 1 : second
    if (given > last) this.#last.set(chat, given)
    this.#replayed.set(chat, Math.max(replayed, given))
    return given
  }
}
