import { useQuery } from '@tanstack/react-query'
import { useIsLive } from '../../realtime/live-status.ts'
import { contactListQuery } from '../queries.ts'

/** While something goes on in a list, it is asked for this often, in milliseconds. */
const POLL_MS = 5000
/** Live events tell how far a check has come, but of an import not what the list counts by now. */
const POLL_WHILE_LIVE_MS = 30_000

/** A list with what goes on in it. */
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
