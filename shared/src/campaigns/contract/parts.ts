import { cutText } from '../../text.ts'
import { RECOMMENDED_LIST_SIZE } from './campaign.ts'

export const NAME_MAX_LENGTH = 50
/** The most campaigns that a tag is split into: a person cannot oversee more. */
export const PARTS_MAX = 20
/** The most contacts of a tag. */
export const TAG_CONTACTS_MAX = PARTS_MAX * RECOMMENDED_LIST_SIZE

/** Splits contacts into parts of 500 (part 3 §6). */
export const partsOf = <T>(contacts: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(contacts.length / RECOMMENDED_LIST_SIZE) }, (_, at) =>
    contacts.slice(at * RECOMMENDED_LIST_SIZE, (at + 1) * RECOMMENDED_LIST_SIZE),
  )

/** `{name} (1/3)`, …; only the name if there is one part. */
export const namesOfParts = (name: string, count: number): string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, at) => withEnding(name, ` (${at + 1}/${count})`))

/** A name with an ending. The name is cut so that both fit. */
export const withEnding = (name: string, ending: string): string =>
  cutText(name, NAME_MAX_LENGTH - ending.length).trimEnd() + ending
