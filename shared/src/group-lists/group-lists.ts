import { campaignUsing } from '../campaigns/store/campaign-lists.ts'
import { partsVersion, partsWrite } from '../campaigns/store/parts-in-use.ts'
import { getList, listKey, type StoredList } from '../contact-lists/store.ts'
import { deleteHead, putHead } from '../groups/heads.ts'
import { type Group, getGroup, groupKey, unknownNumbersOf } from '../groups/store.ts'
import { newId } from '../ids.ts'
import { numbersOfLids } from '../phone-numbers/lids.ts'
import { AGAIN, retrying } from '../table/retrying.ts'
import { checkRow, committed, deleteRow, putRow, updateRow, type When, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { cutText } from '../text.ts'
import type { TicketWatchers } from '../tickets/live/watchers.ts'
import { nameTicketOfGroup } from '../tickets/system/group-name.ts'

/** A group as WhatsApp sends it. */
export type ReportedGroup = Omit<Group, 'contactListId'>

/** A change of a group's list. */
export type ListNews =
  | { action: 'create' | 'update'; list: StoredList }
  | { action: 'delete'; listId: string }

/** Data for a group's new list, besides the group. */
export interface Listing {
  connectionName: string
  /** Lists without their group's row, by the group's id. */
  orphans: ReadonlyMap<string, string>
}

/**
 * Stores a group as WhatsApp sends it, together with its list. Its live ticket gets its name. Reports may overtake each
 * other: one that was asked for before the stored one changes nothing, but the group gets its list. A group that the
 * account leaves at this moment does not come back.
 * @param listing set if a group without a list gets one
 * @param publish sends the renamed ticket to browsers
 */
export async function keepGroup(
  table: TenantTable,
  told: ReportedGroup,
  listing?: Listing,
  publish: TicketWatchers['publish'] = async () => undefined,
): Promise<ListNews | undefined> {
  const stored = await storeGroup(table, told, listing)
  if (!stored) return undefined
  const { news, group } = stored
  // With each report: an earlier one may have died before it.
  await nameTicketOfGroup({ table, publish, now: () => Date.parse(group.updatedAt) }, group)
  return news
}

async function storeGroup(
  table: TenantTable,
  told: ReportedGroup,
  listing: Listing | undefined,
): Promise<{ group: ReportedGroup; news: ListNews | undefined } | undefined> {
  const reported = { ...told, members: await withLearnedNumbers(table, told.members) }
  const read = () => getGroup(table, told.connectionId, told.groupId)
  let wasKnown = false
  return retrying(table, read, async (known) => {
    if (wasKnown && !known) return undefined
    wasKnown = known !== undefined
    const group = known && known.updatedAt > reported.updatedAt ? unlisted(known) : reported
    const listId = known?.contactListId ?? listing?.orphans.get(group.groupId)
    const list = listId === undefined ? undefined : await getList(table, listId)
    const news = newsOf(table.companyId, group, list, listing)
    const row = { ...group, ...(news && { contactListId: news.list.id }) }
    const writes: Write[] = [
      putRow({ ...row, ...groupKey(group.connectionId, group.groupId) }, asRead(known)),
      // Also unchanged: the stored group may be from before groups had heads.
      putHead(row),
      ...(news ? [listWrite(news, list)] : []),
    ]
    return (await committed(table.transact(writes))) ? { group, news } : AGAIN
  })
}

/** Whether the row is unchanged since it was read. */
const asRead = (known: Group | undefined): When<Group> => ({
  contactListId: known?.contactListId ?? { exists: false },
  updatedAt: known?.updatedAt ?? { exists: false },
})

const unlisted = ({ contactListId: _, ...group }: Group): ReportedGroup => group

/**
 * Removes a group that the account has left, with its list, unless an unfinished campaign uses the list.
 * @param now ISO 8601
 * @param askedAt when WhatsApp was asked or said so by itself, ISO 8601: a group known from a later answer stays
 */
export async function leaveGroup(
  table: TenantTable,
  connectionId: string,
  groupId: string,
  now: string,
  askedAt?: string,
): Promise<ListNews | undefined> {
  const read = async () => {
    const parts = await partsVersion(table)
    return { parts, group: await getGroup(table, connectionId, groupId) }
  }
  return retrying<Awaited<ReturnType<typeof read>>, ListNews | undefined>(
    table,
    read,
    async ({ parts, group }) => {
      if (!group) return (await deleteStray(table, { connectionId, groupId })) ? undefined : AGAIN
      if (askedAt !== undefined && group.updatedAt > askedAt) return undefined
      const list = await listOfGroup(table, group)
      const news = list && ((await campaignUsing(table, list.id)) ? emptied(list, now) : deleted(list))
      const writes: Write[] = [
        deleteRow(groupKey(connectionId, groupId), asRead(group)),
        deleteHead(group),
        ...(list && news?.action === 'update' ? [listWrite(news, list)] : []),
        ...(list && news?.action === 'delete' ? [deleteRow(listKey(list.id)), partsWrite(parts)] : []),
      ]
      return (await committed(table.transact(writes))) ? news : AGAIN
    },
  )
}

/** Deletes the head of a group that an earlier version has deleted. @returns false if the group is there again */
const deleteStray = (table: TenantTable, group: Pick<Group, 'connectionId' | 'groupId'>): Promise<boolean> =>
  committed(
    table.transact([
      checkRow(groupKey(group.connectionId, group.groupId), { pk: { exists: false } }),
      deleteHead(group),
    ]),
  )

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

/** The group of a GROUP list; undefined if the account is no longer in it. */
export const groupOfList = async (table: TenantTable, { group }: StoredList): Promise<Group | undefined> =>
  group && getGroup(table, group.connectionId, group.groupId)

/** Unlinks a group from its deleted list: only a new synchronisation creates another list. */
export async function unlistGroup(table: TenantTable, { id, group }: StoredList): Promise<void> {
  if (!group) return
  const { connectionId, groupId } = group
  await retrying(
    table,
    () => getGroup(table, connectionId, groupId),
    async (found) => {
      if (found?.contactListId !== id) return undefined
      const writes = [
        updateRow(groupKey(connectionId, groupId), { remove: ['contactListId'] }, asRead(found)),
        putHead(unlisted(found)),
      ]
      return (await committed(table.transact(writes))) ? undefined : AGAIN
    },
  )
}

/** The list name of a group: names of lists have at most 50 characters. */
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
  group: ReportedGroup,
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
    // A list that a user renamed keeps its name when the group is renamed.
    const follows = list.name === listNameOf(list.group?.name ?? '')
    return { action: 'update', list: { ...list, ...counted, ...(follows && named) } }
  }
  const made = { id: newId(Date.parse(updatedAt)), companyId, type: 'GROUP' as const, createdAt: updatedAt }
  const unused = { invalids: 0, isDuplicated: false, nextPlace: 0 }
  return { action: 'create', list: { ...made, ...named, ...counted, ...unused } }
}

/** The write of a list; it fails if the list was deleted or renamed meanwhile, and the list is read again. */
function listWrite({ action, list }: Exclude<ListNews, { action: 'delete' }>, read?: StoredList): Write {
  if (action === 'create') return putRow({ ...list, ...listKey(list.id) }, { pk: { exists: false } })
  const { name, searchName, contactsCount, valids, updateAt, group } = list
  return updateRow(
    listKey(list.id),
    {
      set: { name, searchName, contactsCount, valids, updateAt, ...(group && { group: { ...group } }) },
    },
    { name: read?.name ?? name },
  )
}

const listOfGroup = async (table: TenantTable, { contactListId }: Group) =>
  contactListId === undefined ? undefined : getList(table, contactListId)
