import { campaignUsing } from '@recado/shared/campaigns/store/campaign-lists'
import { partsVersion, partsWrite } from '@recado/shared/campaigns/store/parts-in-use'
import type { ConsentInput } from '@recado/shared/contact-lists/consent'
import type { ContactList, ContactListType } from '@recado/shared/contact-lists/contact-list'
import type { ContactFields } from '@recado/shared/contact-lists/contact-list-item'
import {
  allLists,
  changeList,
  deleteList,
  getList,
  listOf,
  pageOfLists,
  putList,
  type StoredList,
} from '@recado/shared/contact-lists/store'
import { DomainError, invalidField, notFound } from '@recado/shared/errors/errors'
import { groupOfList, unlistGroup } from '@recado/shared/group-lists/group-lists'
import { membersOf } from '@recado/shared/groups/members'
import { type FileAnswer, XLSX } from '@recado/shared/http/contract'
import type { PageQuery } from '@recado/shared/http/paging'
import { newId } from '@recado/shared/ids'
import type { FromDeskInput } from '@recado/shared/imports/desk-filter'
import type { Language } from '@recado/shared/language'
import { queueCleanups } from '@recado/shared/queues/after-calls'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { ports, publish, tableOf } from '../context.ts'
import { fileOrExport } from '../exports/exports.ts'
import { pageOf } from '../http/pages.ts'
import { beginFromDesk } from '../imports/from-desk.ts'
import { beginFromPeople } from '../imports/from-people.ts'
import * as imports from '../imports/imports.ts'
import { requireCompany } from '../users/company.ts'

export const noSuchList = () => notFound('ERR_NO_CONTACT_LIST_FOUND')

export async function page({ companyId }: Actor, { type, ...query }: PageQuery & { type: ContactListType }) {
  const search = query.searchParam ?? ''
  const { rows, ...end } = await pageOf([companyId, 'lists', type, search], query, (before, limit) =>
    pageOfLists(tableOf(companyId), { type, search, before, limit }),
  )
  return { records: rows.map(listOf), ...end }
}

/**
 * @param companyId another company is for operators only, which `serve` checks
 * @throws DomainError ERR_NO_COMPANY_FOUND
 */
export async function allContactLists(
  actor: Actor,
  type: ContactListType,
  companyId = actor.companyId,
): Promise<ContactList[]> {
  await requireCompany(actor, companyId)
  return (await allLists(tableOf(companyId), type)).map(listOf)
}

/** A list. A GROUP list comes with its group's members. */
export async function get({ companyId }: Pick<Actor, 'companyId'>, listId: string): Promise<ContactList> {
  const list = await requireList(companyId, listId)
  const shown = listOf(list)
  const group = await groupOfList(tableOf(companyId), list)
  if (!group || !shown.group) return shown
  return { ...shown, group: { ...shown.group, contacts: await membersOf(tableOf(companyId), group) } }
}

interface ListInput {
  name: string
  consent?: ConsentInput | undefined
  contacts?: readonly ContactFields[] | undefined
}

/** @throws DomainError ERR_VALIDATION for a GROUP list, which only a synchronisation creates */
export async function create(
  actor: Actor,
  { name, type, consent, contacts }: ListInput & { type: ContactListType },
): Promise<ContactList> {
  if (type === 'GROUP') throw invalidField('type', 'made_by_sync', 'Group lists are read from WhatsApp')
  const { companyId } = actor
  const now = new Date(ports.now()).toISOString()
  const counts = { contactsCount: 0, valids: 0, invalids: 0, nextPlace: 0 }
  const list: StoredList = {
    id: newId(),
    companyId,
    name,
    type,
    searchName: name.toLowerCase(),
    isDuplicated: false,
    ...counts,
    ...(consent && { consent: imports.vouchedFor(consent, actor) }),
    updateAt: now,
    createdAt: now,
  }
  await putList(tableOf(companyId), list)
  await publishList(companyId, 'create', list)
  return withContacts(actor, list, { consent, contacts })
}

/**
 * A GROUP list has no consent to change: its members were never asked.
 * @throws DomainError ERR_NO_CONTACT_LIST_FOUND also for contacts of a GROUP list
 */
