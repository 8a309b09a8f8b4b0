import { cleanName, cutText } from '../text.ts'
import { CONTACT_NAME_MAX, type NameSource } from './contact.ts'

/** A name with its source; '' is no name. */
export interface SourcedName {
  name: string
  nameFrom: NameSource
}

const RANK: Record<NameSource, number> = { user: 3, phone: 2, whatsapp: 1 }

/**
 * The name that stays when another one is found (part 4 §3): a user's name is never replaced by itself, and a name of the
 * phone's address book is better than the person's own.
 */
export function betterName(known: SourcedName, found: SourcedName): SourcedName {
  if (found.name === '') return known
  if (known.name === '' || RANK[found.nameFrom] >= RANK[known.nameFrom]) return found
  return known
}

/** A name from outside: one line, without bidi controls, cut to a contact's length. */
export const nameFromOutside = (text: string | undefined): string =>
  cutText(
    cleanName(text ?? '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
    CONTACT_NAME_MAX,
  ).trim()
