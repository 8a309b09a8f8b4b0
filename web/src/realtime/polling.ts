import type { Query, QueryClient, QueryObserverOptions } from '@tanstack/react-query'
import { PAGES_TO_REFRESH } from '../ui/use-paged-list.ts'
import { countPages } from './paged-cache.ts'

/** Without live events, the data on the screen is fetched again about this often (ms). */
export const POLL_EVERY_MS = 15_000
/** A pause is up to this share shorter or longer, so that the tabs of a company spread out. */
const JITTER = 0.2
/** A younger answer is not asked again (ms): some queries poll faster by themselves, as the QR code does. */
const YOUNGEST_MS = 10_000
/** Data that stays fresh for longer than this by its own choice (ms) is not asked again before. */
const DEFAULT_STALE_MS = 30_000

/** The pause before the next poll (ms). @param chance from 0 to below 1 */
export const pauseOf = (chance: number): number =>
  Math.round(POLL_EVERY_MS * (1 - JITTER + 2 * JITTER * chance))

/** A query that a component on the screen uses. */
interface ShownQuery {
  hasData: boolean
  isFetching: boolean
  /** Time of the last answer or error (ms since 1970). */
  answeredAt: number
  /** The shortest time for which its data stays fresh (ms). */
  staleMs: number
  /** Loaded pages of a list; 0 if it is no list. */
  pages: number
  askedOnce: boolean
}

/**
 * Whether a poll asks a query again. A query without data is left to "Tentar novamente", because fetching would show its
 * skeleton each time. A list of many loaded pages is left too, as `usePagedList` leaves it.
 *
 * @param now ms since 1970
 */
export function isDue(query: ShownQuery, now: number): boolean {
  const { hasData, isFetching, answeredAt, staleMs, pages, askedOnce } = query
  if (!hasData || isFetching || askedOnce || pages > PAGES_TO_REFRESH) return false
  return now - answeredAt >= (staleMs > DEFAULT_STALE_MS ? staleMs : YOUNGEST_MS)
}

interface PollingPorts {
  /** Whether somebody sees the screen, and a network exists. */
  mayAsk: () => boolean
  /** Called before each poll. */
  onAsk: () => void
  /** From 0 to below 1. */
  chance: () => number
}

interface Polling {
  /** Asks at once, and then again and again. */
  start: () => void
  stop: () => void
}

/**
 * Fetches the data on the screen again and again while live events cannot arrive.
 *
 * Cost: a visible tab makes about one call in 15 seconds for each query on its screen. Measured: six calls each time on
 * most pages, ten on the tickets page, so 1,500 to 2,400 an hour. A hidden tab makes none.
 */
export function createPolling(client: QueryClient, { mayAsk, onAsk, chance }: PollingPorts): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const poll = () => {
    timer = setTimeout(poll, pauseOf(chance()))
    if (!mayAsk()) return
    onAsk()
    const now = Date.now()
    void client.refetchQueries({ type: 'active', predicate: (query) => isDue(shownQuery(query), now) })
  }
  return {
    start: () => {
      stop()
      poll()
    },
    stop,
  }
}

const shownQuery = ({ state, meta, observers }: Query): ShownQuery => ({
  hasData: state.data !== undefined,
  isFetching: state.fetchStatus === 'fetching',
  answeredAt: Math.max(state.dataUpdatedAt, state.errorUpdatedAt),
  staleMs: Math.min(...observers.map(({ options }) => staleMsOf(options))),
  pages: countPages(state.data),
  askedOnce: meta?.askedOnce === true,
})

const staleMsOf = ({ staleTime }: Pick<QueryObserverOptions, 'staleTime'>): number =>
  typeof staleTime === 'number' ? staleTime : DEFAULT_STALE_MS
