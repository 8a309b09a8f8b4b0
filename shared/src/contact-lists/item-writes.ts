import { canonicalKey } from '../contacts/canonical-key.ts'
import { firstOf } from '../first-of.ts'
import { type Change, ConditionFailed, committed, type Write } from '../table/table.ts'
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
import { listKey } from './store.ts'

/**
 * At most this many contacts come into a list in one transaction, which takes 100 writes: a row and a number
 * each, their card, the list, and room for two more. No multiple of the partitions, so that cards are spread.
 */
export const ADDED_AT_ONCE = 47

interface Additions {
  listId: string
  /** The first of the places that were reserved for them. */
  firstPlace: number
  contacts: readonly ContactFields[]
  /** How many contacts of the list have their numbers already: see `holdersOf`. */
  holders: ReadonlyMap<string, number>
  /** ISO 8601. */
  now: string
  /** The import that hands them to the integrated platform. */
  importId?: string | undefined
  /** What else the list learns. */
  list?: Change['set']
  /** What must be true of the list besides its being there. */
  when?: Record<string, string>
}

/**
 * The writes that add contacts: rows, numbers, card and count as one. They fail where one of the numbers has
 * another number of holders than it was read with.
 */
export function additions({ list, when, ...given }: Additions): Write[] {
  const { listId, contacts, holders, now } = given
  const keepsDuplicates = [...addedOf(contacts)].some(([key, count]) => count + (holders.get(key) ?? 0) > 1)
  return [
    {
      update: listKey(listId),
      change: {
        set: { updateAt: now, ...(keepsDuplicates && { isDuplicated: true }), ...list },
        add: { contactsCount: contacts.length },
      },
      when: { pk: { exists: true }, ...when },
    },
    ...contactWrites(given),
  ]
}

/** The same without the list's own row, for a list that is written behind its contacts. */
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
    ...rows.map(
      (row): Write => ({ put: { ...row, ...itemKey(listId, row.place) }, when: { pk: { exists: false } } }),
    ),
    ...[...addedOf(contacts)].map(([key, count]) => holdNumber(listId, key, holders.get(key) ?? 0, count)),
    putCard(
      listId,
      rows.map((row) => lineOf(row.place, row)),
    ),
  ]
}

/** How often each number comes. */
function addedOf(contacts: readonly ContactFields[]): Map<string, number> {
  const added = new Map<string, number>()
  for (const { number } of contacts)
    added.set(canonicalKey(number), (added.get(canonicalKey(number)) ?? 0) + 1)
  return added
}

/** What came of a change: made, refused because the list has the new number, or the contact is gone. */
export type Outcome = 'written' | 'duplicated' | 'gone'

/** Changes a contact with its number, its card and the counts. */
export async function changeItem(
  table: TenantTable,
  listId: string,
  place: number,
  fields: ContactFields,
): Promise<Outcome> {
  for (;;) {
    const found = await cardAndLine(table, listId, place)
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
      { update: itemKey(listId, place), change: { set: { ...fields, isWhatsappValid } } },
      changeCard(listId, card, lines),
      ...(holders
        ? [
            releaseNumber(listId, from, holders.get(from) ?? 0),
            holdNumber(listId, to, 0),
            {
              update: listKey(listId),
              change: { add: uncounted(line.flag) },
              when: { pk: { exists: true } },
            },
          ]
        : []),
    ]
    if (await committed(table.transact(writes))) return 'written'
  }
}

/** @returns false where the contact is gone */
export async function deleteItem(
  table: TenantTable,
  listId: string,
  place: number,
  now: string,
): Promise<boolean> {
  for (;;) {
    const found = await cardAndLine(table, listId, place)
    if (!found) return false
    const { card, line } = found
    const number = numberOf(line)
    const holders = await holdersOf(table, listId, [number])
    const lines = linesOf(card).filter((known) => known.place !== place)
    const change = { set: { updateAt: now }, add: { contactsCount: -1, ...uncounted(line.flag) } }
    const writes: Write[] = [
      { delete: itemKey(listId, place) },
      changeCard(listId, card, lines),
      releaseNumber(listId, number, holders.get(canonicalKey(number)) ?? 0),
      { update: listKey(listId), change, when: { pk: { exists: true } } },
    ]
    if (await committed(table.transact(writes))) return true
  }
}

/** Contacts whose validity is learned in one transaction, with their card and their list. */
export const LEARNED_AT_ONCE = 90

/**
 * Stores what WhatsApp said of the numbers on a card.
 * @param valid by place; what is not on the card any more, or has an answer, is left out
 * @returns how many were learned; undefined where the card is another one meanwhile
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
      return {
        update: itemKey(listId, place),
        change: { set: { isWhatsappValid } },
        when: { pk: { exists: true } },
      }
    }),
    changeCard(
      listId,
      card,
      lines.map((line) =>
        places.has(line.place) ? { ...line, flag: valid.get(line.place) ? '+' : '-' } : line,
      ),
    ),
    {
      update: listKey(listId),
      change: { set: { updateAt: now }, add: counts },
      when: { pk: { exists: true } },
    },
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
 * A contact by its card. What the card says of it is what it is: its row may have been read before a change and
 * the card after it, but a write that finds the card as it was read finds the contact so too.
 */
async function cardAndLine(table: TenantTable, listId: string, place: number) {
  const item = await getItem(table, listId, place)
  const card = item && (await getCard(table, listId, item.card))
  const line = card && linesOf(card).find((known) => known.place === place)
  return line && { card, line }
}

/** What the counts of valid and invalid contacts lose with this one. */
const uncounted = (flag: Flag): Record<string, number> =>
  flag === '?' ? { valids: 0 } : flag === '+' ? { valids: -1 } : { invalids: -1 }
