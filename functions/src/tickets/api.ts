import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { attendantRoutes, ticketRoutes } from '@recado/shared/tickets/contract/routes'
import { serve } from '../serve/serve.ts'
import * as answers from './answers.ts'
import * as changes from './changes.ts'
import * as lists from './lists.ts'
import * as messageFiles from './message-files.ts'
import * as messages from './messages.ts'
import * as reading from './reading.ts'

export const handler = serve(
  'tickets',
  { ...ticketRoutes, ...attendantRoutes, ...messageRoutes },
  {
    listTickets: (query, actor) => lists.list(actor, query),
    countTickets: (_, actor) => lists.counters(actor),
    listKanban: async (query, actor) => (await import('./kanban.ts')).columns(actor, query),
    // Loaded when they are called, as others below: they bring the contacts with them.
    openTicket: async (input, actor) => (await import('./opening.ts')).open(actor, input),
    acceptNextTicket: (_, actor) => changes.acceptNext(actor),
    getTicket: ({ ticketId }, actor) => reading.get(actor, ticketId),
    getTicketByUuid: ({ uuid }, actor) => reading.getByUuid(actor, uuid),
    changeTicket: ({ ticketId, ...body }, actor) => changes.change(actor, ticketId, body),
    changeGroup: async ({ ticketId, ...change }, actor) =>
      (await import('./groups.ts')).changeGroup(actor, ticketId, change),
    deleteTicket: ({ ticketId }, actor) => changes.remove(actor, ticketId),
    readTicket: ({ ticketId, ...input }, actor) => reading.read(actor, ticketId, input),
    saveDraft: ({ ticketId, ...input }, actor) => reading.saveDraft(actor, ticketId, input),
    listAttendants: async (_, actor) => (await import('./attendants.ts')).list(actor),
    listMessages: ({ ticketId, ...query }, actor) => messages.list(actor, ticketId, query),
    listGallery: async ({ ticketId, ...query }, actor) =>
      (await import('./gallery.ts')).list(actor, ticketId, query),
    sendMessage: ({ ticketId, ...input }, actor) => answers.send(actor, ticketId, input),
    getMessageMedia: ({ ticketId, messageId }, actor) => messageFiles.address(actor, ticketId, messageId),
    reactToMessage: async ({ ticketId, messageId, emoji }, actor) =>
      (await messageChanges()).react(actor, ticketId, messageId, emoji),
    editMessage: async ({ ticketId, messageId, text }, actor) =>
      (await messageChanges()).edit(actor, ticketId, messageId, text),
    deleteMessage: async ({ ticketId, messageId }, actor) =>
      (await messageChanges()).remove(actor, ticketId, messageId),
    retryMessage: async ({ ticketId, messageId }, actor) =>
      (await import('./sending-again.ts')).retry(actor, ticketId, messageId),
    forwardMessages: async (input, actor, { idempotencyKey }) =>
      (await import('./forwarding.ts')).forward(actor, input, idempotencyKey),
    createNote: async ({ ticketId, ...input }, actor) =>
      (await import('./notes.ts')).create(actor, ticketId, input),
  },
)

/** Loaded with the first change of a message: few calls make one. */
const messageChanges = () => import('./message-changes.ts')
