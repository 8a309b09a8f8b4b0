import { type ContactList, contactList } from '@recado/shared/contact-lists/contact-list'
import { type ContactListItem, contactListItem } from '@recado/shared/contact-lists/contact-list-item'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { findRecord, removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { listOfItems } from './items-topic.ts'
import { contactListKeys } from './keys.ts'

const listWritten = z.object({ record: contactList })
const itemWritten = z.object({ record: contactListItem })

export function applyContactListEvent(client: QueryClient, event: LiveEvent): QueryKey[] {
  if (event.topic === 'contact-list') return applyToLists(client, event)
  const contactListId = listOfItems(event.topic)
  return contactListId ? applyToItems(client, contactListId, event) : []
}

function applyToLists(client: QueryClient, { action, frame }: LiveEvent): QueryKey[] {
  // Reading the groups again can change any list.
  if (action === 'reload') {
    client.invalidateQueries({ queryKey: contactListKeys.all })
    return [contactListKeys.all]
  }
  if (!['create', 'update', 'delete'].includes(action)) return []
  client.invalidateQueries({ queryKey: contactListKeys.choices })
  if (action === 'create') client.invalidateQueries({ queryKey: contactListKeys.lists })
  const changed = listWritten.safeParse(frame)
  if (action === 'update' && changed.success) putList(client, changed.data.record)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, contactListKeys.lists, gone.data.id)
  const ones = changed.success ? [contactListKeys.one(changed.data.record.id)] : []
  return [contactListKeys.choices, contactListKeys.lists, ...ones]
}

function putList(client: QueryClient, record: ContactList): void {
  const knownLists = [
    client.getQueryData<ContactList>(contactListKeys.one(record.id)),
    findRecord<ContactList>(client, contactListKeys.lists, record.id),
  ]
  // The moment of a group's list is that of the group's report, which may be before the list's last change.
  if (!record.group && knownLists.some((known) => known && record.updateAt < known.updateAt)) return
  replaceRecord<ContactList>(client, contactListKeys.lists, record)
  // Events carry no members; the cached ones stay.
  client.setQueryData<ContactList>(
    contactListKeys.one(record.id),
    (known) => known && { ...record, group: record.group && { ...known.group, ...record.group } },
  )
}

function applyToItems(client: QueryClient, contactListId: string, { action, frame }: LiveEvent): QueryKey[] {
  const items = contactListKeys.items(contactListId)
  const list = contactListKeys.one(contactListId)
  if (action === 'reload') client.invalidateQueries({ queryKey: list })
  const changed = itemWritten.safeParse(frame)
  if (action === 'update' && changed.success)
    replaceRecord<ContactListItem>(client, items, changed.data.record)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, items, gone.data.id)
  // How many contacts the list has comes with its first page, and events of two changes may overtake each other.
  if (['create', 'update', 'delete', 'reload'].includes(action)) client.invalidateQueries({ queryKey: items })
  return action === 'reload' ? [items, list] : [items]
}
