import { type RefObject, useEffect, useRef } from 'react'
import type { ListState } from './DataTable.tsx'
import { ListProblem } from './ListProblem.tsx'
import { retryOf } from './retry-of.ts'
import { whenInSight } from './when-in-sight.ts'

const DISTANCE_PX = 100

interface LoadMoreProps<T> {
  list: ListState<T>
  /** The element that scrolls the list, if it is not the window. */
  scroller?: RefObject<HTMLElement | null>
  /** How long the end of the list must stay in sight, in milliseconds. */
  delayMs?: number | undefined
}

/**
 * Fetches the next page when the end of the list comes within 100 px of the window (part 1 §9). A list that is being
 * refreshed is first refreshed to its end: the next page would cancel it.
 */
export function LoadMore<T>({ list, scroller, delayMs }: LoadMoreProps<T>) {
  const { records, error, hasNextPage, isFetching, fetchNextPage } = list
  const endRef = useRef<HTMLDivElement>(null)
  const mayFetch = Boolean(hasNextPage) && !isFetching && !error

  // Observes again after each page, hence records.length: if the end is still in sight, the next page is loaded
  // at once.
  useEffect(() => {
    const end = endRef.current
    if (!end || !mayFetch) return
    const margin = `0px 0px ${DISTANCE_PX}px 0px`
    return whenInSight(end, { scroller: scroller?.current ?? null, margin, delayMs }, () => fetchNextPage?.())
  }, [mayFetch, fetchNextPage, records.length, scroller, delayMs])

  return (
    <>
      <div ref={endRef} data-more={Boolean(hasNextPage) || undefined} />
      {error && records.length > 0 && (
        <ListProblem error={error} onRetry={retryOf(list)} isRetrying={isFetching} />
      )}
    </>
  )
}
