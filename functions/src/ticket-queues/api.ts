import { ticketQueueRoutes } from '@recado/shared/ticket-queues/routes'
import { serve } from '../serve/serve.ts'
import * as ticketQueues from './ticket-queues.ts'

export const handler = serve('ticket-queues', ticketQueueRoutes, {
  listTicketQueues: (_, actor) => ticketQueues.list(actor),
  createTicketQueue: (input, actor) => ticketQueues.create(actor, input),
  getTicketQueue: ({ queueId }, actor) => ticketQueues.get(actor, queueId),
  updateTicketQueue: ({ queueId, ...input }, actor) => ticketQueues.update(actor, queueId, input),
  deleteTicketQueue: ({ queueId, moveTo }, actor) => ticketQueues.remove(actor, queueId, moveTo),
})
