import {
  contactsNamed,
  type KnownContact,
  knownContacts,
  placesOf,
  shownName,
} from '../known-contacts/known-contacts.ts'
import { canonicalKey } from '../phone-numbers/canonical-key.ts'
import { numbersOfLids } from '../phone-numbers/lids.ts'
import type { TenantTable } from '../table/tenant.ts'
import type { GroupContact } from './group-contact.ts'
import type { Group, GroupMember } from './store.ts'

/**
 * The members of a group as people see them, admins first and otherwise in WhatsApp's order, with the numbers learned
 * since and the account's names for them.
 */
export async function membersOf(table: TenantTable, group: Group): Promise<GroupContact[]> {
  const [numbers, people] = await Promise.all([
    numbersOfLids(table, unknownLids([group])),
    contactsNamed(table, group.connectionId, group.members),
  ])
  const found = group.members.flatMap(({ lid }) => {
    const number = numbers.get(lid ?? '')
    return number === undefined ? [] : [{ number, lid: null }]
  })
  const learned = await contactsNamed(table, group.connectionId, found)
  return shownMembers(group, numbers, new Map([...people, ...learned]))
}

/** The same for all groups of one account: reads all people that the account knows, instead of each member. */
export async function membersOfAll(table: TenantTable, groups: readonly Group[]): Promise<GroupContact[][]> {
  const [first] = groups
  if (!first) return []
  const [numbers, people] = await Promise.all([
    numbersOfLids(table, [...new Set(unknownLids(groups))]),
    knownContacts(table, first.connectionId),
  ])
  const named = new Map(people.flatMap((person) => placesOf(person).map((place) => [place, person])))
  return groups.map((group) => shownMembers(group, numbers, named))
}

function shownMembers(
  { members }: Group,
  numbers: ReadonlyMap<string, string>,
  people: ReadonlyMap<string, KnownContact>,
): GroupContact[] {
  const shown = members.map((member) => {
    const number = member.number ?? numbers.get(member.lid ?? '') ?? null
    return {
      name: nameOf({ ...member, number }, people),
      number: number === null ? '' : canonicalKey(number),
      admin: member.admin,
    }
  })
  return [...shown.filter(({ admin }) => admin), ...shown.filter(({ admin }) => !admin)]
}

function nameOf(member: GroupMember, people: ReadonlyMap<string, KnownContact>): string {
  for (const place of placesOf(member)) {
    const person = people.get(place)
    if (person && shownName(person) !== '') return shownName(person)
  }
  return ''
}

const unknownLids = (groups: readonly Group[]): string[] =>
  groups.flatMap(({ members }) =>
    members.flatMap(({ number, lid }) => (number === null && lid !== null ? [lid] : [])),
  )
