import { type Contact, contact } from '@recado/shared/contacts/contact'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { contactKeys } from './keys.ts'

const written = z.object({ record: contact })
const identified = z.object({ id: z.string() })

/** The answers to a campaign create many contacts. Lists are fetched again at most this often (ms). */
const LISTS_EVERY_MS = 2000

/**
 * Applies new, changed and deleted contacts. Lists are fetched again too: a name decides the order. So is the contact itself
 * where it is open, because notes and merges are in no event. It says too whether the person is blocked.
 */
export function applyContactEvent(client: QueryClient, { topic, action, frame }: LiveEvent): QueryKey[] {
  if (topic === 'contact-blocks') {
    client.invalidateQueries({ queryKey: contactKeys.each })
    return [contactKeys.each]
  }
  if (topic !== 'contact' || !['create', 'update', 'delete', 'reload'].includes(action)) return []
  const changed = written.safeParse(frame)
  const gone = deletion.safeParse(frame)
  const id = changed.data?.record.id ?? gone.data?.id
  // An import can change any contact.
  if (action === 'reload' || id === undefined) {
    client.invalidateQueries({ queryKey: contactKeys.all })
    return [contactKeys.all]
  }
  if (action === 'update' && changed.success)
    replaceRecord<Contact>(client, contactKeys.lists, changed.data.record)
  if (action === 'delete') removeRecord(client, contactKeys.lists, id)
  const open = keysOf(client, id)
  for (const queryKey of open) client.invalidateQueries({ queryKey })
  refreshLists(client)
  return [contactKeys.lists, ...open]
}

/** The query keys of a contact, and of the contacts merged into it. */
function keysOf(client: QueryClient, id: string): QueryKey[] {
  const shown = client.getQueryCache().findAll({
    queryKey: contactKeys.each,
    predicate: ({ state }) => identified.safeParse(state.data).data?.id === id,
  })
  return [contactKeys.one(id), ...shown.map(({ queryKey }) => queryKey)]
}

const waiting = new WeakSet<QueryClient>()

function refreshLists(client: QueryClient): void {
  if (waiting.has(client)) return
  waiting.add(client)
  setTimeout(() => {
    waiting.delete(client)
    for (const queryKey of [contactKeys.lists, contactKeys.duplicates]) client.invalidateQueries({ queryKey })
  }, LISTS_EVERY_MS)
}
