import { Loader } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { ListProblem } from '../../ui/ListProblem.tsx'
import { whenInSight } from '../../ui/when-in-sight.ts'

interface NewerPagesProps {
  listRef: RefObject<HTMLElement | null>
  query: {
    hasPreviousPage: boolean
    isFetching: boolean
    isFetchingPreviousPage: boolean
    isFetchPreviousPageError: boolean
    error: unknown
    fetchPreviousPage: () => unknown
    dataUpdatedAt: number
  }
}

/** The next page is loaded when the end comes this near (px). */
const DISTANCE_PX = 200

/** Loads newer messages when the end of the loaded ones comes near. */
export function NewerPages({ listRef, query }: NewerPagesProps) {
  const { hasPreviousPage, isFetching, isFetchPreviousPageError, fetchPreviousPage, dataUpdatedAt } = query
  const endRef = useRef<HTMLDivElement>(null)
  const mayFetch = hasPreviousPage && !isFetching && !isFetchPreviousPageError

  // Observes again after each page: the end may still be in sight.
  useEffect(() => {
    const end = endRef.current
    if (!end || !mayFetch) return
    const nearness = { scroller: listRef.current, margin: `0px 0px ${DISTANCE_PX}px 0px` }
    return whenInSight(end, nearness, fetchPreviousPage)
  }, [mayFetch, fetchPreviousPage, listRef, dataUpdatedAt])

  return (
    <>
      <div ref={endRef} />
      {query.isFetchingPreviousPage && <Loader size="sm" m="xs auto" />}
      {isFetchPreviousPageError && (
        <ListProblem
          error={query.error}
          onRetry={fetchPreviousPage}
          isRetrying={query.isFetchingPreviousPage}
        />
      )}
    </>
  )
}
