import { freePlace, takePlace, withinPlan } from '../companies/usage.ts'
import type { Plan } from '../plans/plan.ts'
import { allRows, type Key } from '../table/table.ts'
import type { TenantTable } from '../table/tenant.ts'
import { type Outcome, sameName, type UniqueValue, writeHolder } from '../table/unique-values.ts'
import { type TicketQueue, ticketQueue } from './ticket-queue.ts'

export type StoredTicketQueue = TicketQueue & { companyId: string }

const PARTITION = 'TICKET-QUEUES'
/** The values of which a company has each once. */
export const QUEUE_NAMES = 'TICKET-QUEUE-NAMES'
export const QUEUE_COLORS = 'TICKET-QUEUE-COLORS'

export const ticketQueueKey = (queueId: string): Key => ({ pk: PARTITION, sk: queueId })

export const getTicketQueue = (table: TenantTable, queueId: string) =>
  table.get<StoredTicketQueue>(ticketQueueKey(queueId))

export async function allTicketQueues(table: TenantTable): Promise<StoredTicketQueue[]> {
  const rows: StoredTicketQueue[] = []
  for await (const row of allRows<StoredTicketQueue>(table, { pk: PARTITION, consistent: true }))
    rows.push(row)
  return rows
}

/**
 * @param plan the company's; without one there is no limit
 * @returns the partition of its name or colour where another queue has the same
 * @throws DomainError ERR_PLAN_LIMIT
 */
export function putTicketQueue(table: TenantTable, queue: StoredTicketQueue, plan?: Plan): Promise<Outcome> {
  const values = valuesOf(queue)
  const created = writeHolder(
    table,
    { put: { ...queue, ...ticketQueueKey(queue.id) }, when: { pk: { exists: false } } },
    { id: queue.id, before: [], after: values },
    [takePlace('queues', plan)],
  )
  return withinPlan(created, 'queues', 1 + values.length)
}

/** Writes a queue anew, if it still has the name and colour it was read with: these are freed for others. */
export const replaceTicketQueue = (
  table: TenantTable,
  read: StoredTicketQueue,
  queue: StoredTicketQueue,
): Promise<Outcome> =>
  writeHolder(
    table,
    { put: { ...queue, ...ticketQueueKey(queue.id) }, when: asRead(read) },
    { id: queue.id, before: valuesOf(read), after: valuesOf(queue) },
  )

/** Deletes a queue, if it still has the name and colour it was read with. */
export const deleteTicketQueue = (table: TenantTable, read: StoredTicketQueue): Promise<Outcome> =>
  writeHolder(
    table,
    { delete: ticketQueueKey(read.id), when: asRead(read) },
    { id: read.id, before: valuesOf(read), after: [] },
    [freePlace('queues')],
  )

/** A queue as it is shown; what else stands in its row stays there. */
export const ticketQueueOf = (stored: StoredTicketQueue): TicketQueue => ticketQueue.parse(stored)

const valuesOf = ({ name, color }: StoredTicketQueue): UniqueValue[] => [
  { of: QUEUE_NAMES, value: sameName(name) },
  { of: QUEUE_COLORS, value: color },
]

const asRead = ({ name, color }: StoredTicketQueue) => ({ name, color })
