import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { dashboardKeys } from './keys.ts'

/** Running campaigns send an event every second. The figures are fetched at most this often (ms). */
const REFRESH_EVERY_MS = 5000

const waiting = new WeakSet<QueryClient>()

/** Fetches the shown figures again after a campaign or a list changed. */
export function applyDashboardEvent(client: QueryClient, { topic, action }: LiveEvent): void {
  const isNews = (topic === 'campaign' && action !== 'updateShipping') || topic === 'contact-list'
  if (!isNews || waiting.has(client)) return
  waiting.add(client)
  setTimeout(() => {
    waiting.delete(client)
    client.invalidateQueries({ queryKey: dashboardKeys.all })
  }, REFRESH_EVERY_MS)
}
