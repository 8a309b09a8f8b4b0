import { type Erasure, erased, erasure } from '@recado/shared/data-subjects/erasure'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import type { LiveEvent } from '../realtime/frame.ts'
import { findRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { erasureKeys } from './keys.ts'

const written = z.object({ record: erasure })
const ERASED = erased.keyof().options

/** Applies the progress of an erasure. An event that looks older makes the server decide. */
export function applyErasureEvent(client: QueryClient, { topic, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'data-subject') return []
  // Support may see erasures, but gets no confidential part of an event.
  const record = written.safeParse(frame).data?.record
  const known = record && findRecord<Erasure>(client, erasureKeys.lists, record.id)
  if (!record || (known && isOlder(record, known))) client.invalidateQueries({ queryKey: erasureKeys.lists })
  else replaceRecord<Erasure>(client, erasureKeys.lists, record)
  return [erasureKeys.lists]
}

/** Events may overtake each other (ADR 27). An erasure that goes on after a fault looks older too. */
const isOlder = (told: Erasure, known: Erasure): boolean =>
  (told.status === 'RUNNING' && known.status !== 'RUNNING') ||
  (told.lifted === null && known.lifted !== null) ||
  ERASED.some((name) => told.erased[name] < known.erased[name])
