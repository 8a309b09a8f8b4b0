import { freePlace, type PlanAsRead, samePlan, takePlace, withinPlan } from '../companies/usage.ts'
import { Entity } from '../table/entity.ts'
import type { AGAIN } from '../table/retrying.ts'
import { allRows, deleteRow, type Key, partition, putRow } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Outcome, sameName, type UniqueValue, writeHolder } from '../table/unique-values.ts'
import { byOrder, type TicketQueue, ticketQueue } from './ticket-queue.ts'

export type StoredTicketQueue = TicketQueue & { companyId: string; v?: number }

const PARTITION = partition<StoredTicketQueue>('TICKET-QUEUES')
/** The partitions that make a company's queue names and colours unique. */
export const QUEUE_NAMES = 'TICKET-QUEUE-NAMES'
export const QUEUE_COLORS = 'TICKET-QUEUE-COLORS'

export const ticketQueueKey = (queueId: string): Key<StoredTicketQueue> => ({ pk: PARTITION, sk: queueId })

/** Attributes that the first stored queues lack. */
export const QUEUE_DEFAULTS = {
  schedules: null,
  targetMinutes: null,
  distribution: 'manual',
  orderIndex: 0,
} as const

export const ticketQueues = new Entity<StoredTicketQueue>({
  name: 'ticket-queues',
  migrations: [{ id: '1-hours-targets-and-order', upgrade: (row) => ({ ...QUEUE_DEFAULTS, ...row }) }],
  partitions: async () => [PARTITION],
})

export async function getTicketQueue(
  table: TenantTable,
  queueId: string,
): Promise<StoredTicketQueue | undefined> {
  const row = await table.get(ticketQueueKey(queueId))
  return row && ticketQueues.read(row)
}

/** In the order of menus and lists. */
export async function allTicketQueues(table: TenantTable): Promise<StoredTicketQueue[]> {
  const rows: StoredTicketQueue[] = []
  for await (const row of allRows(table, { pk: PARTITION, consistent: true }))
    rows.push(ticketQueues.read(row))
  return rows.sort(byOrder)
}

/**
 * @param plan the company's; without one there is no limit
 * @returns the partition of its name or colour where another queue has the same; AGAIN if the company has another plan by now
 * @throws DomainError ERR_PLAN_LIMIT
 */
export function putTicketQueue(
  table: TenantTable,
  queue: StoredTicketQueue,
  plan?: PlanAsRead,
): Promise<Outcome | typeof AGAIN> {
  const values = uniqueValues(queue)
  const created = writeHolder(
    table,
    putRow({ ...ticketQueues.stamped(queue), ...ticketQueueKey(queue.id) }, { pk: { exists: false } }),
    { id: queue.id, before: [], after: values },
    [takePlace('queues', plan), ...samePlan(plan)],
  )
  return withinPlan(created, plan, 'queues', 1 + values.length)
}

/** Replaces a queue, if it still has the name and colour it was read with; these become free. */
export const replaceTicketQueue = (
  table: TenantTable,
  read: StoredTicketQueue,
  queue: StoredTicketQueue,
): Promise<Outcome> =>
  writeHolder(table, putRow({ ...ticketQueues.stamped(queue), ...ticketQueueKey(queue.id) }, asRead(read)), {
    id: queue.id,
    before: uniqueValues(read),
    after: uniqueValues(queue),
  })

/** Deletes a queue, if it still has the name and colour it was read with. */
export const deleteTicketQueue = (table: TenantTable, read: StoredTicketQueue): Promise<Outcome> =>
  writeHolder(
    table,
    deleteRow(ticketQueueKey(read.id), asRead(read)),
    { id: read.id, before: uniqueValues(read), after: [] },
    [freePlace('queues')],
  )

/** A queue as the API shows it; other attributes of the row stay internal. */
export const ticketQueueOf = (stored: StoredTicketQueue): TicketQueue => ticketQueue.parse(stored)

const uniqueValues = ({ name, color }: StoredTicketQueue): UniqueValue[] => [
  { of: QUEUE_NAMES, value: sameName(name) },
  { of: QUEUE_COLORS, value: color },
]

const asRead = ({ name, color }: StoredTicketQueue) => ({ name, color })
