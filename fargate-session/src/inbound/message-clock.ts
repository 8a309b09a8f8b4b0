import { LRUCache } from 'lru-cache'

/** Chats whose last moment is remembered; of one that was forgotten, no two messages come in one second. */
const CHATS = 10_000

/**
 * Gives messages of a chat their moments. WhatsApp's time is in seconds; within one, what came first stands
 * first.
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
   * @param arrivedAt in milliseconds since 1970, of what arrives as it is written; absent for a replay
   * @returns milliseconds since 1970
   */
  momentOf(chat: string, timestamp: number, arrivedAt = 0): number {
    const second = timestamp * 1000
    const moment = Math.min(Math.max(second, arrivedAt), second + 999)
    const last = this.#last.get(chat) ?? 0
    const isBehind = moment <= last && last < second + 60_000
    const given = isBehind ? last + 1 : moment
    if (given > last) this.#last.set(chat, given)
    return given
  }
}
