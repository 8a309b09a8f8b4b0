import type { Chat } from '../../messages/chat.ts'
import { allRows, type Key, partition, putRow, type Write } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import type { GroupSettings } from '../contract/ticket.ts'

/**
 * The settings of a group. The group's live ticket holds a copy, by which lists and events decide who sees it.
 * This row outlives a deleted ticket: else the next message would show a hidden group to everybody.
 */
export interface StoredGroupSettings extends GroupSettings {
  connectionId: string
  chat: Chat
  /** Raised by every change. */
  revision: number
}

const GROUP_SETTINGS = partition<StoredGroupSettings>('GROUP-SETTINGS')

const placeOf = (connectionId: string, chat: Chat): string => `${connectionId}#${chat}`

const keyOf = (connectionId: string, chat: Chat): Key<StoredGroupSettings> => ({
  pk: GROUP_SETTINGS,
  sk: placeOf(connectionId, chat),
})

/** undefined for a group that was never changed. */
export const getGroupSettings = (
  table: TenantTable,
  connectionId: string,
  chat: Chat,
): Promise<StoredGroupSettings | undefined> => table.get(keyOf(connectionId, chat))

/**
 * The write of new settings, for the transaction that changes the group's ticket.
 * @param before as it was read; its condition fails if the settings changed since
 */
export function groupSettingsWrite(
  { whatsappId: connectionId, chat }: Pick<StoredTicket, 'whatsappId' | 'chat'>,
  { muted, queueIds }: GroupSettings,
  before: StoredGroupSettings | undefined,
): Write {
  const revision = (before?.revision ?? 0) + 1
  return putRow(
    { ...keyOf(connectionId, chat), connectionId, chat, muted, queueIds, revision },
    before ? { revision: before.revision } : { pk: { exists: false } },
  )
}

/** The settings of all groups that a queue sees. */
export async function groupsSeenBy(table: TenantTable, queueId: string): Promise<StoredGroupSettings[]> {
  const found: StoredGroupSettings[] = []
  const query = { pk: GROUP_SETTINGS, filter: { queueIds: { contains: queueId } }, consistent: true }
  for await (const row of allRows(table, query)) found.push(row)
  return found
}

/** Forgets the settings of the groups of a deleted connection. */
export async function forgetGroupSettings(table: TenantTable, connectionId: string): Promise<void> {
  const query = { pk: GROUP_SETTINGS, prefix: placeOf(connectionId, ''), consistent: true }
  for await (const { pk, sk } of allRows(table, query)) await table.delete({ pk, sk })
}
