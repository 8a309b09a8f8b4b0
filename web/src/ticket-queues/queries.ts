import { ticketQueueRoutes } from '@recado/shared/ticket-queues/routes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { ticketQueueKeys } from './keys.ts'

/** The company's queues by name. */
export const ticketQueuesQuery = queryOptions({
  queryKey: ticketQueueKeys.list,
  queryFn: ({ signal }) => call(ticketQueueRoutes.listTicketQueues, {}, { signal }),
})
