import { useEffect, useState } from 'react'
import { type LoadedUnread, openingStep } from './opening.ts'

interface Opening {
  unread: LoadedUnread
  /** Whether it opens at its first unread message. */
  isAtUnread: boolean
  /** See `Loaded`. */
  isBehind: boolean
  query: {
    data: { pages: readonly unknown[] } | undefined
    hasNextPage: boolean
    isFetching: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

/** Loads older pages until a conversation can open at its first unread message. */
export function useOpening({ unread, isAtUnread, isBehind, query }: Opening) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const [opened, setOpened] = useState<{ lineAt: string | undefined }>()
  const step = isAtUnread
    ? openingStep({
        unread,
        pages: data?.pages.length ?? 0,
        hasMore: hasNextPage,
        isFetching,
        isFailed: isFetchNextPageError,
        isBehind,
      })
    : 'open'
  // Later changes must not close it again, nor move its line.
  if (data && !opened && step === 'open')
    setOpened({ lineAt: isAtUnread && !unread.isWhole ? unread.ids[0] : undefined })

  const isToLoad = data !== undefined && !opened && step === 'load'
  useEffect(() => {
    if (isToLoad) fetchNextPage()
  }, [isToLoad, fetchNextPage])
  return { isOpen: opened !== undefined, lineAt: opened?.lineAt }
}
