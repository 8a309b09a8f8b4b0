import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A burst of events leads to one more fetch, not to one each (ms). */
const ASK_AGAIN_AFTER_MS = 1000

const ALL_DATA: readonly QueryKey[] = [[]]

interface Overtaken {
  /** A live event arrived and was applied. @param changeable beginnings of the keys of the data that it may change */
  eventCame: (changeable?: readonly QueryKey[]) => void
  /** Live events arrive from now on. Earlier ones may be missed, so that all data is fetched again. */
  hearingBegan: () => void
  stop: () => void
}

/**
 * An answer that was requested before a live event, and arrives after it, may undo the event. Queries that are
 * fetching during an event are therefore fetched once more.
 */
export function watchOvertaken(client: QueryClient): Overtaken {
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
    eventCame: (changeable = ALL_DATA) => {
      for (const queryKey of changeable)
        for (const { queryHash } of cache.findAll({ queryKey, fetchStatus: 'fetching' }))
          overtaken.add(queryHash)
    },
    hearingBegan: () => {
      // An invalidation restarts every fetch but the first load of a query, whose answer may be older than missed events.
      for (const { state, queryHash } of cache.getAll())
        if (state.fetchStatus === 'fetching' && state.data === undefined) overtaken.add(queryHash)
      client.invalidateQueries()
    },
    stop: () => {
      unsubscribe()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
