import { firstOf } from '../first-of.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import {
  type Change,
  ConditionFailed,
  committed,
  deleteRow,
  putRow,
  updateRow,
  type Write,
} from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import {
  type Card,
  changeCard,
  type Flag,
  getCard,
  lineOf,
  linesOf,
  numberOf,
  putCard,
  validityOf,
} from './cards.ts'
import type { ContactFields } from './contact-list-item.ts'
import { getItem, itemKey, type StoredItem } from './items.ts'
import { holdersOf, holdNumber, releaseNumber } from './numbers.ts'
import { listKey, type StoredList } from './store.ts'

/**
 * The most contacts that one transaction adds to a list. A transaction takes 100 writes: a row and a number for each,
 * their card, the list, and room for two more. Not a multiple of the partitions, so that cards are spread.
 */
export const ADDED_AT_ONCE = 47

interface Additions {
  listId: string
  /** The first of their reserved places. */
  firstPlace: number
  contacts: readonly ContactFields[]
  /** How many contacts of the list have each of their numbers already: see `holdersOf`. */
  holders: ReadonlyMap<string, number>
  /** ISO 8601. */
  now: string
  /** The import that hands them over to the integrated platform. */
  importId?: string | undefined
  /** Other changes of the list. */
  list?: Change<StoredList>['set']
  /** Conditions on the list, besides its existence. */
  when?: Record<string, string>
}

/**
 * The writes that add contacts: rows, numbers, card and counts together. They fail if a number's holders have changed
 * since they were read.
 */
export function additions({ list, when, ...given }: Additions): Write[] {
  const { listId, contacts, holders, now } = given
  const keepsDuplicates = [...addedOf(contacts)].some(([key, count]) => count + (holders.get(key) ?? 0) > 1)
  return [
    updateRow(
      listKey(listId),
      {
        set: { updateAt: now, ...(keepsDuplicates && { isDuplicated: true }), ...list },
        add: { contactsCount: contacts.length },
      },
      { pk: { exists: true }, ...when },
    ),
    ...contactWrites(given),
  ]
}

/** The same without the list's own row: for a list that is written after its contacts. */
export function contactWrites({
  listId,
  firstPlace,
  contacts,
  holders,
  now,
  importId,
}: Omit<Additions, 'list' | 'when'>): Write[] {
  const rows = contacts.map(
    (contact, index): StoredItem => ({
      ...contact,
      place: firstPlace + index,
      contactListId: listId,
      isWhatsappValid: null,
      createdAt: now,
      card: firstPlace,
      ...(importId && { importId }),
    }),
  )
  return [
    ...rows.map((row): Write => putRow({ ...row, ...itemKey(listId, row.place) }, { pk: { exists: false } })),
    ...[...addedOf(contacts)].map(([key, count]) => holdNumber(listId, key, holders.get(key) ?? 0, count)),
    putCard(
      listId,
      rows.map((row) => lineOf(row.place, row)),
    ),
  ]
}

/** How often each number occurs. */
function addedOf(contacts: readonly ContactFields[]): Map<string, number> {
  const added = new Map<string, number>()
  for (const { number } of contacts)
    added.set(canonicalKey(number), (added.get(canonicalKey(number)) ?? 0) + 1)
  return added
}

/** Result of a change: made, refused because the list has the new number, or the contact was deleted. */
export type Outcome = 'written' | 'duplicated' | 'gone'

