import { findMessage } from '../../conversations/find-message.ts'
import type { StoredMessage } from '../../conversations/message.ts'
import type { Amendment } from '../../messages/content.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { withLastAmended } from '../rules/last-message.ts'
import { getTicket, newestTicketsOf, writeTicket } from '../store/tickets.ts'

/** A message that was edited or deleted, or failed, and the tickets whose preview changed with it. */
export interface AmendedPreview {
  message: StoredMessage
  tickets: { before: StoredTicket; after: StoredTicket }[]
}

/**
 * Shows an edited or deleted message in the ticket that it is the last message of.
 * @returns undefined for a reaction, and if no ticket's preview changed
 */
export const amendPreview = async (
  table: TenantTable,
  connectionId: string,
  { type, target }: Amendment,
): Promise<AmendedPreview | undefined> =>
  type === 'reaction' ? undefined : renewPreview(table, connectionId, target)

/**
 * Shows a changed message in the ticket that it is the last message of. This shows the message as it is now, so that a
 * repeated report completes an interrupted one.
 * @returns undefined if no ticket's preview changed
 */
export async function renewPreview(
  table: TenantTable,
  connectionId: string,
  messageId: string,
): Promise<AmendedPreview | undefined> {
  const message = await findMessage(table, connectionId, messageId)
  if (!message) return undefined
  const tickets: AmendedPreview['tickets'] = []
  for (const ticketId of await ticketsThatShow(table, message)) {
    const change = await amendIn(table, ticketId, message)
    if (change) tickets.push(change)
  }
  return tickets.length > 0 ? { message, tickets } : undefined
}

/** Newest tickets of the conversation that are looked at. */
const LOOKED_AT = 10

/** The message's ticket. A ticket that was merged into it may show the message too. */
async function ticketsThatShow(
  table: TenantTable,
  { connectionId, chat, messageId, ticketId }: StoredMessage,
): Promise<Set<string>> {
  if (ticketId === undefined) return new Set()
  const newest = await newestTicketsOf(table, [{ whatsappId: connectionId, chat }], LOOKED_AT)
  const showing = newest.filter(({ lastMessageId }) => lastMessageId === messageId)
  return new Set([ticketId, ...showing.map(({ id }) => id)])
}

const amendIn = (
  table: TenantTable,
  ticketId: string,
  { connectionId, messageId }: StoredMessage,
): Promise<AmendedPreview['tickets'][number] | undefined> =>
  retrying(
    table,
    () => getTicket(table, ticketId),
    async (before) => {
      if (before?.lastMessageId !== messageId) return undefined
      // Read after the ticket: of two edits at the same moment, the write with the earlier words fails.
      const message = await findMessage(table, connectionId, messageId)
      const after = message && withLastAmended(before, message)
      if (!after) return undefined
      return (await writeTicket(table, before, after)) ? { before, after } : AGAIN
    },
  )
