import type { LiveEvent } from '../../realtime/events.ts'
import { allPartitions, type DeskDueRow, deskDueIndex } from '../../table/indexes.ts'
import { allRows, type Table } from '../../table/table.ts'
import { TenantTable } from '../../table/tenant.ts'
import { getTicketQueue, type StoredTicketQueue } from '../../ticket-queues/store.ts'
import type { StoredTicket } from '../contract/stored-ticket.ts'
import { defaultQueueOf } from '../rules/arrival.ts'
import { inTriage } from '../rules/machine.ts'
import { loadDeskRules } from '../store/load-desk-rules.ts'
import { getTicket } from '../store/tickets.ts'
import { changeBySystem, type SystemChange } from './changes.ts'

interface TimerPorts {
  table: Table
  publish(event: LiveEvent): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Looks at all tickets whose time has come: a ticket whose customer did not answer the menu goes to the default queue
 * (part 4 §5), a snoozed one returns to its attendant, and one whose new attendant did not accept it to its queue (§8).
 */
export async function sweepTimers(ports: TimerPorts): Promise<void> {
  // '~' sorts after every character of an index key, so the whole instant is included.
  const upTo = `${new Date(ports.now()).toISOString()}~`
  for (const part of allPartitions)
    for await (const due of allRows(ports.table, { pk: deskDueIndex.pk(part), upTo, consistent: true }))
      await ringTimer(ports, due)
}

async function ringTimer(ports: TimerPorts, { companyId, ticketId, at }: DeskDueRow): Promise<void> {
  const table = new TenantTable(ports.table, companyId)
  const ticket = await getTicket(table, ticketId)
  // Left behind by a deleted company or ticket.
  if (ticket?.timerAt !== at) return table.transact([{ index: deskDueIndex.delete(at, companyId, ticketId) }])
  const rules = await loadDeskRules(table, ticket.whatsappId, ports.now())
  const queueId = defaultQueueOf(rules)
  const queue = queueId ? await getTicketQueue(table, queueId) : undefined
  await changeBySystem({ ...ports, table }, ticketId, (found) =>
    found.timerAt === at ? atItsTime(found, queue) : undefined,
  )
}

/** @param queue the default queue of the ticket's connection; undefined if it has none */
function atItsTime(
  ticket: StoredTicket,
  queue: Pick<StoredTicketQueue, 'id' | 'name'> | undefined,
): SystemChange {
  const after = { ...ticket, timerAt: null }
  if (ticket.snoozedUntil) return { after: { ...after, snoozedUntil: null }, event: { kind: 'woken' } }
  if (ticket.status === 'pending' && ticket.userId) {
    const queueId = ticket.queueId ?? queue?.id ?? null
    return { after: { ...after, userId: null, queueId }, event: { kind: 'returned' } }
  }
  if (!inTriage(ticket)) return { after }
  return {
    after: { ...after, queueId: queue?.id ?? null, bot: ticket.bot && { ...ticket.bot, step: 'none' } },
    event: { kind: 'queued', ...(queue && { queue: { id: queue.id, name: queue.name } }) },
  }
}
