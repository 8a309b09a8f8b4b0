import { allRows, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A member of a group. The number is unknown where WhatsApp shows this account the LID alone. */
export interface GroupMember {
  number: string | null
  lid: string | null
  admin: boolean
}

/** A group that a connection's account is in, as WhatsApp last told. */
export interface Group {
  connectionId: string
  groupId: string
  subject: string
  /** How members are addressed. */
  addressing: 'lid' | 'pn'
  members: GroupMember[]
  /** ISO 8601. */
  updatedAt: string
}

const partitionOf = (connectionId: string) => `GROUPS#${connectionId}`
const groupKey = (connectionId: string, groupId: string): Key => ({
  pk: partitionOf(connectionId),
  sk: groupId,
})

export const getGroup = (table: TenantTable, connectionId: string, groupId: string) =>
  table.get<Group>(groupKey(connectionId, groupId))

export const putGroup = (table: TenantTable, group: Group): Promise<void> =>
  table.put({ ...group, ...groupKey(group.connectionId, group.groupId) })

export const forgetGroup = (table: TenantTable, connectionId: string, groupId: string): Promise<void> =>
  table.delete(groupKey(connectionId, groupId))

export async function groupsOf(table: TenantTable, connectionId: string): Promise<Group[]> {
  const groups: Group[] = []
  for await (const row of allRows<Group>(table, { pk: partitionOf(connectionId), consistent: true }))
    groups.push(row)
  return groups
}

/** All groups of an account as they are now; those it has left are forgotten. */
export async function replaceGroups(
  table: TenantTable,
  connectionId: string,
  groups: readonly Group[],
): Promise<void> {
  const current = new Set(groups.map(({ groupId }) => groupId))
  for (const group of groups) await putGroup(table, group)
  for (const { groupId } of await groupsOf(table, connectionId))
    if (!current.has(groupId)) await forgetGroup(table, connectionId, groupId)
}
