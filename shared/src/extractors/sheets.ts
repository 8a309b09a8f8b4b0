import type { GroupContact } from '../groups/group-contact.ts'
import { membersOf } from '../groups/members.ts'
import type { Group } from '../groups/store.ts'
import { knownContacts, shownName } from '../known-contacts/known-contacts.ts'
import { numberCell } from '../phone-numbers/number-cell.ts'
import type { Sheet } from '../spreadsheets/sheet.ts'
import type { TenantTable } from '../table/tenant.ts'

/** The known people with a number, in the columns of an import; sorted by name, people without a name last. */
export const extractedContactsSheet = (
  table: TenantTable,
  { id, name }: { id: string; name: string },
): Sheet => ({ name, header: ['nome', 'numero'], rows: contactRows(table, id) })

/** All members of a group, also those without a number: with whatever is known of them. */
export const groupSheet = (table: TenantTable, group: Group): Sheet => ({
  name: group.subject,
  header: MEMBER_COLUMNS,
  rows: groupRows(table, group),
})

/** Members that a client sent back. */
export const membersSheet = (name: string, members: readonly GroupContact[]): Sheet => ({
  name,
  header: MEMBER_COLUMNS,
  rows: members.map(memberRow),
})

const MEMBER_COLUMNS = ['nome', 'numero', 'admin']

const memberRow = ({ name, number, admin }: GroupContact) => [name, numberCell(number), admin ? 'sim' : 'não']

async function* groupRows(table: TenantTable, group: Group) {
  for (const member of await membersOf(table, group)) yield memberRow(member)
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
