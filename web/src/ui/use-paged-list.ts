import { type InfiniteData, type QueryClient, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ListState } from './DataTable.tsx'

interface PageEnd {
  hasMore: boolean
  nextCursor: string | null
}

/** The first page has no cursor. */
const FIRST_PAGE = ''

/** The cursor of the next page; undefined after the last one. */
const pageAfter = (page: PageEnd): string | undefined => (page.hasMore && page.nextCursor) || undefined

interface PagedQuery<P extends PageEnd> {
  queryKey: QueryKey
  queryFn: (context: { pageParam: string; signal: AbortSignal; client: QueryClient }) => Promise<P>
  /** Milliseconds. Paused while more pages are loaded than can be fetched again and again. */
  refetchInterval?: number | false
}

/** A list of more loaded pages is not fetched again and again. */
export const PAGES_TO_REFRESH = 3

/** A list by cursor, with the records of all loaded pages. */
export function usePagedList<T, P extends PageEnd>(
  query: PagedQuery<P>,
  recordsOf: (page: P) => T[],
): ListState<T> & { firstPage: P | undefined } {
  const { data, ...state } = useInfiniteQuery<P, Error, InfiniteData<P, string>, QueryKey, string>({
    ...query,
    initialPageParam: FIRST_PAGE,
    getNextPageParam: pageAfter,
    refetchInterval: ({ state: { data: loaded } }) =>
      !loaded || loaded.pages.length <= PAGES_TO_REFRESH ? (query.refetchInterval ?? false) : false,
  })
  return { ...state, records: data?.pages.flatMap(recordsOf) ?? [], firstPage: data?.pages[0] }
}
