import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../realtime/frame.ts'
import { noticeKeys } from './keys.ts'

/** New notices, and those that the user read in another browser: the list is fetched again. */
export function applyNoticeEvent(client: QueryClient, { topic }: LiveEvent): void {
  if (topic === 'notice') client.invalidateQueries({ queryKey: noticeKeys.list })
}
