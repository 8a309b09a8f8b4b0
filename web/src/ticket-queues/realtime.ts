import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { ticketQueueKeys } from './keys.ts'

/** Fetches the queues again after one of them changed, and the users of the queues after a user changed. */
export function applyTicketQueueEvent(client: QueryClient, { topic, action }: LiveEvent): void {
  if (topic === 'queue') client.invalidateQueries({ queryKey: ticketQueueKeys.list })
  if (topic === 'user' && action !== 'presence') client.invalidateQueries({ queryKey: ticketQueueKeys.users })
}
