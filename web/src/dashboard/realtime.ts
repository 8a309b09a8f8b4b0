import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { dashboardKeys } from './keys.ts'

/** Running campaigns send an event every second. The figures are fetched at most this often (ms). */
const REFRESH_EVERY_MS = 5000

/** What the dashboard shows changes with these. */
const TOPICS = ['campaign', 'contact-list', 'whatsapp', 'whatsappSession']

const waiting = new WeakSet<QueryClient>()

/** Fetches the shown figures again after a campaign, a list or a connection changed. */
export function applyDashboardEvent(client: QueryClient, { topic, action }: LiveEvent): void {
  const isNews = TOPICS.includes(topic) && action !== 'updateShipping'
  if (!isNews || waiting.has(client)) return
  waiting.add(client)
  setTimeout(() => {
    waiting.delete(client)
    client.invalidateQueries({ queryKey: dashboardKeys.all })
  }, REFRESH_EVERY_MS)
}
