import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from './frame.ts'

/**
 * Applies a live event to the query cache.
 * @returns beginnings of the keys of the data that it may change at once, without data that is only fetched again later
 */
export type ApplyEvent = (client: QueryClient, event: LiveEvent) => readonly QueryKey[]

/** Pauses before the first, second and each further repetition of a query in a row (ms). A burst of events leads to one. */
const PAUSES_MS = [1000, 3000, 10_000] as const
/** After a fault of the network, the browsers of all companies hear events at the same moment. They spread over this time (ms). */
const SPREAD_MS = 5000

interface Overtaken {
  /** A live event arrived and was applied. @param changeable beginnings of the keys of the data that it may change */
  eventCame: (changeable: readonly QueryKey[]) => void
  /**
   * Live events arrive from now on. Earlier ones may be missed, so that all data is fetched again: at once for the first
   * time, and at a random moment of the next five seconds afterwards.
   */
  hearingBegan: () => void
  stop: () => void
}

interface Repetition {
  /** How often the query was repeated without an answer that no event overtook. */
  times: number
  /** Runs until the next repetition. */
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * An answer that was requested before a live event, and arrives after it, may undo the event. Queries that are
 * fetching during an event are therefore fetched once more, except those that are asked once. An answer that takes longer
 * than the time between two events is overtaken each time, so that the pause grows.
 *
 * @param chance from 0 to below 1
 */
export function watchOvertaken(client: QueryClient, chance: () => number): Overtaken {
  const cache = client.getQueryCache()
  const overtaken = new Set<string>()
  const repetitions = new Map<string, Repetition>()
  let isHeardBefore = false
  let fetchingAll: ReturnType<typeof setTimeout> | undefined

  const forget = (queryHash: string) => {
    clearTimeout(repetitions.get(queryHash)?.timer)
    repetitions.delete(queryHash)
  }
  const repeatLater = ({ queryHash, queryKey }: Query) => {
    const { times, timer } = repetitions.get(queryHash) ?? { times: 0, timer: undefined }
    if (timer !== undefined) return
    const repeat = () => {
      repetitions.set(queryHash, { times: times + 1, timer: undefined })
      client.invalidateQueries({ queryKey, exact: true })
    }
    const pause = PAUSES_MS[times] ?? PAUSES_MS[2]
    repetitions.set(queryHash, { times, timer: setTimeout(repeat, pause) })
  }
  const unsubscribe = cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'removed') {
      overtaken.delete(query.queryHash)
      forget(query.queryHash)
    }
    if (event.type !== 'updated' || query.state.fetchStatus === 'fetching') return
    if (overtaken.delete(query.queryHash)) repeatLater(query)
    // An answer of the server, not data that an event wrote.
    else if (event.action.type === 'success' && !event.action.manual) forget(query.queryHash)
  })
  const fetchAll = () => {
    fetchingAll = undefined
    client.invalidateQueries({ refetchType: 'none' })
    client.refetchQueries({ type: 'active', predicate: (query) => !isAskedOnce(query) })
  }
  return {
    eventCame: (changeable) => {
      for (const queryKey of changeable)
        for (const query of cache.findAll({ queryKey, fetchStatus: 'fetching' }))
          if (!isAskedOnce(query)) overtaken.add(query.queryHash)
    },
    hearingBegan: () => {
      // A fetch of all restarts every fetch but the first load of a query, whose answer may be older than missed events.
      for (const query of cache.findAll({ fetchStatus: 'fetching' }))
        if (query.state.data === undefined && !isAskedOnce(query)) overtaken.add(query.queryHash)
      if (isHeardBefore) fetchingAll ??= setTimeout(fetchAll, chance() * SPREAD_MS)
      else fetchAll()
      isHeardBefore = true
    },
    stop: () => {
      unsubscribe()
      clearTimeout(fetchingAll)
      for (const { timer } of repetitions.values()) clearTimeout(timer)
    },
  }
}

const isAskedOnce = ({ meta }: Query): boolean => meta?.askedOnce === true
