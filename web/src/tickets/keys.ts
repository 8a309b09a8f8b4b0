import type { TicketView } from './ticket-view.ts'

/** Keys of this domain in the query cache. */
export const ticketKeys = {
  lists: ['tickets', 'list'] as const,
  listOf: (view: TicketView) => ['tickets', 'list', view] as const,
  counters: ['tickets', 'counters'] as const,
  attendants: ['tickets', 'attendants'] as const,
  /** Under `tags`, so that events of tags reach it. */
  tags: ['tags', 'all-of-tickets'] as const,
  ones: ['tickets', 'one'] as const,
  one: (uuid: string) => ['tickets', 'one', uuid] as const,
  conversations: ['tickets', 'messages'] as const,
  messages: (ticketId: string) => ['tickets', 'messages', ticketId] as const,
  /** Apart from the conversations: a file's address has its own age. */
  media: (ticketId: string, messageId: string) => ['tickets', 'media', ticketId, messageId] as const,
  outgoing: (ticketId: string) => ['tickets', 'outgoing', ticketId] as const,
}
