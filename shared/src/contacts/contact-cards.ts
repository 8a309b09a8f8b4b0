import { searchable } from '../searchable.ts'
import { placeKey, rowsOfSequence } from '../table/sequence.ts'
import { type Key, keyIn, partition, type Row, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { StoredContact } from './stored-contact.ts'

/**
 * A card has a line for each of some contacts, with all that lists are searched, sorted and counted by
 * (docs/adr/0009): 50,000 contacts are some 1,100 cards. Each change of a contact writes its line in its own transaction.
 */
export interface ContactCard {
  place: number
  /** Raised by every change. */
  version: number
  text: string
}

export interface ContactLine {
  id: string
  /** The contact that this one was merged into. */
  mergedInto: string
  lid: string
  /** As {@link searchable}. */
  name: string
  number: string
  email: string
}

/** Contacts on a card, on average: a card is read and written as a whole, so it is kept to a few kilobytes. */
export const LINES_OF_CARD = 45
/** Cards that are filled at the same time: people who write at the same moment rarely share one. */
export const OPEN_CARDS = 8

const CARDS = partition<ContactCard>('CONTACT-CARDS')
/** The next free line. Lines of deleted contacts stay empty. */
const PLACES = keyIn<{ next: number }>('COMPANY', 'CONTACT-PLACES')

/** The card of a new contact. Its id chooses among the open cards. */
export const cardAt = (place: number, contactId: string): number =>
  Math.floor(place / (LINES_OF_CARD * OPEN_CARDS)) * OPEN_CARDS +
  (contactId.charCodeAt(contactId.length - 1) % OPEN_CARDS)

export const cardKey = (card: number): Key<ContactCard> => placeKey(CARDS, card)

/** Reserves lines for new contacts. @returns the first place; unused places stay empty */
export async function reservePlaces(table: TenantTable, count: number): Promise<number> {
  const { next } = await table.update(PLACES, { add: { next: count } })
  return next - count
}

export const lineOf = ({ id, mergedInto, lid, name, number, email }: StoredContact): ContactLine => ({
  id,
  mergedInto: mergedInto ?? '',
  lid: lid ?? '',
  name: searchable(name),
  number: number ?? '',
  email: searchable(email),
})

export function linesOf({ text }: Pick<ContactCard, 'text'>): ContactLine[] {
  if (text === '') return []
  return text.split('\n').map((line) => {
    const [id = '', mergedInto = '', lid = '', name = '', number = '', email = ''] = line.split('\t')
    return { id, mergedInto, lid, name, number, email }
  })
}

/** Whether a search finds the contact. @param term as `searchTerm` makes it */
export const isFound = ({ name, number, email }: ContactLine, term: string): boolean =>
  name.includes(term) || number.includes(term) || email.includes(term)

/** Lists are in the order of the names; a contact without a name stands under its number. */
export const orderOf = ({ id, name, number }: ContactLine): string => `${name || number}\t${id}`

/**
 * The write of a card with changed lines, on condition that it is as it was read.
 * @param before undefined for a new card
 * @param changed contacts before and after the change; a missing one has no line
 */
export function cardWrite(
  card: number,
  before: ContactCard | undefined,
  changed: readonly { before?: StoredContact | undefined; after?: StoredContact | undefined }[],
): Write {
  const lines = new Map(linesOf(before ?? { text: '' }).map((line) => [line.id, line]))
  for (const { before: old, after } of changed) {
    if (old) lines.delete(old.id)
    if (after) lines.set(after.id, lineOf(after))
  }
  const text = [...lines.values()].map(textOf).join('\n')
  const asRead = before ? { version: before.version } : ({ pk: { exists: false } } as const)
  return updateRow(cardKey(card), { set: { place: card, text }, add: { version: 1 } }, asRead)
}

const textOf = ({ id, mergedInto, lid, name, number, email }: ContactLine): string =>
  [id, mergedInto, lid, name, number, email].join('\t')

/** All cards, or those with this text somewhere. */
export const allCards = (table: TenantTable, text = ''): AsyncGenerator<Row<ContactCard>> =>
  rowsOfSequence(table, CARDS, text ? { filter: { text: { contains: text } } } : {})
