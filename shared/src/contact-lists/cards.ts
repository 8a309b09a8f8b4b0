import { searchable } from '../contacts/searchable.ts'
import { placeKey, rowsOfSequence } from '../table/sequence.ts'
import type { Key, Row, Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/**
 * Contacts that came into a list together share a card, as in a library's drawer: a line each with what a list
 * is searched and counted by. Looking through the cards of 100,000 contacts reads a sixth of what looking
 * through the contacts would, in pieces that the table itself sorts out. Whoever changes a contact writes its
 * card in the same transaction, so that a card never says anything else than its contacts.
 */
export interface Card {
  /** The first place on it. */
  place: number
  /** Raised by every change. */
  version: number
  text: string
}

/** Whether WhatsApp knows a number; `?` while it has not been asked. */
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

/** What a person is searched by. */
export const searchedText = ({ name, number }: { name: string; number: string }): string =>
  `${searchable(name)} ${number}`

export const numberOf = ({ text }: CardLine): string => text.slice(text.lastIndexOf(' ') + 1)

const sequenceOf = (listId: string) => `CARDS#${listId}`
export const cardKey = (listId: string, place: number): Key => placeKey(sequenceOf(listId), place)

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

/** A new card for contacts that come in together. */
export const putCard = (listId: string, lines: readonly CardLine[]): Write => {
  const place = lines[0]?.place ?? 0
  return { put: { ...cardKey(listId, place), place, version: 1, text: write(lines) } }
}

/** A card with other lines, on condition that it is as it was read. */
export const changeCard = (listId: string, card: Card, lines: readonly CardLine[]): Write => ({
  update: cardKey(listId, card.place),
  change: { set: { text: write(lines) }, add: { version: 1 } },
  when: { version: card.version },
})

export const getCard = (table: TenantTable, listId: string, place: number) =>
  table.get<Card>(cardKey(listId, place))

interface CardsQuery {
  /** Only cards with a line of this flag. */
  flag?: Flag | undefined
  /** Only cards with this text somewhere. */
  text?: string
  after?: number | undefined
  consistent?: boolean
}

/** Cards in the order of their places. A card that fits may still have lines that do not. */
export function cardsOf(
  table: TenantTable,
  listId: string,
  { flag, text, ...query }: CardsQuery = {},
): AsyncGenerator<Row<Card>> {
  const looked = text ? { contains: text } : flag && { contains: `\t${flag}` }
  return rowsOfSequence<Card>(table, sequenceOf(listId), {
    ...query,
    ...(looked && { filter: { text: looked } }),
  })
}
