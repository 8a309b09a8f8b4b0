import { clearChat } from '../../chats/erase-chats.ts'
import { allChats } from '../../chats/store.ts'
import { connectionIdsEver } from '../../connections/store.ts'
import { clearPartition } from '../../table/clear-partition.ts'
import {
  chainIndex,
  deskDueIndex,
  dueIndex,
  emailIndex,
  listeningIndex,
  socketIndex,
} from '../../table/indexes.ts'
import { allRows, deleteRow, type Key, type Partition, partition, type Row } from '../../table/table.ts'
import type { IndexWrite, TenantTable } from '../../table/tenant.ts'
import {
  conversationsOf,
  messagesOf,
  PARTITIONS,
  partitionsOfCampaign,
  partitionsOfConnection,
  partitionsOfList,
} from './partitions.ts'

/** One step of a company's deletion. Idempotent. */
type Part = () => Promise<void>

/**
 * The steps of a company's deletion. Rows that lead to others are deleted after them, so that a repeated deletion finds
 * the rest. The company's own row and the ids of its connections stay until the end.
 */
export async function partsOf(table: TenantTable): Promise<Part[]> {
  const connections = (await connectionIdsEver(table)).map((id) => () => eraseConnection(table, id))
  const lists = await keysOf(table, partition<object>('LISTS'))
  const campaigns = await keysOf(table, partition<Campaign>('CAMPAIGNS'))
  const { words, tickets, ...partitions } = PARTITIONS
  const cleared = (pk: string) => async () => {
    await clearPartition(table, partition(pk))
  }
  return [
    // Before the conversations: a change of a ticket leaves an event in its conversation, under its own condition.
    ...tickets.map(cleared),
    ...connections,
    ...lists.map((list) => () => eraseList(table, list)),
    ...campaigns.map((campaign) => () => eraseCampaign(table, campaign)),
    () => eraseUsers(table),
    () => eraseSockets(table),
    () => eraseSchedules(table),
    () => eraseChats(table),
    ...Object.values(partitions).flat().map(cleared),
    () => eraseWords(table, words),
  ]
}

/** Deletes the last rows, except the company's own row. */
export async function eraseLast(table: TenantTable, company: Key): Promise<void> {
  await clearPartition(table, partition('CONNECTIONS-EVER'))
  await clearPartition(table, company.pk, { isWanted: ({ sk }) => sk !== company.sk })
}

async function eraseConnection(table: TenantTable, connectionId: string): Promise<void> {
  await table.transact([{ index: chainIndex.delete(table.companyId, connectionId) }])
  const conversations = partition<object>(conversationsOf(connectionId))
  for (const { sk: chat } of await keysOf(table, conversations)) {
    await clearPartition(table, partition(messagesOf(connectionId, chat)))
  }
  for (const pk of [conversations, ...partitionsOfConnection(connectionId)])
    await clearPartition(table, partition(pk))
}

async function eraseList(table: TenantTable, list: Key): Promise<void> {
  for (const pk of partitionsOfList(list.sk)) await clearPartition(table, partition(pk))
  await table.delete(list)
}

interface Campaign {
  dueAt: string | null
  preparations: number
}

async function eraseCampaign(
  table: TenantTable,
  { pk, sk, dueAt, preparations }: Row<Campaign>,
): Promise<void> {
  if (dueAt) await table.transact([{ index: dueIndex.delete(dueAt, table.companyId, sk) }])
  for (const each of partitionsOfCampaign(sk, preparations)) await clearPartition(table, partition(each))
  await table.delete({ pk, sk })
}

/** Words have more than a thousand partitions, most of them empty. */
async function eraseWords(table: TenantTable, words: readonly string[]): Promise<void> {
  for (let from = 0; from < words.length; from += AT_ONCE) {
    const some = words.slice(from, from + AT_ONCE)
    await Promise.all(some.map((pk) => clearPartition(table, partition(pk))))
  }
}

/** Partitions of words that are cleared at the same time. */
const AT_ONCE = 40

/** Deletes the users, each with the index row of their e-mail. */
async function eraseUsers(table: TenantTable): Promise<void> {
  const { companyId } = table
  for (const { pk, sk, email } of await keysOf(table, partition<{ email: string }>('USERS'))) {
    const freed: IndexWrite = { index: deleteRow(emailIndex.key(email), { companyId, userId: sk }) }
    await table.transact([deleteRow({ pk, sk }), freed])
  }
}

async function eraseSockets(table: TenantTable): Promise<void> {
  await table.transact([{ index: listeningIndex.delete(table.companyId) }])
  for (const { pk, sk } of await keysOf(table, partition<object>('SOCKETS'))) {
    await table.transact([deleteRow({ pk, sk }), { index: deleteRow(socketIndex.key(sk, table.companyId)) }])
  }
}

/** Deletes what was to be sent at a time, each with its index row. */
async function eraseSchedules(table: TenantTable): Promise<void> {
  for (const { pk, sk, dueAt } of await keysOf(table, partition<{ dueAt: string | null }>('SCHEDULES'))) {
    const freed = dueAt ? [{ index: deskDueIndex.delete(dueAt, table.companyId, sk) }] : []
    await table.transact([deleteRow({ pk, sk }), ...freed])
  }
}

/** Deletes the messages of each conversation of colleagues. All of the company's files are deleted at once. */
async function eraseChats(table: TenantTable): Promise<void> {
  for (const { id } of await allChats(table)) await clearChat(table, id)
}

async function keysOf<T extends object>(table: TenantTable, pk: Partition<T>): Promise<Row<T>[]> {
  const rows: Row<T>[] = []
  for await (const row of allRows(table, { pk, consistent: true })) rows.push(row)
  return rows
}
