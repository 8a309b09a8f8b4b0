import type { ContactImport } from '@recado/shared/contact-lists/import'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIsLive } from '../../realtime/live-status.ts'
import { contactListKeys } from '../keys.ts'
import { importQuery } from '../queries.ts'

/** Live events bring the counts; the server is asked often while they do not come, seldom while they do. */
const POLL_MS = 2000
const POLL_WHILE_LIVE_MS = 10_000

export const isRunning = ({ status }: ContactImport) => status === 'WAITING' || status === 'RUNNING'

/** How far an import has come. When it ends, however that was learned, its list is fetched anew. */
export function useImport(contactListId: string, importId: string) {
  const client = useQueryClient()
  const isLive = useIsLive()
  const query = useQuery({
    ...importQuery(contactListId, importId),
    refetchInterval: ({ state }) => {
      if (state.data && !isRunning(state.data)) return false
      return isLive ? POLL_WHILE_LIVE_MS : POLL_MS
    },
  })
  const wasRunning = useRef(false)
  const runs = query.data ? isRunning(query.data) : undefined
  useEffect(() => {
    if (wasRunning.current && runs === false) {
      client.invalidateQueries({ queryKey: contactListKeys.items(contactListId) })
      client.invalidateQueries({ queryKey: contactListKeys.one(contactListId) })
      client.invalidateQueries({ queryKey: contactListKeys.lists })
    }
    if (runs !== undefined) wasRunning.current = runs
  }, [client, contactListId, runs])
  return query
}
