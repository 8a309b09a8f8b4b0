import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { attendantRoutes, ticketRoutes } from '@recado/shared/tickets/contract/routes'
import { serve } from '../serve/serve.ts'
import * as answers from './answers.ts'
import * as attendants from './attendants.ts'
import * as changes from './changes.ts'
import * as gallery from './gallery.ts'
import * as lists from './lists.ts'
import * as messageChanges from './message-changes.ts'
import * as messageFiles from './message-files.ts'
import * as messages from './messages.ts'
import * as notes from './notes.ts'
import * as reading from './reading.ts'
import * as sendingAgain from './sending-again.ts'

export const handler = serve(
  'tickets',
  { ...ticketRoutes, ...attendantRoutes, ...messageRoutes },
  {
    listTickets: (query, actor) => lists.list(actor, query),
    countTickets: (_, actor) => lists.counters(actor),
    // Loaded when they are called: they bring the contacts with them.
    openTicket: async (input, actor) => (await import('./opening.ts')).open(actor, input),
    acceptNextTicket: (_, actor) => changes.acceptNext(actor),
    getTicket: ({ ticketId }, actor) => reading.get(actor, ticketId),
    getTicketByUuid: ({ uuid }, actor) => reading.getByUuid(actor, uuid),
    changeTicket: ({ ticketId, ...body }, actor) => changes.change(actor, ticketId, body),
    deleteTicket: ({ ticketId }, actor) => changes.remove(actor, ticketId),
    readTicket: ({ ticketId, ...input }, actor) => reading.read(actor, ticketId, input),
    saveDraft: ({ ticketId, ...input }, actor) => reading.saveDraft(actor, ticketId, input),
    listAttendants: (_, actor) => attendants.list(actor),
    listMessages: ({ ticketId, ...query }, actor) => messages.list(actor, ticketId, query),
    listGallery: ({ ticketId, ...query }, actor) => gallery.list(actor, ticketId, query),
    sendMessage: ({ ticketId, ...input }, actor) => answers.send(actor, ticketId, input),
    getMessageMedia: ({ ticketId, messageId }, actor) => messageFiles.address(actor, ticketId, messageId),
    reactToMessage: ({ ticketId, messageId, emoji }, actor) =>
      messageChanges.react(actor, ticketId, messageId, emoji),
    editMessage: ({ ticketId, messageId, text }, actor) =>
      messageChanges.edit(actor, ticketId, messageId, text),
    deleteMessage: ({ ticketId, messageId }, actor) => messageChanges.remove(actor, ticketId, messageId),
    retryMessage: ({ ticketId, messageId }, actor) => sendingAgain.retry(actor, ticketId, messageId),
    forwardMessages: async (input, actor) => (await import('./forwarding.ts')).forward(actor, input),
    createNote: ({ ticketId, ...input }, actor) => notes.create(actor, ticketId, input),
  },
)
