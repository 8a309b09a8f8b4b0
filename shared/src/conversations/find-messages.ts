import { getSentMessages } from '../messages/sent-messages.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type MessagePlace, messageKey, placeKey, type StoredMessage } from './message.ts'

/**
 * Messages of a conversation by their WhatsApp ids, in two batch reads; a third finds messages of campaigns. Ids of other
 * conversations find nothing. The reads are eventually consistent.
 */
export async function findMessages(
  table: TenantTable,
  { connectionId, chat }: Pick<StoredMessage, 'connectionId' | 'chat'>,
  messageIds: readonly string[],
): Promise<StoredMessage[]> {
  if (messageIds.length === 0) return []
  // Customers choose the ids of their messages. The company's own message comes last, and so takes precedence.
  const named = [false, true].flatMap((fromMe) =>
    messageIds.map((messageId) => ({ messageId, key: placeKey(connectionId, { messageId, fromMe }) })),
  )
  const placed = await table.getMany(
    named.map(({ key }) => key),
    { consistent: false },
  )
  const placesOfKeys = new Map(placed.map((place) => [place.sk, place]))
  const places = new Map<string, MessagePlace>()
  for (const { messageId, key } of named) {
    const place = placesOfKeys.get(key.sk)
    if (place?.chat === chat) places.set(messageId, place)
  }
  const unplaced = messageIds.filter((messageId) => !places.has(messageId))
  const sent = unplaced.length > 0 ? await getSentMessages(table, connectionId, unplaced) : []
  for (const each of sent) if (each.chat === chat) places.set(each.messageId, each)
  const keys = [...places].map(([messageId, { at }]) => messageKey({ connectionId, chat, at, messageId }))
  return keys.length > 0 ? table.getMany(keys, { consistent: false }) : []
}
