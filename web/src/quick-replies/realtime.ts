import { type QuickReply, quickReply } from '@recado/shared/quick-replies/quick-reply'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { quickReplyKeys } from './keys.ts'

const written = z.object({ record: quickReply })

/** Applies new, changed and deleted quick replies. All are fetched again too, since their texts decide what a search finds. */
export function applyQuickReplyEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'quickMessage') return []
  const changed = written.safeParse(frame)
  if (action === 'update' && changed.success)
    replaceRecord<QuickReply>(client, quickReplyKeys.lists, changed.data.record)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, quickReplyKeys.lists, gone.data.id)
  client.invalidateQueries({ queryKey: quickReplyKeys.all })
  return [quickReplyKeys.all]
}
