import { type Tag, tag } from '@recado/shared/tags/tag'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { tagKeys } from './keys.ts'

const written = z.object({ record: tag })

/** Applies new, changed and deleted tags. All tags are fetched again too, since a name decides what a search finds. */
export function applyTagEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'tag') return []
  const changed = written.safeParse(frame)
  if (action === 'update' && changed.success) replaceRecord<Tag>(client, tagKeys.lists, changed.data.record)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, tagKeys.lists, gone.data.id)
  client.invalidateQueries({ queryKey: tagKeys.all })
  return [tagKeys.all]
}
