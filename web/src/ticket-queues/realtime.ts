import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { ticketQueueKeys } from './keys.ts'

/** Fetches the queues again after one of them changed, and the users of the queues after a user changed. */
export function applyTicketQueueEvent(client: QueryClient, { topic, action }: LiveEvent): QueryKey[] {
  const changed: QueryKey[] = []
  if (topic === 'queue') changed.push(ticketQueueKeys.list)
  if (topic === 'user' && action !== 'presence') changed.push(ticketQueueKeys.users)
  for (const queryKey of changed) client.invalidateQueries({ queryKey })
  return changed
}
