import { deleteItem } from '../contact-lists/item-writes.ts'
import { itemsAt, placesOf, type StoredItem } from '../contact-lists/items.ts'
import { holdersOf } from '../contact-lists/numbers.ts'
import { allLists, type StoredList } from '../contact-lists/store.ts'
import { keepGroup } from '../group-lists/group-lists.ts'
import { eachGroup, type Group } from '../groups/store.ts'
import type { TenantTable } from '../table/tenant.ts'
import { commonDigits, type DataSubject, isTheirs } from './person.ts'

/** A person's contacts in the company's lists. */
export async function* inLists(
  table: TenantTable,
  subject: DataSubject,
): AsyncGenerator<{ list: StoredList; item: StoredItem }> {
  // Contacts of lists have numbers.
  if (subject.numbers.length === 0) return
  for (const list of await allLists(table, 'PRIVATE')) {
    if ((await holdersOf(table, list.id, subject.numbers)).size === 0) continue
    const places = await placesOf(table, list.id, { text: commonDigits(subject) })
    for (const item of await itemsAt(table, list.id, places))
      if (isTheirs(subject, item)) yield { list, item }
  }
}

/** @param now ISO 8601 @returns the number of deleted contacts */
export async function eraseFromLists(table: TenantTable, subject: DataSubject, now: string): Promise<number> {
  let contacts = 0
  for await (const { list, item } of inLists(table, subject))
    if (await deleteItem(table, list.id, item.place, now)) contacts++
  return contacts
}

/** The groups of these accounts that the person is in. */
export async function* inGroups(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
): AsyncGenerator<{ group: Group; admin: boolean }> {
  for (const connectionId of connectionIds) {
    for await (const group of eachGroup(table, connectionId)) {
      const member = group.members.find((one) => isTheirs(subject, one))
      if (member) yield { group, admin: member.admin }
    }
  }
}

/**
 * Removes a person from the stored groups. WhatsApp shows all members of a group to each other: while the person is in
 * the group, the next reading stores them again.
 * @returns the number of groups
 */
export async function eraseFromGroups(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
): Promise<number> {
  let groups = 0
  for await (const { group } of inGroups(table, subject, connectionIds)) {
    const { contactListId: _, ...told } = group
    const members = told.members.filter((member) => !isTheirs(subject, member))
    await keepGroup(table, { ...told, members })
    groups++
  }
  return groups
}
