import type { ReadCommand, TypingCommand } from '@recado/shared/queues/commands'
import type { TenantTable } from '@recado/shared/table/tenant'
import { isUnreached, routeToChat } from './chat-route.ts'
import type { OpenLine } from './open-line.ts'

/** A typing sign older than this, in milliseconds, is not sent any more. */
const TYPING_LASTS_MS = 10_000

/** Gives a customer's messages their blue ticks. Without a connection they get none. */
export async function markRead(
  table: TenantTable,
  line: OpenLine,
  { chat, messageIds }: ReadCommand,
  now: number,
): Promise<void> {
  if (!line.isOpen()) return
  const route = await routeToChat(table, line, { chat }, now)
  // A sign is left out, and not tried again: nothing depends on it.
  if (!isUnreached(route)) await line.markRead(route.jid, messageIds)
}

/** Shows the customer that an attendant is typing. Never says that the account is available: its phone would stop ringing. */
export async function showTyping(
  table: TenantTable,
  line: OpenLine,
  { chat, at }: TypingCommand,
  now: number,
): Promise<void> {
  if (!line.isOpen() || now > at + TYPING_LASTS_MS) return
  const route = await routeToChat(table, line, { chat }, now)
  if (!isUnreached(route)) await line.showTyping(route.jid)
}
