import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIsLive } from '../realtime/live-status.ts'
import { isHandedOver, isRunning } from './is-running.ts'
import { importQuery } from './queries.ts'
import { refreshImported } from './refresh.ts'
import type { ImportTarget } from './target.ts'

/** Poll interval without live events (ms). With live events, which carry the counts, polling is slower. */
const POLL_MS = 2000
const POLL_WHILE_LIVE_MS = 10_000

/**
 * The progress of an import. After its end the imported records are fetched, whether an event or an answer
 * reported it.
 */
export function useImport(target: ImportTarget, importId: string) {
  const client = useQueryClient()
  const isLive = useIsLive()
  const query = useQuery({
    ...importQuery(target, importId),
    refetchInterval: ({ state }) => {
      if (state.data && !isRunning(state.data) && !isHandedOver(state.data)) return false
      return isLive ? POLL_WHILE_LIVE_MS : POLL_MS
    },
  })
  const wasRunning = useRef(false)
  const runs = query.data ? isRunning(query.data) : undefined
  useEffect(() => {
    if (wasRunning.current && runs === false) refreshImported(client, target)
    if (runs !== undefined) wasRunning.current = runs
  }, [client, target, runs])
  return query
}
