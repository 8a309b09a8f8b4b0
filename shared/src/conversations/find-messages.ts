import { getSentMessages } from '../messages/sent-messages.ts'
import type { TenantTable } from '../table/tenant.ts'
import { messageKey, placeKey, type StoredMessage } from './message.ts'

/**
 * Messages of a conversation by their WhatsApp ids, as `findMessage` finds one, in three batch reads. Ids of other
 * conversations find nothing. The reads are eventually consistent.
 */
export async function findMessages(
  table: TenantTable,
  { connectionId, chat }: Pick<StoredMessage, 'connectionId' | 'chat'>,
  messageIds: readonly string[],
): Promise<StoredMessage[]> {
  if (messageIds.length === 0) return []
  const named = [false, true].flatMap((fromMe) =>
    messageIds.map((messageId) => ({ messageId, key: placeKey(connectionId, { messageId, fromMe }) })),
  )
  const keysOfPlaces = named.map(({ key }) => key)
  const [placed, sent] = await Promise.all([
    table.getMany(keysOfPlaces, { consistent: false }),
    getSentMessages(table, connectionId, messageIds),
  ])
  const placesOfKeys = new Map(placed.map((place) => [place.sk, place]))
  const found = named.flatMap(({ messageId, key }) => {
    const place = placesOfKeys.get(key.sk)
    return place ? [{ ...place, messageId }] : []
  })
  // Customers choose the ids of their messages. The company's own messages come last, and so take precedence.
  const places = new Map([...found, ...sent].map((place) => [place.messageId, place]))
  const keys = [...places.values()]
    .filter((place) => place.chat === chat)
    .map(({ messageId, at }) => messageKey({ connectionId, chat, at, messageId }))
  return keys.length > 0 ? table.getMany(keys, { consistent: false }) : []
}
