import { useQuery } from '@tanstack/react-query'
import { useIsLive } from '../../realtime/live-status.ts'
import { contactListQuery } from '../queries.ts'

/** Refetch interval of a list during an import or a check (ms). */
const POLL_MS = 5000
/**
 * Refetch interval with live events (ms). They carry the progress of a check, but not a list's counts during an
 * import.
 */
const POLL_WHILE_LIVE_MS = 30_000

/** A list with its running import or check. */
export function useList(contactListId: string) {
  const isLive = useIsLive()
  return useQuery({
    ...contactListQuery(contactListId),
    refetchInterval: ({ state: { data } }) => {
      if (data?.importId) return POLL_MS
      if (!data?.checking) return false
      return isLive ? POLL_WHILE_LIVE_MS : POLL_MS
    },
  })
}
