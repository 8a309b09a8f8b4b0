import type { SentAs } from '../campaigns/sent-as.ts'
import type { Chat } from '../conversations/chat.ts'
import type { Content } from '../conversations/content.ts'
import { allRows, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/**
 * A message on its way from a connection. It is stored before it is sent: acknowledgements and receipts find
 * their recipient by it, and WhatsApp's request to encrypt it again is answered from it, after a restart too.
 */
export interface SentMessage {
  messageId: string
  /** Where it stands in its conversation: in which, and when it was written, ISO 8601. */
  chat: Chat
  at: string
  jid: string
  content: Content
  /** As WhatsApp has it, base64, where the content alone does not tell: files are uploaded once. */
  original?: string
  /** The campaign it belongs to. */
  recipient?: SentAs
}

/** Phones ask again, and receipts come, for weeks: in seconds. */
const KEPT_SECONDS = 30 * 24 * 3600

const keyOf = (connectionId: string, messageId: string): Key => ({
  pk: `SENT#${connectionId}`,
  sk: messageId,
})

export const putSentMessage = (table: TenantTable, connectionId: string, message: SentMessage, now: number) =>
  table.put({
    ...keyOf(connectionId, message.messageId),
    ...message,
    expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
  })

export const getSentMessage = (table: TenantTable, connectionId: string, messageId: string) =>
  table.get<SentMessage>(keyOf(connectionId, messageId))

export const forgetSentMessage = (table: TenantTable, connectionId: string, messageId: string) =>
  table.delete(keyOf(connectionId, messageId))

/**
 * Forgets every message that was sent in these chats, the ones that WhatsApp never acknowledged too: no conversation
 * leads to those. Reads the 30 days of messages that are kept of the connection.
 */
export async function forgetSentTo(
  table: TenantTable,
  connectionId: string,
  chats: readonly Chat[],
): Promise<void> {
  const { pk } = keyOf(connectionId, '')
  for await (const { sk } of allRows(table, { pk, filter: { chat: { in: [...chats] } }, consistent: true }))
    await table.delete(keyOf(connectionId, sk))
}

/** What a process has sent itself lately: most answers are about that, and need not be looked up. */
export class RecentlySent {
  readonly #messages = new Map<string, SentMessage>()

  remember(connectionId: string, message: SentMessage): void {
    this.#messages.set(`${connectionId} ${message.messageId}`, message)
    const [oldest] = this.#messages.keys()
    if (oldest !== undefined && this.#messages.size > REMEMBERED) this.#messages.delete(oldest)
  }

  find(connectionId: string, messageId: string): SentMessage | undefined {
    return this.#messages.get(`${connectionId} ${messageId}`)
  }
}
const REMEMBERED = 5000
