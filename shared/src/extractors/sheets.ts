import type { GroupContact } from '../groups/group-contact.ts'
import { membersOf } from '../groups/members.ts'
import type { Group } from '../groups/store.ts'
import { knownContacts, shownName } from '../known-contacts/known-contacts.ts'
import type { Language } from '../language.ts'
import { numberCell } from '../phone-numbers/number-cell.ts'
import { PEOPLE_WORDS } from '../spreadsheets/people-words.ts'
import type { Sheet } from '../spreadsheets/sheet.ts'
import type { TenantTable } from '../table/tenant.ts'

/** The known people with a number, in the columns of an import; sorted by name, people without a name last. */
export function extractedContactsSheet(
  table: TenantTable,
  { id, name }: { id: string; name: string },
  language: Language,
): Sheet {
  const { columns } = PEOPLE_WORDS[language]
  return { name, header: [columns.name, columns.number], rows: contactRows(table, id) }
}

/** All members of a group, also those without a number: with whatever is known of them. */
export const groupSheet = (table: TenantTable, group: Group, language: Language): Sheet => ({
  name: group.subject,
  header: memberHeader(language),
  rows: groupRows(table, group, language),
})

/** Members that a client sent back. */
export const membersSheet = (
  members: readonly GroupContact[],
  language: Language,
  name: string = PEOPLE_WORDS[language].name,
): Sheet => ({
  name,
  header: memberHeader(language),
  rows: members.map((member) => memberRow(member, language)),
})

function memberHeader(language: Language): string[] {
  const { name, number, admin } = PEOPLE_WORDS[language].columns
  return [name, number, admin]
}

function memberRow({ name, number, admin }: GroupContact, language: Language): string[] {
  const { yes, no } = PEOPLE_WORDS[language]
  return [name, numberCell(number), admin ? yes : no]
}

async function* groupRows(table: TenantTable, group: Group, language: Language) {
  for (const member of await membersOf(table, group)) yield memberRow(member, language)
}

async function* contactRows(table: TenantTable, connectionId: string) {
  const people = (await knownContacts(table, connectionId)).flatMap(({ isContact, number, ...person }) =>
    isContact && number !== null ? [{ number, name: shownName(person) }] : [],
  )
  people.sort((one, other) => byName.compare(one.name || LAST, other.name || LAST))
  for (const { name, number } of people) yield [name, numberCell(number)]
}

const byName = new Intl.Collator('pt-BR')
const LAST = '\uffff'
