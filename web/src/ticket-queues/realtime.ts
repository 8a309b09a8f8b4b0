import type { QueryClient } from '@tanstack/react-query'
import { connectionKeys } from '../connections/keys.ts'
import type { LiveEvent } from '../realtime/frame.ts'
import { ticketQueueKeys } from './keys.ts'

/** Somebody changed a queue: it is shown by its name and place, here and with the connections that have it. */
export function applyTicketQueueEvent(client: QueryClient, { topic }: LiveEvent): void {
  if (topic !== 'queue') return
  client.invalidateQueries({ queryKey: ticketQueueKeys.list })
  client.invalidateQueries({ queryKey: connectionKeys.list })
}
