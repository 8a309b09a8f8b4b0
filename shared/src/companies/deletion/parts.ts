import { ledgerId } from '../../campaigns/recipient.ts'
import { connectionIdsEver } from '../../connections/store.ts'
import { clearPartition } from '../../table/clear-partition.ts'
import { chainIndex, dueIndex, emailIndex, listeningIndex, socketIndex } from '../../table/indexes.ts'
import { allRows, type Key, type Row } from '../../table/table.ts'
import type { IndexWrite, TenantTable } from '../../table/tenant.ts'
import {
  conversationsOf,
  messagesOf,
  PARTITIONS,
  partitionsOfConnection,
  partitionsOfLedger,
  partitionsOfList,
} from './partitions.ts'

/** A part of a company that is erased at a time. Erased again it changes nothing. */
type Part = () => Promise<void>

/**
 * The parts of a company, in an order in which nothing goes before what is found through it: whoever begins again
 * finds what is left. The company's own row and the ids of its connections stay to the end.
 */
export async function partsOf(table: TenantTable): Promise<Part[]> {
  const connections = (await connectionIdsEver(table)).map((id) => () => eraseConnection(table, id))
  const lists = await keysOf(table, 'LISTS')
  const campaigns = await keysOf<Campaign>(table, 'CAMPAIGNS')
  return [
    ...connections,
    ...lists.map((list) => () => eraseList(table, list)),
    ...campaigns.map((campaign) => () => eraseCampaign(table, campaign)),
    () => eraseUsers(table),
    () => eraseSockets(table),
    ...Object.values(PARTITIONS)
      .flat()
      .map((pk) => async () => {
        await clearPartition(table, pk)
      }),
  ]
}

/** What stayed to the end, but for the company's own row. */
export async function eraseLast(table: TenantTable, company: Key): Promise<void> {
  await clearPartition(table, 'CONNECTIONS-EVER')
  await clearPartition(table, company.pk, { isWanted: ({ sk }) => sk !== company.sk })
}

async function eraseConnection(table: TenantTable, connectionId: string): Promise<void> {
  await table.transact([{ index: chainIndex.delete(table.companyId, connectionId) }])
  const conversations = conversationsOf(connectionId)
  for (const { sk: chat } of await keysOf(table, conversations)) {
    await clearPartition(table, messagesOf(connectionId, chat))
  }
  for (const pk of [conversations, ...partitionsOfConnection(connectionId)]) await clearPartition(table, pk)
}

async function eraseList(table: TenantTable, list: Key): Promise<void> {
  for (const pk of partitionsOfList(list.sk)) await clearPartition(table, pk)
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
  // One more: a preparation that has just begun counts itself when it is done.
  for (let preparation = 1; preparation <= preparations + 1; preparation++) {
    for (const each of partitionsOfLedger(ledgerId(sk, preparation))) await clearPartition(table, each)
  }
  await table.delete({ pk, sk })
}

/** Each with the e-mail that leads to it. */
async function eraseUsers(table: TenantTable): Promise<void> {
  const { companyId } = table
  for (const { pk, sk, email } of await keysOf<{ email: string }>(table, 'USERS')) {
    const freed: IndexWrite = { index: { delete: emailIndex.key(email), when: { companyId, userId: sk } } }
    await table.transact([{ delete: { pk, sk } }, freed])
  }
}

async function eraseSockets(table: TenantTable): Promise<void> {
  await table.transact([{ index: listeningIndex.delete(table.companyId) }])
  for (const { pk, sk } of await keysOf(table, 'SOCKETS')) {
    await table.transact([
      { delete: { pk, sk } },
      { index: { delete: socketIndex.key(sk, table.companyId) } },
    ])
  }
}

async function keysOf<T extends object>(table: TenantTable, pk: string): Promise<Row<T>[]> {
  const rows: Row<T>[] = []
  for await (const row of allRows<T>(table, { pk, consistent: true })) rows.push(row)
  return rows
}
