import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { noticeKeys } from './keys.ts'

/** New notices, and those that the user read in another browser: the list is fetched again. */
export function applyNoticeEvent(client: QueryClient, { topic }: LiveEvent): QueryKey[] {
  if (topic !== 'notice') return []
  client.invalidateQueries({ queryKey: noticeKeys.list })
  return [noticeKeys.list]
}
