import { type ContactBlock, contactBlock } from '@recado/shared/contact-blocks/contact-block'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { contactBlockKeys } from './keys.ts'

const written = z.object({ record: contactBlock })

/**
 * Applies an event of a blocked contact, and fetches the lists again: only the server knows the count, and events of two
 * changes may overtake each other.
 */
export function applyContactBlockEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic !== 'contact-blocks') return []
  const changed = written.safeParse(frame)
  if (action === 'update' && changed.success)
    replaceRecord<ContactBlock>(client, contactBlockKeys.lists, changed.data.record)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, contactBlockKeys.lists, gone.data.id)
  if (['create', 'update', 'delete', 'reload'].includes(action))
    client.invalidateQueries({ queryKey: contactBlockKeys.lists })
  return [contactBlockKeys.lists]
}
