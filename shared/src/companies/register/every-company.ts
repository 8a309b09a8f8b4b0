import { shardIndex } from '../../table/indexes.ts'
import { platformTable } from '../../table/platform.ts'
import { allRows, type Table } from '../../table/table.ts'
import { allRegistered } from './register-store.ts'

/**
 * The ids of all companies: those of the register, and those with a connection. The platform's own company is not in
 * the register but may have a connection.
 * @param shards the deployment's number of shards
 */
export async function everyCompany(table: Table, shards: number): Promise<Set<string>> {
  const ids = new Set((await allRegistered(platformTable(table))).map(({ id }) => id))
  for (let shard = 0; shard < shards; shard++) {
    const rows = allRows(table, { pk: shardIndex.pk(shard), consistent: true })
    for await (const { companyId } of rows) ids.add(companyId)
  }
  return ids
}
