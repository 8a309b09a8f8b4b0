import type { StoredMessage } from '@recado/shared/conversations/message'
import type { InboundMessage } from '@recado/shared/messages/inbound'
import type { TenantTable } from '@recado/shared/table/tenant'
import { type Claims, type Received, receiveMessage } from '@recado/shared/tickets/arrival/receive'
import type { SettlingPorts } from '@recado/shared/tickets/arrival/settle-person'

const NO_CLAIMS: Claims = { aside: undefined, reply: undefined, keepsGroups: true }

/** A conversation that moves where no browser watches. @param now milliseconds since 1970 */
export const unwatched = (now: number): SettlingPorts => ({
  now: () => now,
  conversationMoved: async () => undefined,
})

/** A message from WhatsApp reaches the company. @param claims what campaigns and blocks say about it */
export const arrives = (
  table: TenantTable,
  event: InboundMessage,
  claims: Partial<Claims> = {},
  now = event.at,
): Promise<Received | undefined> =>
  receiveMessage(table, unwatched(now), event, async () => ({ ...NO_CLAIMS, ...claims }))

/** A message is stored in its conversation, and belongs to a campaign: it opens no ticket. */
export const recordMessage = async (
  table: TenantTable,
  event: InboundMessage,
): Promise<StoredMessage | undefined> => (await arrives(table, event, { aside: 'confirmation' }))?.message
