import type { Chat } from '../../messages/chat.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { chatsWithLiveTicket } from '../store/tickets.ts'

/** The chats of a connection are read again after this time, in milliseconds. */
const KEPT_MS = 10_000

/**
 * The chats with a live ticket, as they were up to {@link KEPT_MS} ago. For what happens to many people at once, such as
 * the receipts of a campaign: one query for each connection within that time takes the place of a read for each of them.
 */
export class LiveChats {
  readonly #now: () => number
  readonly #known = new Map<string, { readAt: number; chats: Promise<ReadonlySet<Chat>> }>()

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether the chat had a live ticket when the chats of its connection were read. */
  async has(table: TenantTable, connectionId: string, chat: Chat): Promise<boolean> {
    const key = `${table.companyId} ${connectionId}`
    const now = this.#now()
    const known = this.#known.get(key)
    if (known && now < known.readAt + KEPT_MS) return (await known.chats).has(chat)
    this.#forgetOld(now)
    const chats = chatsWithLiveTicket(table, connectionId)
    this.#known.set(key, { readAt: now, chats })
    // A failed query is not kept.
    chats.catch(() => this.#known.delete(key))
    return (await chats).has(chat)
  }

  /** A connection whose campaign has ended takes no memory. */
  #forgetOld(now: number): void {
    for (const [key, { readAt }] of this.#known) if (now >= readAt + KEPT_MS) this.#known.delete(key)
  }
}
