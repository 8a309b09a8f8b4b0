import type { RecipientRef } from '../campaigns/recipient.ts'
import type { Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Chat, chatOfNumber } from './chat.ts'

/** What has been said between a connection and one person or group, in short. Moments are milliseconds since 1970. */
export interface Conversation {
  connectionId: string
  chat: Chat
  /** What the person calls themselves. */
  name?: string
  lid?: string
  /** When they last wrote, here or before the account was linked. */
  wroteAt?: number
  /** When the company last wrote to them. */
  writtenAt?: number
  /** The time of the last message that is stored, ISO 8601. */
  lastAt?: string
  /** The first words of it. */
  preview?: string
  unread?: number
  /** The campaign's message that was sent last and has not been replied to. */
  campaign?: CampaignMessage
  campaignMessageId?: string
}

/** A campaign's message, and whose of its recipients it was. */
export interface CampaignMessage extends RecipientRef {
  variant: number
  messageId: string
}

export const conversationKey = (connectionId: string, chat: Chat): Key => ({
  pk: `CONVERSATIONS#${connectionId}`,
  sk: chat,
})

export const getConversation = (table: TenantTable, connectionId: string, chat: Chat) =>
  table.get<Conversation>(conversationKey(connectionId, chat))

/** How well a person is known to a connection: whoever wrote may be answered, whoever was written to is no first contact. */
export async function acquaintance(
  table: TenantTable,
  connectionId: string,
  number: string,
): Promise<{ wrote: boolean; written: boolean }> {
  const conversation = await getConversation(table, connectionId, chatOfNumber(number))
  return { wrote: conversation?.wroteAt !== undefined, written: conversation?.writtenAt !== undefined }
}

/** Whether anything has ever been said over a connection. */
export async function hasConversations(table: TenantTable, connectionId: string): Promise<boolean> {
  const { pk } = conversationKey(connectionId, '')
  const { rows } = await table.query<Conversation>({ pk, limit: 1, consistent: true })
  return rows.length > 0
}
