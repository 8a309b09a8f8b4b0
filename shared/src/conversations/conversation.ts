import { type Chat, isGroup } from '../messages/chat.ts'
import type { MessageOrigin } from '../messages/origin.ts'
import type { RecipientRef } from '../messages/recipient-ref.ts'
import { type Key, keyIn } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** Summary of the conversation between a connection and one person or group. Times are milliseconds since 1970. */
export interface Conversation {
  connectionId: string
  chat: Chat
  /** The person's own name for themselves. */
  name?: string
  lid?: string
  /** Seconds after which new messages disappear on phones, by its latest message or change of this setting; 0: never. */
  messageTimer?: number
  /** When the person last wrote, here or before the account was linked. */
  wroteAt?: number
  /** When the company last wrote to the person. */
  writtenAt?: number
  /** The company wrote first, and WhatsApp has taken none of its messages yet: it counts as a first contact then. */
  uncounted?: true
  /** The time of the last stored message, ISO 8601. */
  lastAt?: string
  /** The first words of that message. */
  preview?: string
  /** Where the company's last message was written, automatic ones aside, and when. */
  ours?: { origin: MessageOrigin; at: number }
  /** When a person of the company last wrote, here or on the phone. */
  personWroteAt?: number
  /** The closing hours that the person was last told of; when the last automatic messages were written. */
  closureTold?: string
  automaticAt?: number[]
  /** The last campaign message without a reply. */
  campaign?: CampaignMessage
  campaignMessageId?: string
  /** When that message was sent, ISO 8601. It stays after the reply, so that a repeated record awaits no second one. */
  campaignAt?: string
}

/** A campaign message and its recipient. */
export interface CampaignMessage extends RecipientRef {
  variant: number
  messageId: string
}

export const conversationKey = (connectionId: string, chat: Chat): Key<Conversation> =>
  keyIn(`CONVERSATIONS#${connectionId}`, chat)

export const getConversation = (table: TenantTable, connectionId: string, chat: Chat) =>
  table.get(conversationKey(connectionId, chat))

/** Whether a person wrote to a connection (may always be answered), and was written to (is no first contact). */
export const acquaintance = (conversation: Conversation | undefined) => ({
  wrote: conversation?.wroteAt !== undefined,
  written: conversation?.writtenAt !== undefined,
})

/**
 * Whether a message of a person of the company would be the first contact with the other side, as far as WhatsApp has
 * taken any.
 */
export const isFirstContact = (chat: Chat, conversation: Conversation | undefined): boolean =>
  !isGroup(chat) &&
  conversation?.wroteAt === undefined &&
  (conversation?.writtenAt === undefined || conversation.uncounted === true)

/** Whether a connection has any conversation. */
export async function hasConversations(table: TenantTable, connectionId: string): Promise<boolean> {
  const { pk } = conversationKey(connectionId, '')
  const { rows } = await table.query({ pk, limit: 1, consistent: true })
  return rows.length > 0
}
