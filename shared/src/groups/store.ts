import { allRows, type Key, partition, type Row } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'

/** A member of a group. The number is null if WhatsApp shows this account only the LID. */
export interface GroupMember {
  number: string | null
  lid: string | null
  admin: boolean
}

/** A group of a connection's account, by WhatsApp's last information. */
export interface Group {
  connectionId: string
  /** Digits; in old groups two numbers with a hyphen. */
  groupId: string
  subject: string
  /** How members are addressed. */
  addressing: 'lid' | 'pn'
  members: GroupMember[]
  /** Only admins may write, and the account is none. */
  onlyAdminsWrite?: true
  /** The GROUP list that shows it. */
  contactListId?: string
  /** When WhatsApp was asked for it, or sent it by itself: ISO 8601. */
  updatedAt: string
}

const partitionOf = (connectionId: string) => partition<Group>(`GROUPS#${connectionId}`)
export const groupKey = (connectionId: string, groupId: string): Key<Group> => ({
  pk: partitionOf(connectionId),
  sk: groupId,
})

export const getGroup = (table: TenantTable, connectionId: string, groupId: string) =>
  table.get(groupKey(connectionId, groupId))

/** A connection's groups with all their members, one by one: together they may take tens of megabytes. */
export const eachGroup = (table: TenantTable, connectionId: string): AsyncGenerator<Row<Group>> =>
  allRows(table, { pk: partitionOf(connectionId), consistent: true })

/** The same at once. For groups without their members see heads.ts. */
export async function groupsOf(table: TenantTable, connectionId: string): Promise<Group[]> {
  const groups: Group[] = []
  for await (const group of eachGroup(table, connectionId)) groups.push(group)
  return groups
}

/** A group's id in the API. It includes the connection, because all accounts in a group have the same WhatsApp id. */
export const groupIdOf = ({ connectionId, groupId }: Pick<Group, 'connectionId' | 'groupId'>): string =>
  `${connectionId}-${groupId}`

export function placeOfGroup(id: string): Pick<Group, 'connectionId' | 'groupId'> | undefined {
  const [, connectionId, groupId] = /^([0-9A-Z]{26})-([\d-]+)$/.exec(id) ?? []
  return connectionId && groupId ? { connectionId, groupId } : undefined
}

export const unknownNumbersOf = ({ members }: Pick<Group, 'members'>): number =>
  members.filter(({ number }) => number === null).length
