import { Loader } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { whenInSight } from '../../ui/when-in-sight.ts'

interface OlderPagesProps {
  listRef: RefObject<HTMLElement | null>
  query: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
    dataUpdatedAt: number
  }
}

/** The next page is loaded when the beginning comes this near (px). */
const DISTANCE_PX = 400

/** Loads older messages when the beginning of the loaded ones comes near. */
export function OlderPages({ listRef, query }: OlderPagesProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, dataUpdatedAt, error } = query
  const startRef = useRef<HTMLDivElement>(null)
  const mayFetch = hasNextPage && !isFetching && !isFetchNextPageError

  // Observes again after each page: the beginning may still be in sight.
  useEffect(() => {
    const start = startRef.current
    if (!start || !mayFetch) return
    const nearness = { scroller: listRef.current, margin: `${DISTANCE_PX}px 0px 0px 0px` }
    return whenInSight(start, nearness, fetchNextPage)
  }, [mayFetch, fetchNextPage, listRef, dataUpdatedAt])

  return (
    <>
      <div ref={startRef} />
      {/* Takes no room, so that the messages stay where they are. */}
      {query.isFetchingNextPage && <Loader size="sm" pos="absolute" inset="8px 0 auto" mx="auto" />}
      {isFetchNextPageError && (
        <ListProblem error={error} onRetry={fetchNextPage} isRetrying={query.isFetchingNextPage} />
      )}
    </>
  )
}
