import { pageOfSequence, placeKey, rowsOfSequence } from '../table/sequence.ts'
import { committed, type Key, partition } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cardsOf, type Flag, linesOf } from './cards.ts'
import { type ContactFields, type ContactListItem, contactListItem } from './contact-list-item.ts'
import { listKey, type StoredList } from './store.ts'

/** A stored contact of a list. */
export interface StoredItem extends ContactFields {
  place: number
  contactListId: string
  isWhatsappValid: boolean | null
  createdAt: string
  /** The first place of its card. */
  card: number
  /** Its import, if that hands its contacts over to the integrated platform. */
  importId?: string
}

const sequenceOf = (listId: string) => partition<StoredItem>(`LIST#${listId}`)
export const itemKey = (listId: string, place: number): Key<StoredItem> => placeKey(sequenceOf(listId), place)

/** A contact's id is its list and its place in it. Ids sort by the time of creation. */
export const itemId = (listId: string, place: number) => `${listId}-${String(place).padStart(8, '0')}`

export function placeOfItem(id: string): { listId: string; place: number } | undefined {
  const [, listId, place] = /^([0-9A-Z]{26})-(\d{8})$/.exec(id) ?? []
  return listId && place ? { listId, place: Number(place) } : undefined
}

export const getItem = (table: TenantTable, listId: string, place: number) =>
  table.get(itemKey(listId, place))

/** Reserves places for `count` new contacts. @returns the first one; undefined if the list does not exist */
export async function reservePlaces(
  table: TenantTable,
  listId: string,
  count: number,
): Promise<number | undefined> {
  let list: StoredList | undefined
  const change = { add: { nextPlace: count } }
  const isThere = await committed(
    table.update(listKey(listId), change, { pk: { exists: true } }).then((row) => {
      list = row
    }),
  )
  return isThere && list ? list.nextPlace - count : undefined
}

/** All contacts of a list in order. */
export const itemsOf = (table: TenantTable, listId: string, query: { consistent?: boolean } = {}) =>
  rowsOfSequence(table, sequenceOf(listId), query)

/** Contacts in order, behind the place `after`. */
export const pageOfItems = (
  table: TenantTable,
  listId: string,
  query: { after?: number | undefined; limit: number },
) => pageOfSequence(table, sequenceOf(listId), query)

interface Looked {
  /** A {@link searchTerm}; '' for any. */
  text: string
  flag?: Flag | undefined
}

/** The places of all matching contacts in order, found by the cards. */
export async function placesOf(
  table: TenantTable,
  listId: string,
  { text, flag }: Looked,
): Promise<number[]> {
  const places: number[] = []
  for await (const card of cardsOf(table, listId, { text, flag }))
    for (const line of linesOf(card))
      if (line.text.includes(text) && (!flag || line.flag === flag)) places.push(line.place)
  return places.sort((a, b) => a - b)
}

/** The contacts at these places, in order; deleted ones are left out. */
export async function itemsAt(
  table: TenantTable,
  listId: string,
  places: readonly number[],
): Promise<StoredItem[]> {
  const items = await table.getMany(places.map((place) => itemKey(listId, place)))
  return items.sort((a, b) => a.place - b.place)
}

/** A contact as the API shows it; other attributes of the row stay internal. */
export const itemOf = (item: StoredItem, companyId: string): ContactListItem =>
  contactListItem.parse({ ...item, id: itemId(item.contactListId, item.place), companyId })
