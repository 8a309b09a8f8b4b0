import type { GalleryKind } from '@recado/shared/messages/gallery'
import type { KanbanView } from './kanban-view.ts'
import type { TicketView } from './ticket-view.ts'

/** Keys of this domain in the query cache. */
export const ticketKeys = {
  lists: ['tickets', 'list'] as const,
  listOf: (view: TicketView) => ['tickets', 'list', view] as const,
  kanban: ['tickets', 'kanban'] as const,
  stageOf: (view: KanbanView) => ['tickets', 'kanban', view] as const,
  /** Of the mutations that move cards. */
  moves: ['tickets', 'moves'] as const,
  /** Of the mutations that save drafts. */
  drafts: ['tickets', 'draft'] as const,
  draft: (uuid: string) => ['tickets', 'draft', uuid] as const,
  /** Of the mutation that leaves a note. */
  newNote: (ticketId: string) => ['tickets', 'note', ticketId] as const,
  counters: ['tickets', 'counters'] as const,
  attendants: ['tickets', 'attendants'] as const,
  ones: ['tickets', 'one'] as const,
  one: (uuid: string) => ['tickets', 'one', uuid] as const,
  conversations: ['tickets', 'messages'] as const,
  messages: (ticketId: string) => ['tickets', 'messages', ticketId] as const,
  /** A part of a conversation around an older message. Below `messages`, but new messages do not come into it. */
  messagesAround: (ticketId: string, messageId: string) =>
    ['tickets', 'messages', ticketId, { around: messageId }] as const,
  galleries: (ticketId: string) => ['tickets', 'gallery', ticketId] as const,
  gallery: (ticketId: string, kind: GalleryKind) => ['tickets', 'gallery', ticketId, kind] as const,
  search: (q: string, ticketId: string | undefined) => ['tickets', 'search', q, ticketId ?? ''] as const,
  /** Apart from the conversations: a file's address has its own age. */
  media: (ticketId: string, messageId: string) => ['tickets', 'media', ticketId, messageId] as const,
  outgoings: ['tickets', 'outgoing'] as const,
  outgoing: (ticketId: string) => ['tickets', 'outgoing', ticketId] as const,
}
