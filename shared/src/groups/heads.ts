import { allRows, deleteRow, type Key, partition, putRow, type Row, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { eachGroup, type Group, unknownNumbersOf } from './store.ts'

/**
 * A group without its members: what a page of groups shows (docs/adr/0031). It is written in each transaction of its group.
 * Groups of earlier versions get theirs at WhatsApp's next report about them.
 */
export interface GroupHead extends Pick<Group, 'connectionId' | 'groupId' | 'subject' | 'updatedAt'> {
  contactsCount: number
  /** Members without a known number when the group was last reported. */
  unknownNumbers: number
  contactListId?: string
}

/** The groups of all connections: one query reads a page of them. */
const HEADS = partition<GroupHead>('GROUP-HEADS')
const prefixOf = (connectionId: string): string => `${connectionId}#`
const headKey = ({ connectionId, groupId }: Pick<Group, 'connectionId' | 'groupId'>): Key<GroupHead> => ({
  pk: HEADS,
  sk: prefixOf(connectionId) + groupId,
})

/** A connection whose groups all have heads. */
interface Headed {
  connectionId: string
}

const HEADED = partition<Headed>('GROUP-HEADS-OF')
const headedKey = (connectionId: string): Key<Headed> => ({ pk: HEADED, sk: connectionId })

/** The write of a group's head, for the transaction that writes the group. */
export const putHead = (group: Group): Write => putRow({ ...headOf(group), ...headKey(group) })

/** The deletion of a group's head, for the transaction that deletes the group. */
export const deleteHead = (group: Pick<Group, 'connectionId' | 'groupId'>): Write => deleteRow(headKey(group))

export function headOf(group: Group): GroupHead {
  const { connectionId, groupId, subject, members, updatedAt, contactListId } = group
  return {
    connectionId,
    groupId,
    subject,
    updatedAt,
    contactsCount: members.length,
    unknownNumbers: unknownNumbersOf(group),
    ...(contactListId !== undefined && { contactListId }),
  }
}

/**
 * All groups of these connections without their members. A connection that was not synchronised since heads are written may
 * have groups without one, so its groups are read instead.
 */
export async function groupHeads(table: TenantTable, connectionIds: readonly string[]): Promise<GroupHead[]> {
  // Read before the heads, because it is written after them.
  const headed = new Set<string>()
  for await (const { connectionId } of allRows(table, { pk: HEADED, consistent: true }))
    headed.add(connectionId)
  const heads: GroupHead[] = []
  for await (const head of allRows(table, { pk: HEADS, consistent: true }))
    if (headed.has(head.connectionId) && connectionIds.includes(head.connectionId)) heads.push(head)
  for (const connectionId of connectionIds.filter((id) => !headed.has(id)))
    for await (const group of eachGroup(table, connectionId)) heads.push(headOf(group))
  return heads
}

/** The ids of a connection's groups, also of heads whose group an earlier version has deleted. */
export async function groupIdsOf(table: TenantTable, connectionId: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const { groupId } of eachGroup(table, connectionId)) ids.add(groupId)
  for await (const { groupId } of headsOf(table, connectionId)) ids.add(groupId)
  return ids
}

const headsOf = (table: TenantTable, connectionId: string): AsyncGenerator<Row<GroupHead>> =>
  allRows(table, { pk: HEADS, prefix: prefixOf(connectionId), consistent: true })

/** Records that all groups of a connection have heads, once all of them were written anew. */
export const recordHeads = (table: TenantTable, connectionId: string): Promise<void> =>
  table.put({ ...headedKey(connectionId), connectionId })

/** For a connection whose groups are deleted. */
export const forgetHeads = (table: TenantTable, connectionId: string): Promise<void> =>
  table.delete(headedKey(connectionId))
