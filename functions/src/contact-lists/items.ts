import type { Flag } from '@recado/shared/contact-lists/cards'
import type { ContactFields, ContactListItem } from '@recado/shared/contact-lists/contact-list-item'
import { additions, changeItem, deleteItem } from '@recado/shared/contact-lists/item-writes'
import {
  getItem,
  itemId,
  itemOf,
  itemsAt,
  pageOfItems,
  placeOfItem,
  placesOf,
  reservePlaces,
  type StoredItem,
} from '@recado/shared/contact-lists/items'
import { holdersOf } from '@recado/shared/contact-lists/numbers'
import type { Validity } from '@recado/shared/contact-lists/routes'
import { DomainError, notFound } from '@recado/shared/errors/errors'
import { firstOf } from '@recado/shared/first-of'
import type { PageQuery } from '@recado/shared/http/paging'
import { searchTerm } from '@recado/shared/searchable'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import { committed } from '@recado/shared/table/table'
import { numberOfContact } from '../contacts/typed-number.ts'
import { ports, publish, tableOf } from '../context.ts'
import { pageOf } from '../http/pages.ts'
import * as groupMembers from './group-members.ts'
import * as lists from './lists.ts'

const noSuchContact = () => notFound('ERR_NO_CONTACT_FOUND')
const duplicated = () =>
  new DomainError('conflict', 'ERR_DUPLICATED_CONTACT', 'A contact with this number already exists.')

const FLAG_OF: Record<Validity, Flag> = { true: '+', false: '-', unknown: '?' }

/** Contacts of a list. `count`: all contacts, or the matches of a search. */
export async function page(
  actor: Actor,
  listId: string,
  { valid, ...query }: PageQuery & { valid?: Validity | undefined },
) {
  const { companyId } = actor
  const list = await lists.requireList(companyId, listId)
  if (list.group) return groupMembers.page(actor, list, { valid, ...query })
  const table = tableOf(companyId)
  const text = searchTerm(query.searchParam ?? '')
  const filter = { text, flag: valid && FLAG_OF[valid] }
  const places = text || valid ? await placesOf(table, listId, filter) : undefined
  const { rows, ...end } = await pageOf<StoredItem>(
    [companyId, listId, text, valid ?? ''],
    query,
    async (from, limit) => {
      const after = from === undefined ? -1 : Number(from)
      if (places) {
        const behind = places.filter((place) => place > after)
        const shown = firstOf(behind, limit)
        const goOn = behind.length > limit && { after: String(shown.at(-1)) }
        return { rows: await itemsAt(table, listId, shown), ...goOn }
      }
      const found = await pageOfItems(table, listId, { after, limit })
      return { rows: found.rows, ...(found.after !== undefined && { after: String(found.after) }) }
    },
  )
  const count = places?.length ?? list.contactsCount
  return { contacts: rows.map((row) => itemOf(row, companyId)), count, ...end }
}

export async function get({ companyId }: Actor, id: string): Promise<ContactListItem> {
  return itemOf(await requireItem(companyId, id), companyId)
}

export async function add(
  { companyId }: Actor,
  listId: string,
  fields: ContactFields,
): Promise<ContactListItem> {
  const table = tableOf(companyId)
  const contact = { ...fields, number: await numberOfContact(fields.number) }
  await lists.requirePrivateList(companyId, listId)
  const read = () => holdersOf(table, listId, [contact.number])
  return retrying(table, read, async (holders) => {
    if (holders.size > 0) throw duplicated()
    const firstPlace = await reservePlaces(table, listId, 1)
    if (firstPlace === undefined) throw lists.noSuchList()
    const now = new Date(ports.now()).toISOString()
    const writes = additions({ listId, firstPlace, contacts: [contact], holders, now })
    // Another call added the number meanwhile, or the list was deleted.
    if (!(await committed(table.transact(writes)))) return AGAIN
    const item = itemOf(await requireItem(companyId, itemId(listId, firstPlace)), companyId)
    await publishItem(companyId, listId, 'create', { record: item })
    return item
  })
}

export async function change(
  { companyId }: Actor,
  id: string,
  { contactListId, ...fields }: ContactFields & { contactListId?: string | undefined },
): Promise<ContactListItem> {
  const item = await requireItem(companyId, id)
  if (contactListId !== undefined && contactListId !== item.contactListId) throw lists.noSuchList()
  // An unchanged number is not parsed again: a stored foreign number without its + may look Brazilian.
  const unchanged = fields.number.replace(/\D/g, '') === item.number
  const contact = { ...fields, number: unchanged ? item.number : await numberOfContact(fields.number) }
  const outcome = await changeItem(tableOf(companyId), item.contactListId, item.place, contact)
  if (outcome === 'duplicated') throw duplicated()
  if (outcome === 'gone') throw noSuchContact()
  const record = itemOf(await requireItem(companyId, id), companyId)
  await publishItem(companyId, item.contactListId, 'update', { record })
  return record
}

export async function remove({ companyId }: Actor, id: string): Promise<undefined> {
  const { contactListId, place } = await requireItem(companyId, id)
  const now = new Date(ports.now()).toISOString()
  if (!(await deleteItem(tableOf(companyId), contactListId, place, now))) throw noSuchContact()
  await publishItem(companyId, contactListId, 'delete', { id })
}

async function requireItem(companyId: string, id: string): Promise<StoredItem> {
  const at = placeOfItem(id)
  const item = at && (await getItem(tableOf(companyId), at.listId, at.place))
  if (!item) throw noSuchContact()
  return item
}

/** Publishes a change to browsers that show the list or the overview. */
async function publishItem(
  companyId: string,
  listId: string,
  action: string,
  body: Record<string, unknown>,
): Promise<void> {
  await publish({ companyId, topic: `ContactListItem-${listId}`, action, body })
  await lists.publishList(companyId, 'update', await lists.requireList(companyId, listId))
}
