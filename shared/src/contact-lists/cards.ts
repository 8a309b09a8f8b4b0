import { searchable } from '../searchable.ts'
import { placeKey, rowsOfSequence } from '../table/sequence.ts'
import { type Key, partition, putRow, type Row, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/**
 * Contacts added to a list together share a card, as in a library's drawer: one line each with the data for search and
 * counts. Reading the cards of 100,000 contacts costs a sixth of reading the contacts, and the table itself filters
 * them. A change of a contact writes its card in the same transaction, so a card always agrees with its contacts.
 */
export interface Card {
  /** The place of its first line. */
  place: number
  /** Raised by every change. */
  version: number
  text: string
}

/** Whether WhatsApp knows a number; `?`: not asked yet. */
export type Flag = '+' | '-' | '?'

export interface CardLine {
  place: number
  flag: Flag
  /** Name and number, as {@link searchable}. The number stands behind the last blank. */
  text: string
}

export const flagOf = (isWhatsappValid: boolean | null): Flag =>
  isWhatsappValid === null ? '?' : isWhatsappValid ? '+' : '-'

export const validityOf = (flag: Flag): boolean | null => (flag === '?' ? null : flag === '+')

export const lineOf = (
  place: number,
  { name, number, isWhatsappValid }: { name: string; number: string; isWhatsappValid: boolean | null },
): CardLine => ({ place, flag: flagOf(isWhatsappValid), text: searchedText({ name, number }) })

/** The text that a search for a person looks in. */
export const searchedText = ({ name, number }: { name: string; number: string }): string =>
  `${searchable(name)} ${number}`

export const numberOf = ({ text }: CardLine): string => text.slice(text.lastIndexOf(' ') + 1)

const sequenceOf = (listId: string) => partition<Card>(`CARDS#${listId}`)
export const cardKey = (listId: string, place: number): Key<Card> => placeKey(sequenceOf(listId), place)

const write = (lines: readonly CardLine[]) =>
  lines.map(({ place, flag, text }) => `${place}\t${flag}${text}`).join('\n')

export function linesOf({ text }: Pick<Card, 'text'>): CardLine[] {
  if (text === '') return []
  return text.split('\n').map((line) => {
    const tab = line.indexOf('\t')
    const flag = line[tab + 1]
    return {
      place: Number.parseInt(line, 10),
      flag: flag === '+' || flag === '-' ? flag : '?',
      text: line.slice(tab + 2),
    }
  })
}

/** Writes a new card for contacts that are added together. */
export const putCard = (listId: string, lines: readonly CardLine[]): Write => {
  const place = lines[0]?.place ?? 0
  return putRow({ ...cardKey(listId, place), place, version: 1, text: write(lines) })
}

/** Replaces the lines of a card, on condition that it is unchanged. */
export const changeCard = (listId: string, card: Card, lines: readonly CardLine[]): Write =>
  updateRow(
    cardKey(listId, card.place),
    { set: { text: write(lines) }, add: { version: 1 } },
    { version: card.version },
  )

export const getCard = (table: TenantTable, listId: string, place: number) =>
  table.get(cardKey(listId, place))

interface CardsQuery {
  /** Only cards with a line of this flag. */
  flag?: Flag | undefined
  /** Only cards with this text somewhere. */
  text?: string
  after?: number | undefined
  consistent?: boolean
}

/** Cards in the order of their places. A matching card may have lines that do not match. */
export function cardsOf(
  table: TenantTable,
  listId: string,
  { flag, text, ...query }: CardsQuery = {},
): AsyncGenerator<Row<Card>> {
  const looked = text ? { contains: text } : flag && { contains: `\t${flag}` }
  return rowsOfSequence(table, sequenceOf(listId), {
    ...query,
    ...(looked && { filter: { text: looked } }),
  })
}
