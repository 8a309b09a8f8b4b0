import { MOST_SHARDS, shardOf } from '../queues/shards.ts'
import { shardIndex } from '../table/indexes.ts'
import { allRows, ConditionFailed, checkRow, committed, deleteRow, type Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import { connectionKey } from './store.ts'

/** A connection whose index row is in another shard than the connection's own. */
interface Misplaced {
  companyId: string
  connectionId: string
  /** The shard that has the row. */
  from: number
  /** The shard that the connection belongs to. */
  to: number
}

/**
 * Connections whose index row is in another shard than their own, because it was written under another number of
 * shards. Reads the shards of any number.
 * @param shards the deployment's number of shards
 */
export async function* misplacedConnections(table: Table, shards: number): AsyncGenerator<Misplaced> {
  for (let from = 0; from < MOST_SHARDS; from++) {
    const rows = allRows(table, { pk: shardIndex.pk(from), consistent: true })
    for await (const { companyId, connectionId } of rows) {
      const to = shardOf(connectionId, shards)
      if (to !== from) yield { companyId, connectionId, from, to }
    }
  }
}

/**
 * Moves the index rows of all connections to their shards. No task may run meanwhile. May be repeated, also after an
 * interruption: a connection is in one shard at every moment.
 * @param shards the deployment's number of shards
 * @returns the number of moved connections
 */
export async function reshardConnections(table: Table, shards: number): Promise<number> {
  let moved = 0
  let before: number
  do {
    before = moved
    for await (const misplaced of misplacedConnections(table, shards))
      if (await moveToShard(table, misplaced)) moved++
    // Another look, for rows that were written during this one.
  } while (moved > before)
  return moved
}

/** @returns false if the connection was deleted or moved since it was read */
async function moveToShard(table: Table, { companyId, connectionId, from, to }: Misplaced): Promise<boolean> {
  const company = new TenantTable(table, companyId)
  const leave = deleteRow(shardIndex.key(from, companyId, connectionId), { pk: { exists: true } })
  try {
    await company.transact([
      checkRow(connectionKey(connectionId), { pk: { exists: true } }),
      { index: leave },
      { index: shardIndex.put(to, companyId, connectionId) },
    ])
    return true
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const [isDeleted] = error.failures.map((failure) => failure !== undefined)
    if (isDeleted) await committed(company.transact([{ index: leave }]))
    return false
  }
}
