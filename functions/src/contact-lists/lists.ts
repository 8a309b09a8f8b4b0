import { unfinishedCampaigns } from '@recado/shared/campaigns/store'
import type { ContactList, ContactListType } from '@recado/shared/contact-lists/contact-list'
import {
  allLists,
  deleteList,
  getList,
  listOf,
  pageOfLists,
  putList,
  renameList,
  type StoredList,
} from '@recado/shared/contact-lists/store'
import { DomainError, notFound } from '@recado/shared/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import { ports, publish, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'

const CLEANUP_DELAY_SECONDS = 5

export const noSuchList = () => notFound('ERR_NO_CONTACT_LIST_FOUND')

export async function page({ companyId }: Actor, { type, ...query }: PageQuery & { type: ContactListType }) {
  const search = query.searchParam ?? ''
  const { rows, ...end } = await pageOf([companyId, 'lists', type, search], query, (before, limit) =>
    pageOfLists(tableOf(companyId), { type, search, before, limit }),
  )
  return { records: rows.map(listOf), ...end }
}

export async function all({ companyId }: Actor, type: ContactListType): Promise<ContactList[]> {
  return (await allLists(tableOf(companyId), type)).map(listOf)
}

export async function get({ companyId }: Actor, listId: string): Promise<ContactList> {
  return listOf(await stored(companyId, listId))
}

export async function create(
  { companyId }: Actor,
  { name, type }: { name: string; type: ContactListType },
): Promise<ContactList> {
  const now = new Date(ports.now()).toISOString()
  const counts = { contactsCount: 0, valids: 0, invalids: 0, nextPlace: 0 }
  const list: StoredList = {
    ...{ id: newId(), companyId, name, type, searchName: name.toLowerCase(), isDuplicated: false },
    ...counts,
    updateAt: now,
    createdAt: now,
  }
  await putList(tableOf(companyId), list)
  await tell(companyId, 'create', list)
  return listOf(list)
}

export async function rename({ companyId }: Actor, listId: string, name: string): Promise<ContactList> {
  if (!(await renameList(tableOf(companyId), listId, name, new Date(ports.now()).toISOString())))
    throw noSuchList()
  const list = await stored(companyId, listId)
  await tell(companyId, 'update', list)
  return listOf(list)
}

/** @throws DomainError ERR_CONTACT_LIST_IN_USE while a campaign that is still to send uses it */
export async function remove({ companyId }: Actor, listId: string): Promise<undefined> {
  await stored(companyId, listId)
  const unfinished = await unfinishedCampaigns(tableOf(companyId))
  if (unfinished.some(({ contactListId }) => contactListId === listId)) {
    throw new DomainError('conflict', 'ERR_CONTACT_LIST_IN_USE', 'A campaign still uses this list')
  }
  // Queued first: a clean-up of a list that is still there does nothing, a list without one would stay for ever.
  await ports.queues.send('cleanup', { companyId, kind: 'contact-list', id: listId }, CLEANUP_DELAY_SECONDS)
  if (!(await deleteList(tableOf(companyId), listId))) {
    throw new DomainError('conflict', 'ERR_IMPORT_RUNNING', 'An import is filling this list')
  }
  await publish({ companyId, topic: 'contact-list', action: 'delete', body: { id: listId } })
}

export async function stored(companyId: string, listId: string): Promise<StoredList> {
  const list = await getList(tableOf(companyId), listId)
  if (!list) throw noSuchList()
  return list
}

export async function tell(companyId: string, action: 'create' | 'update', list: StoredList): Promise<void> {
  await publish({ companyId, topic: 'contact-list', action, body: { record: listOf(list) } })
}
