import { deleteItem } from '../contact-lists/item-writes.ts'
import { itemsAt, placesOf, type StoredItem } from '../contact-lists/items.ts'
import { holdersOf } from '../contact-lists/numbers.ts'
import { allLists, type StoredList } from '../contact-lists/store.ts'
import { keepGroup } from '../groups/lists.ts'
import { type Group, groupsOf } from '../groups/store.ts'
import type { TenantTable } from '../table/tenant.ts'
import { commonDigits, type DataSubject, isTheirs } from './person.ts'

/** Where somebody stands in the company's lists. */
export async function* inLists(
  table: TenantTable,
  subject: DataSubject,
): AsyncGenerator<{ list: StoredList; item: StoredItem }> {
  for (const list of await allLists(table, 'PRIVATE')) {
    if ((await holdersOf(table, list.id, [subject.number])).size === 0) continue
    const places = await placesOf(table, list.id, { text: commonDigits(subject) })
    for (const item of await itemsAt(table, list.id, places))
      if (isTheirs(subject, item)) yield { list, item }
  }
}

/** @param now ISO 8601 @returns how many contacts were taken out */
export async function eraseFromLists(table: TenantTable, subject: DataSubject, now: string): Promise<number> {
  let contacts = 0
  for await (const { list, item } of inLists(table, subject))
    if (await deleteItem(table, list.id, item.place, now)) contacts++
  return contacts
}

/** The groups of these accounts that somebody is in. */
export async function* inGroups(
  table: TenantTable,
  subject: DataSubject,
  connectionIds: readonly string[],
): AsyncGenerator<{ group: Group; admin: boolean }> {
  for (const connectionId of connectionIds) {
    for (const group of await groupsOf(table, connectionId)) {
      const member = group.members.find((one) => isTheirs(subject, one))
      if (member) yield { group, admin: member.admin }
    }
  }
}

/**
 * Takes somebody out of what was read of groups. WhatsApp shows everybody in a group to its other members: while
 * they are in it, the next reading brings them back.
 * @returns how many groups
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
