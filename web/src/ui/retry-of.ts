import type { ListState } from './DataTable.tsx'

/** What “try again” does: it loads the next page, or a list that could not be refreshed, from its first page on. */
export const retryOf = <T>({ isFetchNextPageError, fetchNextPage, refetch }: ListState<T>): (() => unknown) =>
  (isFetchNextPageError && fetchNextPage) || refetch
