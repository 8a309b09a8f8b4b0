/** Where this domain's data stands in the query cache. */
export const ticketQueueKeys = {
  list: ['ticket-queues', 'list'] as const,
}
