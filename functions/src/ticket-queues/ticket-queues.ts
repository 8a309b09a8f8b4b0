import { DomainError, notFound } from '@recado/shared/errors'
import { newId } from '@recado/shared/ids'
import type { Actor } from '@recado/shared/sessions/session'
import type { Outcome } from '@recado/shared/table/unique-values'
import {
  allTicketQueues,
  deleteTicketQueue,
  getTicketQueue,
  putTicketQueue,
  QUEUE_COLORS,
  replaceTicketQueue,
  type StoredTicketQueue,
  ticketQueueOf,
} from '@recado/shared/ticket-queues/store'
import type { TicketQueue, TicketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import { ports, publish, tableOf } from '../context.ts'
import { planOf } from '../plans/plan-of.ts'

const byName = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

export async function list({ companyId }: Actor): Promise<TicketQueue[]> {
  const queues = (await allTicketQueues(tableOf(companyId))).map(ticketQueueOf)
  return queues.sort((a, b) => byName.compare(a.name, b.name))
}

export async function get({ companyId }: Actor, queueId: string): Promise<TicketQueue> {
  return ticketQueueOf(await stored(companyId, queueId))
}

/** @throws DomainError ERR_PLAN_LIMIT, ERR_DUPLICATED_NAME, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export async function create({ companyId }: Actor, input: TicketQueueInput): Promise<TicketQueue> {
  const now = new Date(ports.now()).toISOString()
  const queue = { id: newId(), companyId, ...fieldsOf(input), createdAt: now, updatedAt: now }
  requireUnique(await putTicketQueue(tableOf(companyId), queue, await planOf(companyId)))
  return told(companyId, 'create', queue)
}

/** @throws DomainError ERR_DUPLICATED_NAME, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export async function update(actor: Actor, queueId: string, input: TicketQueueInput): Promise<TicketQueue> {
  const { companyId } = actor
  const read = await stored(companyId, queueId)
  const queue = { ...read, ...fieldsOf(input), updatedAt: new Date(ports.now()).toISOString() }
  const outcome = await replaceTicketQueue(tableOf(companyId), read, queue)
  // Somebody else changed it meanwhile: the last one to save has the last word.
  if (outcome === 'changed') return update(actor, queueId, input)
  requireUnique(outcome)
  return told(companyId, 'update', queue)
}

export async function remove(actor: Actor, queueId: string): Promise<undefined> {
  const { companyId } = actor
  const outcome = await deleteTicketQueue(tableOf(companyId), await stored(companyId, queueId))
  if (outcome === 'changed') return remove(actor, queueId)
  await publish({ companyId, topic: 'queue', action: 'delete', body: { id: queueId } })
}

async function stored(companyId: string, queueId: string): Promise<StoredTicketQueue> {
  const queue = await getTicketQueue(tableOf(companyId), queueId)
  if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
  return queue
}

async function told(
  companyId: string,
  action: 'create' | 'update',
  queue: StoredTicketQueue,
): Promise<TicketQueue> {
  const record = ticketQueueOf(queue)
  await publish({ companyId, topic: 'queue', action, body: { record } })
  return record
}

function requireUnique(outcome: Outcome): void {
  if (typeof outcome === 'string') return
  if (outcome.taken === QUEUE_COLORS) {
    const message = 'This color is already in use, pick another one.'
    throw new DomainError('conflict', 'ERR_QUEUE_COLOR_ALREADY_EXISTS', message)
  }
  throw new DomainError('conflict', 'ERR_DUPLICATED_NAME', 'A queue with this name already exists')
}

const fieldsOf = ({ name, color, greetingMessage, outOfHoursMessage }: TicketQueueInput) => ({
  name,
  color,
  greetingMessage: greetingMessage || null,
  outOfHoursMessage: outOfHoursMessage || null,
})
