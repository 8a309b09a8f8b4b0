import type { QueryClient } from '@tanstack/react-query'

/** A burst of events leads to one more fetch, not to one each (ms). */
const ASK_AGAIN_AFTER_MS = 1000

/**
 * An answer that was requested before a live event, and arrives after it, may undo the event. Queries that are
 * fetching during an event are therefore fetched once more.
 */
export function watchOvertaken(client: QueryClient): { eventCame: () => void; stop: () => void } {
  const cache = client.getQueryCache()
  const overtaken = new Set<string>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type === 'removed') overtaken.delete(query.queryHash)
    if (type !== 'updated' || query.state.fetchStatus === 'fetching') return
    if (!overtaken.delete(query.queryHash)) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }, ASK_AGAIN_AFTER_MS)
    timers.add(timer)
  })
  return {
    eventCame: () => {
      for (const { state, queryHash } of cache.getAll())
        if (state.fetchStatus === 'fetching') overtaken.add(queryHash)
    },
    stop: () => {
      unsubscribe()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
