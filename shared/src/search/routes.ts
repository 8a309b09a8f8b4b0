import * as z from 'zod'
import { ANY_USER } from '../access.ts'
import { defineRoutes } from '../http/contract.ts'
import { ticket } from '../tickets/contract/ticket.ts'

/** The shortest and the longest text to search for, in characters (part 4 §9). */
export const QUERY_MIN = 2
export const QUERY_MAX = 100

/** The most results of each kind in one answer. */
export const FOUND_CONTACTS_MAX = 10
export const FOUND_TICKETS_MAX = 10
export const FOUND_MESSAGES_MAX = 20

/** The longest excerpt of a message, in characters. */
export const EXCERPT_MAX = 160

export const foundContact = z.object({
  id: z.string(),
  name: z.string(),
  /** Digits with country code; null while only the LID is known. */
  number: z.string().nullable(),
})
export type FoundContact = z.infer<typeof foundContact>

/** A message that contains all words of a search. */
export const foundMessage = z.object({
  messageId: z.string(),
  /**
   * A ticket of the message's conversation that the caller may see: `/tickets/{ticketUuid}` opens around the message.
   * The message's own ticket, or the newest visible one of the conversation.
   */
  ticketId: z.string(),
  ticketUuid: z.string(),
  /** The message's place in the conversation, ISO 8601. */
  at: z.string(),
  fromMe: z.boolean(),
  contactName: z.string(),
  /** The user who wrote it; in a group, the sender. null for the customer, the phone and automatic messages. */
  authorName: z.string().nullable(),
  /** Up to {@link EXCERPT_MAX} characters around the first match, with "…" where the text is cut. */
  excerpt: z.string(),
  /** Words of the excerpt that match, each as start and end in UTF-16 units. */
  matches: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type FoundMessage = z.infer<typeof foundMessage>

export const searchResult = z.object({
  /** By any part of name, number or e-mail, in the order of their names. */
  contacts: z.array(foundContact),
  /** By protocol number, newest first. */
  tickets: z.array(ticket),
  /** Newest first. */
  messages: z.array(foundMessage),
  /** The words of the query under three letters. They are not searched in messages. */
  shortWords: z.array(z.string()),
})
export type SearchResult = z.infer<typeof searchResult>

export const searchRoutes = defineRoutes({
  search: {
    method: 'GET',
    path: '/search',
    access: ANY_USER,
    query: z.strictObject({
      q: z.string().trim().min(QUERY_MIN).max(QUERY_MAX),
      /** Only messages of this ticket's conversation. */
      ticketId: z.string().optional(),
    }),
    response: searchResult,
    errors: ['ERR_NO_TICKET_FOUND'],
    summary: 'Contacts, tickets by protocol number, and words in messages, as far as one may see them',
  },
})
