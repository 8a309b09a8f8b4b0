import { campaignUsing } from '../campaigns/store.ts'
import { getList, listKey, type StoredList } from '../contact-lists/store.ts'
import { numbersOfLids } from '../conversations/identity.ts'
import { newId } from '../ids.ts'
import { committed, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cutText } from '../text.ts'
import { type Group, getGroup, groupKey, unknownNumbersOf } from './store.ts'

/** A group as WhatsApp tells it. */
export type ToldGroup = Omit<Group, 'contactListId'>

/** What has become of a group's list. */
export type ListNews =
  | { action: 'create' | 'update'; list: StoredList }
  | { action: 'delete'; listId: string }

/** What a group's new list needs beyond the group. */
export interface Listing {
  connectionName: string
  /** Lists that lost their group's row, by the group's id. */
  orphans: ReadonlyMap<string, string>
}

/**
 * Stores a group as WhatsApp tells it, and its list with it.
 * @param listing where a group without a list is to get one
 */
export async function keepGroup(
  table: TenantTable,
  told: ToldGroup,
  listing?: Listing,
): Promise<ListNews | undefined> {
  const group = { ...told, members: await withLearnedNumbers(table, told.members) }
  for (;;) {
    const known = await getGroup(table, group.connectionId, group.groupId)
    const listId = known?.contactListId ?? listing?.orphans.get(group.groupId)
    const list = listId === undefined ? undefined : await getList(table, listId)
    const news = newsOf(table.companyId, group, list, listing)
    const row = { ...group, ...(news && { contactListId: news.list.id }) }
    const asRead = known?.contactListId ?? { exists: false }
    const writes: Write[] = [
      {
        put: { ...row, ...groupKey(group.connectionId, group.groupId) },
        when: { contactListId: asRead },
      },
      ...(news ? [listWrite(news, list)] : []),
    ]
    if (await committed(table.transact(writes))) return news
  }
}

/**
 * The account is in a group no more: its list goes with it, unless a campaign that is still to send uses it.
 * @param now ISO 8601
 */
export async function leaveGroup(
  table: TenantTable,
  connectionId: string,
  groupId: string,
  now: string,
): Promise<ListNews | undefined> {
  for (;;) {
    const group = await getGroup(table, connectionId, groupId)
    const list = group && (await listOfGroup(table, group))
    const news = list && ((await campaignUsing(table, list.id)) ? emptied(list, now) : deleted(list))
    const writes: Write[] = [
      { delete: groupKey(connectionId, groupId) },
      ...(list && news?.action === 'update' ? [listWrite(news, list)] : []),
      ...(list && news?.action === 'delete' ? [{ delete: listKey(list.id) }] : []),
    ]
    if (await committed(table.transact(writes))) return news
  }
}

const deleted = ({ id }: StoredList) => ({ action: 'delete' as const, listId: id })

const emptied = ({ group, ...list }: StoredList, updateAt: string) => ({
  action: 'update' as const,
  list: {
    ...list,
    contactsCount: 0,
    valids: 0,
    updateAt,
    ...(group && { group: { ...group, unknownNumbers: 0 } }),
  },
})

/** The group that a GROUP list shows; undefined where the account is in it no more. */
export const groupOfList = async (table: TenantTable, { group }: StoredList): Promise<Group | undefined> =>
  group && getGroup(table, group.connectionId, group.groupId)

/** The list of a group was deleted: only a new synchronisation makes another one. */
export async function unlistGroup(table: TenantTable, { id, group }: StoredList): Promise<void> {
  if (!group) return
  const key = groupKey(group.connectionId, group.groupId)
  await committed(table.update(key, { remove: ['contactListId'] }, { contactListId: id }))
}

/** Lists have names of 50 characters at most. */
export const listNameOf = (subject: string): string => cutText(subject.trim(), LONGEST_NAME).trim()
const LONGEST_NAME = 50

async function withLearnedNumbers(table: TenantTable, members: Group['members']): Promise<Group['members']> {
  const unknown = members.flatMap(({ number, lid }) => (number === null && lid !== null ? [lid] : []))
  const learned = await numbersOfLids(table, unknown)
  return members.map((member) => ({
    ...member,
    number: member.number ?? learned.get(member.lid ?? '') ?? null,
  }))
}

function newsOf(
  companyId: string,
  group: ToldGroup,
  list: StoredList | undefined,
  listing: Listing | undefined,
): Exclude<ListNews, { action: 'delete' }> | undefined {
  if (!list && !listing) return undefined
  const { connectionId, groupId, subject, members, updatedAt } = group
  const unknownNumbers = unknownNumbersOf(group)
  const connectionName = listing?.connectionName ?? list?.group?.connectionName ?? ''
  const counted = {
    contactsCount: members.length,
    valids: members.length - unknownNumbers,
    updateAt: updatedAt,
    group: { connectionId, connectionName, groupId, name: subject, unknownNumbers },
  }
  const name = listNameOf(subject)
  const named = { name, searchName: name.toLowerCase() }
  if (list) {
    // Who renamed the list wants it so, whatever the group is called.
    const follows = list.name === listNameOf(list.group?.name ?? '')
    return { action: 'update', list: { ...list, ...counted, ...(follows && named) } }
  }
  const made = { id: newId(Date.parse(updatedAt)), companyId, type: 'GROUP' as const, createdAt: updatedAt }
  const unused = { invalids: 0, isDuplicated: false, nextPlace: 0 }
  return { action: 'create', list: { ...made, ...named, ...counted, ...unused } }
}

/** A list that was deleted or renamed meanwhile is read again. */
function listWrite({ action, list }: Exclude<ListNews, { action: 'delete' }>, read?: StoredList): Write {
  if (action === 'create') return { put: { ...list, ...listKey(list.id) }, when: { pk: { exists: false } } }
  const { name, searchName, contactsCount, valids, updateAt, group } = list
  return {
    update: listKey(list.id),
    change: {
      set: { name, searchName, contactsCount, valids, updateAt, ...(group && { group: { ...group } }) },
    },
    when: { name: read?.name ?? name },
  }
}

const listOfGroup = async (table: TenantTable, { contactListId }: Group) =>
  contactListId === undefined ? undefined : getList(table, contactListId)
