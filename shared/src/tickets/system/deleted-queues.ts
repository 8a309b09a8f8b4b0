import {
  allConnections,
  connectionKey,
  getConnection,
  queuesOf,
  type StoredConnection,
} from '../../connections/store.ts'
import { AGAIN, retrying } from '../../table/retrying.ts'
import { allRows, committed } from '../../table/table.ts'
import type { TenantTable } from '../../table/tenant.ts'
import { getTicketQueue } from '../../ticket-queues/store.ts'
import type { TicketWatchers } from '../live/watchers.ts'
import { withoutOffer } from '../rules/offer.ts'
import { DESK, type DeskCard } from '../store/ticket-lists.ts'
import { changeBySystem } from './changes.ts'

/** What refers to deleted queues. */
export interface InDeletedQueues {
  connectionIds: string[]
  /** Live tickets. */
  tickets: DeskCard[]
}

/** Reads the connections and the live tickets of the company. */
export async function findInDeletedQueues(table: TenantTable): Promise<InDeletedQueues> {
  const isDeleted = deletedIn(table)
  const found: InDeletedQueues = { connectionIds: [], tickets: [] }
  for (const connection of await allConnections(table))
    if ((await left(connection, isDeleted)) !== undefined) found.connectionIds.push(connection.id)
  for await (const card of allRows(table, { pk: DESK, consistent: true }))
    if (card.queueId && (await isDeleted(card.queueId))) found.tickets.push(card)
  return found
}

/**
 * Takes deleted queues out of connections, and moves their live tickets to the default queue of the connection. Run again
 * it changes the rest.
 * @returns what it found
 */
export async function leaveDeletedQueues(watchers: TicketWatchers): Promise<InDeletedQueues> {
  const { table } = watchers
  const found = await findInDeletedQueues(table)
  // The connections first: their tickets go to a queue that is left.
  for (const id of found.connectionIds) await leaveOnConnection(watchers, id)
  for (const { id, queueId, whatsappId } of found.tickets) {
    const [next = null] = queuesOf(await getConnection(table, whatsappId))
    const name = next ? (await getTicketQueue(table, next))?.name : undefined
    const event = { kind: 'queued', ...(next && name && { queue: { id: next, name } }) } as const
    await changeBySystem(watchers, id, (ticket) =>
      ticket.queueId === queueId ? { after: { ...withoutOffer(ticket), queueId: next }, event } : undefined,
    )
  }
  return found
}

const leaveOnConnection = ({ table, now }: TicketWatchers, connectionId: string): Promise<void> =>
  retrying(
    table,
    () => getConnection(table, connectionId),
    async (connection) => {
      const change = connection && (await left(connection, deletedIn(table)))
      if (!change) return
      const set = { ...change, updatedAt: new Date(now()).toISOString() }
      const asRead = { updatedAt: connection.updatedAt }
      return (await committed(table.update(connectionKey(connectionId), { set }, asRead))) ? undefined : AGAIN
    },
  )

/** The queues that are left to a connection; undefined if it has no deleted one. */
async function left(
  connection: StoredConnection,
  isDeleted: (queueId: string) => Promise<boolean>,
): Promise<Pick<StoredConnection, 'queueIds' | 'defaultQueueId'> | undefined> {
  const deleted = new Set<string>()
  for (const queueId of queuesOf(connection)) if (await isDeleted(queueId)) deleted.add(queueId)
  if (deleted.size === 0) return undefined
  const { queueIds, defaultQueueId } = connection
  return {
    queueIds: queueIds.filter((id) => !deleted.has(id)),
    defaultQueueId: defaultQueueId && deleted.has(defaultQueueId) ? null : defaultQueueId,
  }
}

/** Asks of each queue once. An id is of a queue that existed: one without a row was deleted, and never returns. */
function deletedIn(table: TenantTable): (queueId: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  return (queueId) => {
    const asked = known.get(queueId) ?? getTicketQueue(table, queueId).then((queue) => !queue)
    known.set(queueId, asked)
    return asked
  }
}
