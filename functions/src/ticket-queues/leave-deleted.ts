import { connectionEvent } from '@recado/shared/connections/events'
import { shownConnection } from '@recado/shared/connections/view'
import { leaveDeletedQueues } from '@recado/shared/tickets/system/deleted-queues'
import { ports, publish, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'

/** Takes deleted queues out of the company's connections and live tickets, and publishes these. */
export async function leaveDeleted(companyId: string): Promise<void> {
  const { connectionIds } = await leaveDeletedQueues(ticketWatchers(companyId))
  for (const id of connectionIds) {
    const connection = await shownConnection(tableOf(companyId), id, ports.now())
    if (connection) await publish(connectionEvent(companyId, 'whatsapp', 'update', connection))
  }
}
