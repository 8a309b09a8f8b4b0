import { getConversation } from '@recado/shared/conversations/conversation'
import type { Chat } from '@recado/shared/messages/chat'
import { spellingsOf } from '@recado/shared/phone-numbers/canonical-key'
import { lidOfNumberKey } from '@recado/shared/phone-numbers/lids'
import type { TenantTable } from '@recado/shared/table/tenant'
import type { Moved } from '@recado/shared/tickets/arrival/merge-tickets'
import { conversationMoved } from '@recado/shared/tickets/live/moved'
import { liveTicket } from '@recado/shared/tickets/store/tickets'
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
 * LID moves to the number first: a person has one live ticket (part 4 §2). A number with two spellings leads to the
 * conversation under one of them (ADR 54).
 */
export async function settledChat(
  companyId: string,
  connectionId: string,
  { chat, number, lid }: Addressee,
): Promise<Chat> {
  const table = tableOf(companyId)
  const learned = number ? await table.getMany(spellingsOf(number).map(lidOfNumberKey)) : []
  const lids = learned.length > 0 ? new Set(learned.map((person) => person.lid)) : lid ? [lid] : []
  let settled = chat
  // Looked up by the LID alone: a user may have given the contact another number.
  for (const known of lids) settled = await movedFromLid(table, connectionId, known)
  return chatInUse(table, connectionId, number ? chat : settled)
}

/** Moves what is under a LID to its number, if that is known. @returns the conversation of the LID's person */
async function movedFromLid(table: TenantTable, connectionId: string, lid: string): Promise<Chat> {
  // Loaded with the first person whose LID is known.
  const { settlePerson } = await import('@recado/shared/tickets/arrival/settle-person')
  const watchers = ticketWatchers(table.companyId)
  const settling = {
    now: ports.now,
    conversationMoved: (moved: Moved) => conversationMoved(watchers, moved),
  }
  return settlePerson(table, settling, connectionId, { lid })
}

/**
 * Prefers the spelling with a live ticket, then the one that the person wrote under, then any spelling with a conversation.
 * Numbers with one spelling are not looked up.
 */
async function chatInUse(table: TenantTable, connectionId: string, chat: Chat): Promise<Chat> {
  const chats = spellingsOf(chat)
  if (chats.length === 1) return chat
  const used = await Promise.all(
    chats.map(async (one) => ({
      chat: one,
      ticket: await liveTicket(table, connectionId, one),
      conversation: await getConversation(table, connectionId, one),
    })),
  )
  const chosen =
    used.find(({ ticket }) => ticket) ??
    used.find(({ conversation }) => conversation?.wroteAt !== undefined) ??
    used.find(({ conversation }) => conversation)
  return chosen?.chat ?? chat
}
