import type { Language } from '../language.ts'
import { numberCell } from '../phone-numbers/number-cell.ts'
import { CONTACT_COLUMNS, PEOPLE_WORDS } from '../spreadsheets/people-words.ts'
import type { Sheet } from '../spreadsheets/sheet.ts'
import type { TenantTable } from '../table/tenant.ts'
import { pageOfTags } from '../tags/store.ts'
import { allContacts } from './store.ts'
import type { StoredContact } from './stored-contact.ts'

/** So many tags are named, the newest: a company has some dozens. */
const TAGS_NAMED = 1000

/**
 * All contacts in the columns of an import, with their tags and extra information behind. A merged contact keeps a row of
 * its own, because its number is a way to the person.
 */
export function contactsSheet(table: TenantTable, language: Language): Sheet {
  const { name, columns } = PEOPLE_WORDS[language]
  return { name, header: CONTACT_COLUMNS.map((column) => columns[column]), rows: cellsOfAll(table) }
}

async function* cellsOfAll(table: TenantTable): AsyncGenerator<string[]> {
  const { rows: tags } = await pageOfTags(table, { search: '', limit: TAGS_NAMED })
  const names = new Map(tags.map(({ id, name }) => [id, name]))
  for await (const contact of allContacts(table)) yield cellsOf(contact, names)
}

const cellsOf = (
  { name, number, email, var1, var2, var3, tagIds, extraInfo }: StoredContact,
  tagNames: ReadonlyMap<string, string>,
): string[] => [
  name,
  numberCell(number ?? ''),
  email,
  var1,
  var2,
  var3,
  tagIds.flatMap((id) => tagNames.get(id) ?? []).join(', '),
  extraInfo.map((info) => `${info.name}: ${info.value}`).join('\n'),
]
