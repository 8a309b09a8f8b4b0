import type { LiveEvent } from '../realtime/events.ts'
import { type ChainRow, leaseIndex, shardIndex } from '../table/indexes.ts'
import { allRows, type Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import { connectionEvent } from './events.ts'
import { abandonConnection, getConnection } from './store.ts'
import { shownConnection } from './view.ts'

/** A shard that nobody has held for so long has nobody to hold it: deployments change hands sooner. In milliseconds. */
const ABANDONED_MS = 30_000

interface LivenessPorts {
  table: Table
  now(): number
  publish(event: LiveEvent): Promise<void>
}

/**
 * Says of connections whose task has died, with nobody to take over, that they are not connected: a stored
 * status is only as alive as whoever wrote it. Whoever opens them again says so itself.
 * @returns how many shards nobody holds
 */
export async function noticeAbandoned(ports: LivenessPorts): Promise<number> {
  let abandoned = 0
  const leases = allRows<Lease>(ports.table, { pk: leaseIndex.pk, consistent: true })
  for await (const { sk: shard, until, releasedAt = 0 } of leases) {
    if (Math.max(until, releasedAt) + ABANDONED_MS >= ports.now()) continue
    abandoned++
    await noticeShard(ports, Number(shard))
  }
  return abandoned
}

interface Lease {
  /** 0 where it was given back. */
  until: number
  releasedAt?: number
}

async function noticeShard(ports: LivenessPorts, shard: number): Promise<void> {
  const rows = allRows<ChainRow>(ports.table, { pk: shardIndex.pk(shard), consistent: true })
  for await (const { companyId, connectionId } of rows) {
    const table = new TenantTable(ports.table, companyId)
    const connection = await getConnection(table, connectionId)
    if (connection?.status !== 'CONNECTED') continue
    if (!(await abandonConnection(table, connection, ports.now()))) continue
    const shown = await shownConnection(table, connectionId, ports.now())
    if (shown) await ports.publish(connectionEvent(companyId, 'whatsappSession', 'update', shown))
  }
}
