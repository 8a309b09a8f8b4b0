/** The unread messages of a conversation among the loaded ones. */
export interface LoadedUnread {
  /** Their ids, oldest first. */
  ids: readonly string[]
  /** Whether no unread message is older than the loaded ones. */
  isWhole: boolean
}

/**
 * The id of the message that the line above the unread ones stands on: the first unread one.
 * @param lineAt the message that the view opened at without the first unread one. The line stays on it when more pages load.
 */
export const lineOf = ({ ids, isWhole }: LoadedUnread, lineAt: string | undefined): string | undefined =>
  ids.find((id) => id === lineAt) ?? (isWhole ? ids[0] : undefined)

export interface Loaded {
  unread: LoadedUnread
  pages: number
  hasMore: boolean
  isFetching: boolean
  /** The last page could not be loaded. */
  isFailed: boolean
  /** The pages are from the cache, and lack messages that the server has. */
  isBehind: boolean
}

/** Pages of 30 messages that are loaded at most before a conversation opens. */
const PAGES_BEFORE_OPENING = 5

/** A conversation opens at its first unread message. Until that is loaded it asks for older pages, up to a limit. */
export function openingStep({ unread, ...loaded }: Loaded): 'open' | 'load' | 'wait' {
  if (loaded.isFetching && (loaded.isBehind || !unread.isWhole)) return 'wait'
  const isToLoad = !unread.isWhole && loaded.hasMore && loaded.pages < PAGES_BEFORE_OPENING
  return isToLoad && !loaded.isFailed ? 'load' : 'open'
}

/**
 * The least message number that counts as read when it is in view. Reading a message reads all before it. While older unread
 * messages are not loaded, only the newest one counts: a user who reads that has chosen to skip them.
 */
export const leastReadSeq = (isWhole: boolean, inboundSeq: number): number => (isWhole ? 0 : inboundSeq)
