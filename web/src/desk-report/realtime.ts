import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { deskReportKeys } from './keys.ts'

/** A busy desk sends several events a second. The shown report is fetched at most this often (ms). */
const REFRESH_EVERY_MS = 10_000

const waiting = new WeakSet<QueryClient>()

/** Fetches the shown report again after a ticket changed, or a user came or left. */
export function applyDeskReportEvent(client: QueryClient, { topic, action }: LiveEvent): void {
  const isOfTicket = topic === 'ticket' && action !== 'presence'
  if ((!isOfTicket && topic !== 'user' && topic !== 'queue') || waiting.has(client)) return
  waiting.add(client)
  setTimeout(() => {
    waiting.delete(client)
    client.invalidateQueries({ queryKey: deskReportKeys.all })
  }, REFRESH_EVERY_MS)
}
