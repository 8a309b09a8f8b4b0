import { NotInGroup, type Route } from '@recado/shared/campaigns/engine/line'
import { Unreachable } from '@recado/shared/campaigns/ledger/unreachable'
import { isGroup, isOfLid, jidOf } from '@recado/shared/messages/chat'
import { knownAddress } from '@recado/shared/phone-numbers/addresses'
import type { ReadCommand, TypingCommand } from '@recado/shared/queues/commands'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { OpenLine } from './open-line.ts'

/** A typing sign older than this, in milliseconds, is not sent any more. */
const TYPING_LASTS_MS = 10_000

/** The address that a chat is written to and read at. */
export async function addressOf(table: TenantTable, chat: string, now: number): Promise<string> {
  if (isGroup(chat) || isOfLid(chat)) return jidOf(chat)
  return (await knownAddress(table, chat, now))?.jid ?? jidOf(chat)
}

/** Gives a customer's messages their blue ticks. Without a connection they get none. */
export async function markRead(
  table: TenantTable,
  line: OpenLine,
  { chat, messageIds }: ReadCommand,
  now: number,
): Promise<void> {
  if (!line.isOpen()) return
  const route = await routeOf(table, line, chat, now)
  if (route) await line.markRead(route.jid, messageIds)
}

/** Shows the customer that an attendant is typing. Never says that the account is available: its phone would stop ringing. */
export async function showTyping(
  table: TenantTable,
  line: OpenLine,
  { chat, at }: TypingCommand,
  now: number,
): Promise<void> {
  if (!line.isOpen() || now > at + TYPING_LASTS_MS) return
  const route = await routeOf(table, line, chat, now)
  if (route) await line.showTyping(route.jid)
}

/** Undefined if the chat cannot be reached. A sign is then left out, and not tried again. */
async function routeOf(
  table: TenantTable,
  line: OpenLine,
  chat: string,
  now: number,
): Promise<Route | undefined> {
  try {
    return await line.routeTo(await addressOf(table, chat, now))
  } catch (error) {
    if (error instanceof Unreachable || error instanceof NotInGroup) return undefined
    throw error
  }
}
