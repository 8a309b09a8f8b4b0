import { firstOf } from '../first-of.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type ContactLine, isFound, lineOf, orderOf } from './contact-cards.ts'
import { contactsOfIds, linesWith, survivorOf } from './store.ts'
import type { StoredContact } from './stored-contact.ts'

/** A page of contacts, and how many a search finds. */
export interface ContactPage {
  rows: StoredContact[]
  count: number
  after?: string
}

/**
 * Contacts in the order of their names. A search looks in the names, numbers and e-mails of a contact and of the contacts
 * merged into it. Each page reads all cards: some 4 MB for 50,000 contacts.
 * @param text a `searchTerm`; '' for all
 * @param after the end of the previous page
 */
export async function findContacts(
  table: TenantTable,
  { text, after, limit }: { text: string; after?: string | undefined; limit: number },
): Promise<ContactPage> {
  const found = await shownLines(table, text)
  const ordered = found
    .map((line) => ({ id: line.id, order: orderOf(line) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
  const behind = after === undefined ? ordered : ordered.filter(({ order }) => order > after)
  const page = firstOf(behind, limit)
  const last = page.at(-1)
  const rows = await contactsOfIds(
    table,
    page.map(({ id }) => id),
  )
  return { rows, count: ordered.length, ...(behind.length > limit && last && { after: last.order }) }
}

/** The lines that match, each contact once; a merged contact is replaced by its survivor. */
async function shownLines(table: TenantTable, text: string): Promise<ContactLine[]> {
  const matching = (await linesWith(table, text)).filter((line) => isFound(line, text))
  const shown = new Map(matching.flatMap((line) => (line.mergedInto ? [] : [[line.id, line] as const])))
  if (text === '') return [...shown.values()]
  for (const { mergedInto } of matching) {
    if (!mergedInto || shown.has(mergedInto)) continue
    const survivor = await survivorOf(table, mergedInto)
    if (survivor) shown.set(survivor.id, lineOf(survivor))
  }
  return [...shown.values()]
}
