import { allRows, type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { Chat } from './chat.ts'
import type { Content } from './content.ts'
import type { PersonAddress } from './recipient-ref.ts'
import type { SentAs } from './sent-as.ts'

/**
 * A message that a connection sends. It is stored before it is sent: acknowledgements and receipts find their recipient
 * by it, and it answers WhatsApp's request to encrypt the message again, also after a restart.
 */
export interface SentMessage {
  messageId: string
  /** Its conversation, and when it was written (ISO 8601). */
  chat: Chat
  at: string
  jid: string
  content: Content
  /** The encoded message for WhatsApp, base64, if the content alone is not enough: files are uploaded once. */
  original?: string
  /** The person's other address, for one more try of a message of a conversation if WhatsApp refuses this one. */
  otherAddress?: PersonAddress
  /** It may be the first contact with a person. */
  firstContact?: true
  /** The campaign it belongs to. */
  recipient?: SentAs
}

/** Phones may ask again, and receipts may come, for weeks: in seconds. */
const KEPT_SECONDS = 30 * 24 * 3600

const keyOf = (connectionId: string, messageId: string): Key<SentMessage> =>
  keyIn(`SENT#${connectionId}`, messageId)

export const putSentMessage = (table: TenantTable, connectionId: string, message: SentMessage, now: number) =>
  table.put({
    ...keyOf(connectionId, message.messageId),
    ...message,
    expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
  })

export const getSentMessage = (table: TenantTable, connectionId: string, messageId: string) =>
  table.get(keyOf(connectionId, messageId))

/** Some of the messages that a connection sent, in one batch read. */
export const getSentMessages = (
  table: TenantTable,
  connectionId: string,
  messageIds: readonly string[],
): Promise<SentMessage[]> =>
  table.getMany(
    messageIds.map((messageId) => keyOf(connectionId, messageId)),
    { consistent: false },
  )

export const forgetSentMessage = (table: TenantTable, connectionId: string, messageId: string) =>
  table.delete(keyOf(connectionId, messageId))

/**
 * Deletes all messages sent in these chats, including those that WhatsApp never acknowledged: no conversation refers to
 * them. Reads the connection's messages of the last 30 days.
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

/** The latest messages of this process: most receipts are about them and need no read. */
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
