import type { Log } from '../ports/log.ts'
import type { LiveEvent } from '../realtime/events.ts'
import { shardIndex } from '../table/indexes.ts'
import { allRows, type Table } from '../table/table.ts'
import { TenantTable } from '../table/tenant.ts'
import { connectionEvent } from './events.ts'
import { readLeases } from './leases.ts'
import { abandonConnection, getConnection } from './store.ts'
import { shownConnection } from './view.ts'

/** A shard unleased for this long (ms) has no owner: a deployment hands over sooner. */
const ABANDONED_MS = 30_000

interface LivenessPorts {
  table: Table
  log: Log
  now(): number
  publish(event: LiveEvent): Promise<void>
}

/**
 * Marks connections as not connected if their task died and no other task took over: only a live task keeps the stored
 * status true. The next owner reports its own status.
 * @returns the number of unleased shards
 */
export async function noticeAbandoned(ports: LivenessPorts): Promise<number> {
  let abandoned = 0
  const { leases, tasks } = await readLeases(ports.table)
  for (const [shard, { taskId, releasedAt = 0 }] of leases) {
    const ownedUntil = Math.max(tasks.get(taskId)?.until ?? 0, releasedAt)
    if (ownedUntil + ABANDONED_MS >= ports.now()) continue
    abandoned++
    await noticeShard(ports, shard)
  }
  return abandoned
}

async function noticeShard(ports: LivenessPorts, shard: number): Promise<void> {
  const rows = allRows(ports.table, { pk: shardIndex.pk(shard), consistent: true })
  for await (const { companyId, connectionId } of rows) {
    const table = new TenantTable(ports.table, companyId)
    const connection = await getConnection(table, connectionId)
    if (connection?.status !== 'CONNECTED') continue
    if (!(await abandonConnection(table, connection, ports.now()))) continue
    ports.log.warn('connection changed', { companyId, connectionId, status: 'TIMEOUT', reason: 'NETWORK' })
    const shown = await shownConnection(table, connectionId, ports.now())
    if (shown) await ports.publish(connectionEvent(companyId, 'whatsappSession', 'update', shown))
  }
}
