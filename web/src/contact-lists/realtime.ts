import { type ContactList, contactList } from '@recado/shared/contact-lists/contact-list'
import { type ContactListItem, contactListItem } from '@recado/shared/contact-lists/contact-list-item'
import type { ContactImport } from '@recado/shared/contact-lists/import'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { deletion, type LiveEvent } from '../realtime/frame.ts'
import { removeRecord, replaceRecord } from '../realtime/paged-cache.ts'
import { type ImportChange, importChangeOf, listOfItems } from './import-events.ts'
import { contactListKeys } from './keys.ts'

const listWritten = z.object({ record: contactList })
const itemWritten = z.object({ record: contactListItem })

export function applyContactListEvent(client: QueryClient, event: LiveEvent): void {
  if (event.topic === 'contact-list') applyToLists(client, event)
  const contactListId = listOfItems(event.topic)
  if (contactListId) applyToItems(client, contactListId, event)
}

function applyToLists(client: QueryClient, { action, frame }: LiveEvent): void {
  client.invalidateQueries({ queryKey: contactListKeys.choices })
  if (action === 'create') client.invalidateQueries({ queryKey: contactListKeys.lists })
  const changed = listWritten.safeParse(frame)
  if (action === 'update' && changed.success) {
    const { record } = changed.data
    replaceRecord<ContactList>(client, contactListKeys.lists, record)
    client.setQueryData<ContactList>(contactListKeys.one(record.id), (known) => known && record)
  }
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, contactListKeys.lists, gone.data.id)
}

function applyToItems(client: QueryClient, contactListId: string, { action, frame }: LiveEvent): void {
  const items = contactListKeys.items(contactListId)
  if (action === 'create' || action === 'reload') client.invalidateQueries({ queryKey: items })
  const changed = itemWritten.safeParse(frame)
  if (action === 'update' && changed.success)
    replaceRecord<ContactListItem>(client, items, changed.data.record)
  const gone = deletion.safeParse(frame)
  if (action === 'delete' && gone.success) removeRecord(client, items, gone.data.id)
  const progress = importChangeOf(action, frame)
  if (progress) applyToImport(client, contactListId, progress)
}

function applyToImport(client: QueryClient, contactListId: string, change: ImportChange): void {
  client.setQueryData<ContactImport>(
    contactListKeys.import(contactListId, change.importId),
    (known) => known && { ...known, ...change },
  )
  if (change.status === 'RUNNING') return
  client.invalidateQueries({ queryKey: contactListKeys.items(contactListId) })
  client.invalidateQueries({ queryKey: contactListKeys.one(contactListId) })
  client.invalidateQueries({ queryKey: contactListKeys.lists })
}
