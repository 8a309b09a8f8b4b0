import { forgetHealth } from '@recado/shared/connections/health-store'
import { deleteConnection } from '@recado/shared/connections/store'
import { environment, ports, publish, tableOf } from '../context.ts'

/**
 * Deletes what a deleted connection leaves: its place in the shard, its health, its linked account and WhatsApp's keys.
 * Every step may be repeated: the clean-up job does the rest of a deletion that died.
 */
export async function forgetDeleted(companyId: string, connectionId: string): Promise<void> {
  const table = tableOf(companyId)
  await deleteConnection(table, connectionId, environment.SHARDS)
  await forgetHealth(table, connectionId)
  // The queue takes repeated commands of five minutes once. A connection's id is never used again.
  await ports.queues.command({ kind: 'forget', companyId, connectionId }, `forget-${connectionId}`)
  await publish({ companyId, topic: 'whatsapp', action: 'delete', body: { id: connectionId } })
}
