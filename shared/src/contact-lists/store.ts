import { canonicalKey } from '../contacts/phone-number.ts'
import { pageNewestFirst } from '../table/newest-first.ts'
import { pageOfSequence, placeKey, rowsOfSequence } from '../table/sequence.ts'
import { type All, allRows, committed, type Key, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type ContactList, type ContactListType, contactList } from './contact-list.ts'
import { type ContactFields, type ContactListItem, contactListItem } from './contact-list-item.ts'

/** What is stored of a list. */
export type StoredList = Omit<ContactList, 'importId'> & {
  companyId: string
  searchName: string
  /** The place of the next contact. */
  nextPlace: number
  /** The import that is filling it; absent when none is. */
  importId?: string
}

/** What is stored of a contact in a list. */
export interface StoredItem extends ContactFields {
  place: number
  contactListId: string
  isWhatsappValid: boolean | null
  createdAt: string
  /** Name and number in small letters: what a search looks in. */
  searchText: string
}

const PARTITION = 'LISTS'
const NUMBER_PARTITIONS = 8

export const listKey = (listId: string): Key => ({ pk: PARTITION, sk: listId })
const sequenceOf = (listId: string) => `LIST#${listId}`
const itemKey = (listId: string, place: number): Key => placeKey(sequenceOf(listId), place)

/** A row per number in the list: what makes a second contact of the same number impossible. */
const numberKey = (listId: string, number: string): Key => {
  const key = canonicalKey(number)
  return { pk: `NUMBERS#${listId}#${Number(key.at(-1)) % NUMBER_PARTITIONS}`, sk: key }
}

/** A contact's id is where it stands: its list and its place in it. Ids sort by the time they were given. */
export const itemId = (listId: string, place: number) => `${listId}-${String(place).padStart(8, '0')}`

export function placeOfItem(id: string): { listId: string; place: number } | undefined {
  const [, listId, place] = /^([0-9A-Z]{26})-(\d{8})$/.exec(id) ?? []
  return listId && place ? { listId, place: Number(place) } : undefined
}

export const getList = (table: TenantTable, listId: string) => table.get<StoredList>(listKey(listId))

export const putList = (table: TenantTable, list: StoredList) =>
  table.put({ ...list, ...listKey(list.id) }, { pk: { exists: false } })

/** @returns undefined where there is no such list */
export const renameList = (table: TenantTable, listId: string, name: string, updateAt: string) =>
  committed(
    table.update(
      listKey(listId),
      { set: { name, searchName: name.toLowerCase(), updateAt } },
      { pk: { exists: true } },
    ),
  )

/** @returns false while an import fills it */
export const deleteList = (table: TenantTable, listId: string) =>
  committed(table.delete(listKey(listId), { importId: { exists: false } }))

/** Newest first. */
export const pageOfLists = (
  table: TenantTable,
  {
    type,
    search,
    before,
    limit,
  }: { type: ContactListType; search: string; before?: string | undefined; limit: number },
) =>
  pageNewestFirst<StoredList>(table, {
    pk: PARTITION,
    filter: { type, ...(search && { searchName: { contains: search } }) },
    before,
    limit,
  })

export async function allLists(table: TenantTable, type: ContactListType): Promise<StoredList[]> {
  const lists: StoredList[] = []
  for await (const list of allRows<StoredList>(table, { pk: PARTITION, filter: { type } })) lists.push(list)
  return lists
}

export const getItem = (table: TenantTable, listId: string, place: number) =>
  table.get<StoredItem>(itemKey(listId, place))

export const pageOfItems = (
  table: TenantTable,
  listId: string,
  { filter, after, limit }: { filter: All; after?: number | undefined; limit: number },
) =>
  pageOfSequence<StoredItem>(table, sequenceOf(listId), {
    after,
    limit,
    ...(Object.keys(filter).length > 0 && { filter }),
  })

/** All contacts of a list in order. */
export const itemsOf = (
  table: TenantTable,
  listId: string,
  query: { filter?: All; consistent?: boolean } = {},
) => rowsOfSequence<StoredItem>(table, sequenceOf(listId), query)

