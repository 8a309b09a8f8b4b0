import { freePlace, type PlanAsRead, samePlan, takePlace, withinPlan } from '../companies/usage.ts'
import { Entity } from '../table/entity.ts'
import type { AGAIN } from '../table/retrying.ts'
import { allRows, deleteRow, type Key, partition, putRow, updateRow, type Write } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Outcome, sameName, type UniqueValue, writeHolder } from '../table/unique-values.ts'
import { byOrder, type TicketQueue, ticketQueue } from './ticket-queue.ts'

export type StoredTicketQueue = TicketQueue & {
  companyId: string
  /** Raised by every change, and by every group that joins the queue. Missing before the first one. */
  revision?: number
  v?: number
}

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
 * @returns the partition of its name or colour where another queue has the same; AGAIN if the company has another plan
 * by now
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

/** Replaces a queue, if it is unchanged since it was read; its former name and colour become free. */
export const replaceTicketQueue = (
  table: TenantTable,
  read: StoredTicketQueue,
  queue: StoredTicketQueue,
): Promise<Outcome> => {
  const revised = { ...queue, revision: (read.revision ?? 0) + 1 }
  const row = { ...ticketQueues.stamped(revised), ...ticketQueueKey(read.id) }
  return writeHolder(table, putRow(row, asRead(read)), {
    id: read.id,
    before: uniqueValues(read),
    after: uniqueValues(queue),
  })
}

/**
 * Deletes a queue, if it is unchanged since it was read. A decision about its groups since then still holds, because each
 * group that joins it raises its revision.
 */
export const deleteTicketQueue = (table: TenantTable, read: StoredTicketQueue): Promise<Outcome> =>
  writeHolder(
    table,
    deleteRow(ticketQueueKey(read.id), asRead(read)),
    { id: read.id, before: uniqueValues(read), after: [] },
    [freePlace('queues')],
  )

/**
 * For the transaction that lets a group join a queue. It fails if the queue was deleted, and a deletion that has read the
 * queue before then fails.
 */
export const joinQueueWrite = (queueId: string): Write =>
  updateRow(ticketQueueKey(queueId), { add: { revision: 1 } }, { pk: { exists: true } })

/** A queue as the API shows it; other attributes of the row stay internal. */
export const ticketQueueOf = (stored: StoredTicketQueue): TicketQueue => ticketQueue.parse(stored)

const uniqueValues = ({ name, color }: StoredTicketQueue): UniqueValue[] => [
  { of: QUEUE_NAMES, value: sameName(name) },
  { of: QUEUE_COLORS, value: color },
]

/** The name makes a deleted row fail the condition of a queue without a revision. */
const asRead = ({ name, color, revision }: StoredTicketQueue) => ({
  name,
  color,
  revision: revision ?? { exists: false },
})
