import { type Contact, contact } from '@recado/shared/contacts/contact'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { contactKeys } from './keys.ts'

const written = z.object({ record: contact })

/**
 * Applies new, changed and deleted contacts. Lists are fetched again too: a name decides the order. So are open contacts,
 * because notes and merges are in no event. They say too whether the person is blocked.
 */
export function applyContactEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic === 'contact-blocks') {
    client.invalidateQueries({ queryKey: contactKeys.each })
    return [contactKeys.each]
  }
  if (topic !== 'contact' || !['create', 'update', 'delete', 'reload'].includes(action)) return []
  const changed = written.safeParse(frame)
  if (action === 'update' && changed.success)
    replaceRecord<Contact>(client, contactKeys.lists, changed.data.record)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, contactKeys.lists, gone.data.id)
  client.invalidateQueries({ queryKey: contactKeys.all })
  return [contactKeys.all]
}
