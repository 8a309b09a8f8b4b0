import { type Erasure, erasure } from '@recado/shared/data-subjects/erasure'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import type { LiveEvent } from '../realtime/frame.ts'
import { replaceRecord } from '../realtime/paged-cache.ts'
import { erasureKeys } from './queries.ts'

const written = z.object({ record: erasure })

/** Applies the progress of an erasure. */
export function applyErasureEvent(client: QueryClient, { topic, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'data-subject') return []
  const changed = written.safeParse(frame)
  if (changed.success) replaceRecord<Erasure>(client, erasureKeys.lists, changed.data.record)
  // Support may see erasures, but gets no confidential part of an event.
  else client.invalidateQueries({ queryKey: erasureKeys.lists })
  return [erasureKeys.lists]
}
