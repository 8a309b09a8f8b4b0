import { messagesOfChat, placesOfChat } from '../../chats/message-store.ts'
import { allChats } from '../../chats/store.ts'
import { connectionIdsEver } from '../../connections/store.ts'
import { allRows, type Partition, partition, type Row } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import {
  conversationsOf,
  LED_BY,
  messagesOf,
  PARTITIONS,
  partitionsOfCampaign,
  partitionsOfConnection,
  partitionsOfList,
} from './partitions.ts'

/**
 * Every partition of a company by its name, also empty ones. Partitions named by an id are found through the row with
 * the id, so this reads the table.
 */
export async function* everyPartition(table: TenantTable): AsyncGenerator<string> {
  yield* Object.values(PARTITIONS).flat()
  yield* LED_BY
  for (const connectionId of await connectionIdsEver(table)) {
    const conversations = conversationsOf(connectionId)
    yield* [conversations, ...partitionsOfConnection(connectionId)]
    for await (const { sk: chat } of rowsOf(table, partition(conversations)))
      yield messagesOf(connectionId, chat)
  }
  for await (const { sk: listId } of rowsOf(table, partition('LISTS'))) yield* partitionsOfList(listId)
  for await (const { sk, preparations } of rowsOf(table, partition<{ preparations: number }>('CAMPAIGNS')))
    yield* partitionsOfCampaign(sk, preparations)
  for (const { id } of await allChats(table)) yield* [messagesOfChat(id), placesOfChat(id)]
}

const rowsOf = <T extends object>(table: TenantTable, pk: Partition<T>): AsyncGenerator<Row<T>> =>
  allRows(table, { pk, consistent: true })