/** Which of these numbers the list already has, by canonical number. */
export async function numbersInList(
  table: TenantTable,
  listId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const rows = await table.getMany(numbers.map((number) => numberKey(listId, number)))
  return new Set(rows.map((row) => row.sk))
}

/** At most this many contacts are added in one transaction, with room for two more rows. */
export const ADDED_AT_ONCE = 49

export interface NewItem extends ContactFields {
  /** The list already has this number, and keeps both. */
  again?: boolean
}

/**
 * The writes that add contacts to a list as it was read: rows, their numbers and the count as one. They fail
 * where one of the numbers is there already or the list changed since it was read.
 */
export function additionsTo(list: StoredList, contacts: readonly NewItem[], now: string): Write[] {
  const keepsDuplicates = contacts.some(({ again }) => again)
  return [
    {
      update: listKey(list.id),
      change: {
        set: { updateAt: now, ...(keepsDuplicates && { isDuplicated: true }) },
        add: { nextPlace: contacts.length, contactsCount: contacts.length },
      },
      when: { nextPlace: list.nextPlace },
    },
    ...contacts.flatMap(({ again, ...contact }, index): Write[] => {
      const place = list.nextPlace + index
      const row = { ...storedItem(list.id, place, contact, now), ...itemKey(list.id, place) }
      const number = { ...numberKey(list.id, contact.number), place }
      return [{ put: row }, ...(again ? [] : [{ put: number, when: { pk: { exists: false } } }])]
    }),
  ]
}

const storedItem = (
  contactListId: string,
  place: number,
  contact: ContactFields,
  createdAt: string,
): StoredItem => ({
  ...contact,
  place,
  contactListId,
  isWhatsappValid: null,
  createdAt,
  searchText: searchTextOf(contact),
})

const searchTextOf = ({ name, number }: ContactFields) => `${name.toLowerCase()} ${number}`

/** @returns false where the new number is in the list already, or the contact is gone */
export function changeItem(table: TenantTable, item: StoredItem, fields: ContactFields): Promise<boolean> {
  const { contactListId, place } = item
  const from = numberKey(contactListId, item.number)
  const to = numberKey(contactListId, fields.number)
  const sameNumber = from.sk === to.sk
  const set = { ...fields, searchText: searchTextOf(fields), ...(!sameNumber && { isWhatsappValid: null }) }
  return committed(
    table.transact([
      { update: itemKey(contactListId, place), change: { set }, when: { number: item.number } },
      ...(sameNumber ? [] : [{ put: { ...to, place }, when: { pk: { exists: false } } }, { delete: from }]),
      ...(sameNumber ? [] : [{ update: listKey(contactListId), change: { add: uncounted(item) } }]),
    ]),
  )
}

/** @returns false where the contact is gone */
export function deleteItem(table: TenantTable, item: StoredItem, now: string): Promise<boolean> {
  const { contactListId, place, number } = item
  const change = { set: { updateAt: now }, add: { contactsCount: -1, ...uncounted(item) } }
  return committed(
    table.transact([
      { delete: itemKey(contactListId, place), when: { number } },
      { delete: numberKey(contactListId, number) },
      { update: listKey(contactListId), change, when: { pk: { exists: true } } },
    ]),
  )
}

/** What the counts of valid and invalid contacts lose with this one. */
const uncounted = ({ isWhatsappValid }: StoredItem): Record<string, number> =>
  isWhatsappValid === null ? { valids: 0 } : isWhatsappValid ? { valids: -1 } : { invalids: -1 }

/** Clears away the rows of a list that is gone. */
export async function clearList(table: TenantTable, listId: string): Promise<void> {
  for await (const item of itemsOf(table, listId)) {
    await table.deleteMany([itemKey(listId, item.place), numberKey(listId, item.number)])
  }
}

/** A list as it is shown; what else stands in its row stays there. */
export const listOf = ({ importId, ...list }: StoredList): ContactList =>
  contactList.parse({ ...list, importId: importId ?? null })

/** A contact as it is shown; what else stands in its row stays there. */
export const itemOf = (item: StoredItem, companyId: string): ContactListItem =>
  contactListItem.parse({ ...item, id: itemId(item.contactListId, item.place), companyId })
