import type { Chat } from '@recado/shared/messages/chat'
import { lidOfNumberKey } from '@recado/shared/phone-numbers/lids'
import type { Moved } from '@recado/shared/tickets/arrival/merge-tickets'
import { conversationMoved } from '@recado/shared/tickets/live/moved'
import { ports, tableOf } from '../context.ts'
import { ticketWatchers } from './ticket-watchers.ts'

/** A person to write to. */
export interface Addressee {
  /** By the number, else by the LID. */
  chat: Chat
  number?: string | undefined
  lid?: string | undefined
}

/**
 * The conversation of a person on a connection. If the number of their LID has become known, the conversation under the
 * LID moves to the number first: a person has one live ticket (part 4 §2).
 */
export async function settledChat(
  companyId: string,
  connectionId: string,
  { chat, number, lid }: Addressee,
): Promise<Chat> {
  const table = tableOf(companyId)
  const learned = number ? (await table.get(lidOfNumberKey(number)))?.lid : undefined
  const known = learned ?? lid
  if (!known) return chat
  // Loaded with the first person whose LID is known.
  const { settlePerson } = await import('@recado/shared/tickets/arrival/settle-person')
  const watchers = ticketWatchers(companyId)
  const settling = {
    now: ports.now,
    conversationMoved: (moved: Moved) => conversationMoved(watchers, moved),
  }
  // By the LID alone: a user may have given the contact another number.
  const settled = await settlePerson(table, settling, connectionId, { lid: known })
  return number ? chat : settled
}
