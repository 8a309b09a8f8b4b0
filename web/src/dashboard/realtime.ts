import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { dashboardKeys } from './keys.ts'

/** Campaigns that run say so every second: the figures are asked for anew this often at most, in milliseconds. */
const REFRESH_EVERY_MS = 5000

const waiting = new WeakSet<QueryClient>()

/** Campaigns and lists that change have the figures asked for anew, where they are shown. */
export function applyDashboardEvent(client: QueryClient, { topic, action }: LiveEvent): void {
  const isNews = (topic === 'campaign' && action !== 'updateShipping') || topic === 'contact-list'
  if (!isNews || waiting.has(client)) return
  waiting.add(client)
  setTimeout(() => {
    waiting.delete(client)
    client.invalidateQueries({ queryKey: dashboardKeys.all })
  }, REFRESH_EVERY_MS)
}
