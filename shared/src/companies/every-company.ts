import { SHARDS } from '../queues/queues.ts'
import { type ChainRow, shardIndex } from '../table/indexes.ts'
import { platformTable } from '../table/platform.ts'
import { allRows, type Table } from '../table/table.ts'
import { allRegistered } from './register-store.ts'

/**
 * The ids of all companies: the clients of the register and whoever has a connection, as the platform's own company,
 * which stands in no register, may have.
 */
export async function everyCompany(table: Table): Promise<Set<string>> {
  const ids = new Set((await allRegistered(platformTable(table))).map(({ id }) => id))
  for (let shard = 0; shard < SHARDS; shard++) {
    const rows = allRows<ChainRow>(table, { pk: shardIndex.pk(shard), consistent: true })
    for await (const { companyId } of rows) ids.add(companyId)
  }
  return ids
}
