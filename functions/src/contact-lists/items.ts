import type { ContactFields, ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import {
  additionsTo,
  changeItem,
  deleteItem,
  getItem,
  itemId,
  itemOf,
  numbersInList,
  pageOfItems,
  placeOfItem,
  type StoredItem,
} from '@recado/shared/contact-lists/store'
import { normalizeNumber } from '@recado/shared/contacts/phone-number'
import { DomainError, notFound } from '@recado/shared/errors'
import type { PageQuery } from '@recado/shared/http/paging'
import type { Actor } from '@recado/shared/sessions/session'
import { committed } from '@recado/shared/table/table'
import { ports, publish, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import * as lists from './lists.ts'

const noSuchContact = () => notFound('ERR_NO_CONTACT_FOUND')
const duplicated = () =>
  new DomainError('conflict', 'ERR_DUPLICATED_CONTACT', 'A contact with this number already exists.')

export async function page(
  { companyId }: Actor,
  listId: string,
  { valid, ...query }: PageQuery & { valid?: boolean | undefined },
) {
  const list = await lists.stored(companyId, listId)
  const search = query.searchParam ?? ''
  const filter = {
    ...(search && { searchText: { contains: search } }),
    ...(valid !== undefined && { isWhatsappValid: valid }),
  }
  const { rows, ...end } = await pageOf(
    [companyId, listId, search, String(valid)],
    query,
    async (after, limit) => {
      const found = await pageOfItems(tableOf(companyId), listId, {
        filter,
        limit,
        after: after === undefined ? undefined : Number(after),
      })
      return { rows: found.rows, ...(found.after !== undefined && { after: String(found.after) }) }
    },
  )
  const count = valid === undefined ? list.contactsCount : valid ? list.valids : list.invalids
  return { contacts: rows.map((row) => itemOf(row, companyId)), count, ...end }
}

export async function get({ companyId }: Actor, id: string): Promise<ContactListItem> {
  return itemOf(await stored(companyId, id), companyId)
}

export async function add(
  { companyId }: Actor,
  listId: string,
  fields: ContactFields,
): Promise<ContactListItem> {
  const table = tableOf(companyId)
  const contact = { ...fields, number: canonical(fields.number) }
  for (;;) {
    const list = await lists.stored(companyId, listId)
    if ((await numbersInList(table, listId, [contact.number])).size > 0) throw duplicated()
    const now = new Date(ports.now()).toISOString()
    // Somebody else added to the list meanwhile: look again.
    if (!(await committed(table.transact(additionsTo(list, [contact], now))))) continue
    const item = itemOf(await stored(companyId, itemId(listId, list.nextPlace)), companyId)
    await tell(companyId, listId, 'create', { record: item })
    return item
  }
}

export async function change(
  { companyId }: Actor,
  id: string,
  { contactListId, ...fields }: ContactFields & { contactListId?: string | undefined },
): Promise<ContactListItem> {
  const item = await stored(companyId, id)
  if (contactListId !== undefined && contactListId !== item.contactListId) throw lists.noSuchList()
  // A stored foreign number may look Brazilian without its +: what was not changed is not read anew.
  const unchanged = fields.number.replace(/\D/g, '') === item.number
  const contact = { ...fields, number: unchanged ? item.number : canonical(fields.number) }
  if (!(await changeItem(tableOf(companyId), item, contact))) {
    await stored(companyId, id)
    throw duplicated()
  }
  const record = itemOf(await stored(companyId, id), companyId)
  await tell(companyId, item.contactListId, 'update', { record })
  return record
}

export async function remove({ companyId }: Actor, id: string): Promise<undefined> {
  const item = await stored(companyId, id)
  if (!(await deleteItem(tableOf(companyId), item, new Date(ports.now()).toISOString())))
    throw noSuchContact()
  await tell(companyId, item.contactListId, 'delete', { id })
}

async function stored(companyId: string, id: string): Promise<StoredItem> {
  const at = placeOfItem(id)
  const item = at && (await getItem(tableOf(companyId), at.listId, at.place))
  if (!item) throw noSuchContact()
  return item
}

function canonical(number: string): string {
  const normalized = normalizeNumber(number)
  if (normalized.ok) return normalized.number
  const details = [{ path: 'number', code: normalized.reason }]
  throw new DomainError('invalid', 'ERR_INVALID_NUMBER', 'This is not a valid number', { details })
}

/** Tells those who have the list open, and the overview of lists. */
async function tell(
  companyId: string,
  listId: string,
  action: string,
  body: Record<string, unknown>,
): Promise<void> {
  await publish({ companyId, topic: `ContactListItem-${listId}`, action, body })
  await lists.tell(companyId, 'update', await lists.stored(companyId, listId))
}
