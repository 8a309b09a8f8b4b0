import { cutText } from '../text.ts'
import { RECOMMENDED_LIST_SIZE } from './campaign.ts'

export const NAME_MAX_LENGTH = 50
/** A tag is split into so many campaigns at most: more make none that a person can oversee. */
export const PARTS_MAX = 20
/** Contacts of a tag that a campaign takes, at most. */
export const TAG_CONTACTS_MAX = PARTS_MAX * RECOMMENDED_LIST_SIZE

/** In parts of 500 (part 3 §6). */
export const partsOf = <T>(contacts: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(contacts.length / RECOMMENDED_LIST_SIZE) }, (_, at) =>
    contacts.slice(at * RECOMMENDED_LIST_SIZE, (at + 1) * RECOMMENDED_LIST_SIZE),
  )

/** `{name} (1/3)`, …; the name alone where there is one part. */
export const namesOfParts = (name: string, count: number): string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, at) => withEnding(name, ` (${at + 1}/${count})`))

/** A name with something behind it, cut so that both fit. */
export const withEnding = (name: string, ending: string): string =>
  cutText(name, NAME_MAX_LENGTH - ending.length).trimEnd() + ending
