/** Keys of this domain in the query cache. */
export const ticketQueueKeys = {
  list: ['ticket-queues', 'list'] as const,
  /** All users of the company with their queues. */
  users: ['ticket-queues', 'users'] as const,
}