/** Changes a contact with its number, its card and the counts. */
export async function changeItem(
  table: TenantTable,
  listId: string,
  place: number,
  fields: ContactFields,
): Promise<Outcome> {
  const read = () => cardAndLine(table, listId, place)
  return retrying<Awaited<ReturnType<typeof read>>, Outcome>(table, read, async (found) => {
    if (!found) return 'gone'
    const { card, line } = found
    const [from, to] = [canonicalKey(numberOf(line)), canonicalKey(fields.number)]
    const isSame = from === to
    const holders = isSame ? undefined : await holdersOf(table, listId, [from, to])
    if (holders?.has(to)) return 'duplicated'
    const isWhatsappValid = isSame ? validityOf(line.flag) : null
    const changed = lineOf(place, { ...fields, isWhatsappValid })
    const lines = linesOf(card).map((known) => (known.place === place ? changed : known))
    const writes: Write[] = [
      updateRow(itemKey(listId, place), { set: { ...fields, isWhatsappValid } }),
      changeCard(listId, card, lines),
      ...(holders
        ? [
            releaseNumber(listId, from, holders.get(from) ?? 0),
            holdNumber(listId, to, 0),
            updateRow(listKey(listId), { add: uncounted(line.flag) }, { pk: { exists: true } }),
          ]
        : []),
    ]
    return (await committed(table.transact(writes))) ? 'written' : AGAIN
  })
}

/** @returns false if the contact does not exist any more */
export async function deleteItem(
  table: TenantTable,
  listId: string,
  place: number,
  now: string,
): Promise<boolean> {
  const read = () => cardAndLine(table, listId, place)
  return retrying(table, read, async (found) => {
    if (!found) return false
    const { card, line } = found
    const number = numberOf(line)
    const holders = await holdersOf(table, listId, [number])
    const lines = linesOf(card).filter((known) => known.place !== place)
    const change = { set: { updateAt: now }, add: { contactsCount: -1, ...uncounted(line.flag) } }
    const writes: Write[] = [
      deleteRow(itemKey(listId, place)),
      changeCard(listId, card, lines),
      releaseNumber(listId, number, holders.get(canonicalKey(number)) ?? 0),
      updateRow(listKey(listId), change, { pk: { exists: true } }),
    ]
    return (await committed(table.transact(writes))) || AGAIN
  })
}

/** The most contacts whose validity one transaction stores, with their card and their list. */
export const LEARNED_AT_ONCE = 90

/**
 * Stores WhatsApp's answers about the numbers of a card.
 * @param valid by place; lines that were removed or already have an answer are skipped
 * @returns how many were stored; undefined if the card has changed meanwhile
 */
export async function learnValidity(
  table: TenantTable,
  listId: string,
  card: Card,
  valid: ReadonlyMap<number, boolean>,
  now: string,
): Promise<number | undefined> {
  const lines = linesOf(card)
  const learned = firstOf(
    lines.filter(({ place, flag }) => flag === '?' && valid.has(place)),
    LEARNED_AT_ONCE,
  )
  if (learned.length === 0) return 0
  const places = new Set(learned.map(({ place }) => place))
  const valids = learned.filter(({ place }) => valid.get(place)).length
  const counts = { valids, invalids: learned.length - valids }
  const writes: Write[] = [
    ...learned.map(({ place }): Write => {
      const isWhatsappValid = valid.get(place) ?? null
      return updateRow(itemKey(listId, place), { set: { isWhatsappValid } }, { pk: { exists: true } })
    }),
    changeCard(
      listId,
      card,
      lines.map((line) =>
        places.has(line.place) ? { ...line, flag: valid.get(line.place) ? '+' : '-' } : line,
      ),
    ),
    updateRow(listKey(listId), { set: { updateAt: now }, add: counts }, { pk: { exists: true } }),
  ]
  try {
    await table.transact(writes)
    return learned.length
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined
    throw error
  }
}

/**
 * Reads a contact's card and line. The card counts, not the row: the row may have been read before a change and the
 * card after it. A write on condition that the card is unchanged also finds the contact unchanged.
 */
async function cardAndLine(table: TenantTable, listId: string, place: number) {
  const item = await getItem(table, listId, place)
  const card = item && (await getCard(table, listId, item.card))
  const line = card && linesOf(card).find((known) => known.place === place)
  return line && { card, line }
}

/** The change of the counts of valid and invalid contacts when this one is removed. */
const uncounted = (flag: Flag): Record<string, number> =>
  flag === '?' ? { valids: 0 } : flag === '+' ? { valids: -1 } : { invalids: -1 }