export async function change(
  actor: Actor,
  listId: string,
  { name, consent, contacts }: ListInput,
): Promise<ContactList> {
  const { companyId } = actor
  const { type } = await (contacts ? requirePrivateList : requireList)(companyId, listId)
  const given = consent && type === 'PRIVATE' && { consent: imports.vouchedFor(consent, actor) }
  const updateAt = new Date(ports.now()).toISOString()
  if (!(await changeList(tableOf(companyId), listId, { name, updateAt, ...given }))) throw noSuchList()
  const list = await requireList(companyId, listId)
  await publishList(companyId, 'update', list)
  return withContacts(actor, list, { consent, contacts })
}

/** Starts the import of contacts that came with a list. @returns the list, with the id of that import */
async function withContacts(
  actor: Actor,
  list: StoredList,
  { consent, contacts }: Pick<ListInput, 'consent' | 'contacts'>,
): Promise<ContactList> {
  if (!contacts) return listOf(list)
  const { importId } = await beginFromPeople(actor, list.id, contacts, consent)
  return { ...listOf(list), importId }
}

/** @throws DomainError ERR_CONTACT_LIST_IN_USE while an unfinished campaign uses it */
export async function remove({ companyId }: Actor, listId: string): Promise<undefined> {
  const table = tableOf(companyId)
  const read = async () => {
    const parts = await partsVersion(table)
    return { parts, list: await requireList(companyId, listId) }
  }
  const list = await retrying<Awaited<ReturnType<typeof read>>, StoredList>(
    table,
    read,
    async ({ parts, list }) => {
      if (await campaignUsing(table, listId))
        throw new DomainError('conflict', 'ERR_CONTACT_LIST_IN_USE', 'A campaign still uses this list')
      if (list.importId)
        throw new DomainError('conflict', 'ERR_IMPORT_RUNNING', 'An import is filling this list')
      // Queued first: the clean-up does nothing while the list exists. Without a clean-up, the rows would stay forever.
      await queueCleanups(ports.queues, { companyId, kind: 'contact-list', id: listId })
      return (await deleteList(table, listId, [partsWrite(parts)])) ? list : AGAIN
    },
  )
  await unlistGroup(table, list)
  await publish({ companyId, topic: 'contact-list', action: 'delete', body: { id: listId } })
}

/** Imports a spreadsheet into a private list. */
export async function importInto(actor: Actor, listId: string, input: Parameters<typeof imports.begin>[2]) {
  await requirePrivateList(actor.companyId, listId)
  return imports.begin(actor, listId, input)
}

/** Imports people of the company's contacts or tickets. */
export async function importFromDesk(actor: Actor, listId: string, input: FromDeskInput) {
  await requirePrivateList(actor.companyId, listId)
  return beginFromDesk(actor, listId, input)
}

/** The contacts, in the columns of an import. */
export async function exported(actor: Actor, listId: string, language: Language) {
  const { contactsCount, type } = await requireList(actor.companyId, listId)
  if (type !== 'PRIVATE') throw noSuchList()
  return fileOrExport(actor, { kind: 'contact-list', contactListId: listId, language }, contactsCount)
}

/** An empty spreadsheet with the columns of an import. */
export async function template(): Promise<FileAnswer> {
  const { contactTemplate } = await import('@recado/shared/spreadsheets/write-sheet')
  return { fileName: 'contatos.xlsx', contentType: XLSX, bytes: await contactTemplate() }
}

export async function requireList(companyId: string, listId: string): Promise<StoredList> {
  const list = await getList(tableOf(companyId), listId)
  if (!list) throw noSuchList()
  return list
}

/** A list that people fill. A GROUP list is filled from its group. */
export async function requirePrivateList(companyId: string, listId: string): Promise<StoredList> {
  const list = await requireList(companyId, listId)
  if (list.type !== 'PRIVATE') throw noSuchList()
  return list
}

export async function publishList(
  companyId: string,
  action: 'create' | 'update',
  list: StoredList,
): Promise<void> {
  await publish({ companyId, topic: 'contact-list', action, body: { record: listOf(list) } })
}
