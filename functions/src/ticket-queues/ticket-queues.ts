import { DomainError, notFound } from '@recado/shared/errors/errors'
import { newId } from '@recado/shared/ids'
import { AFTER_CALLS_SECONDS } from '@recado/shared/queues/after-calls'
import type { Actor } from '@recado/shared/sessions/session'
import { AGAIN, retrying } from '@recado/shared/table/retrying'
import type { Outcome } from '@recado/shared/table/unique-values'
import {
  allTicketQueues,
  deleteTicketQueue,
  getTicketQueue,
  putTicketQueue,
  QUEUE_COLORS,
  QUEUE_DEFAULTS,
  replaceTicketQueue,
  type StoredTicketQueue,
  ticketQueueOf,
} from '@recado/shared/ticket-queues/store'
import type { TicketQueue, TicketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import { isQueueInUse, moveQueue } from '@recado/shared/tickets/system/changes'
import { isOnlyQueueOfGroup, leaveGroups } from '@recado/shared/tickets/system/group-queues'
import { ports, publish, tableOf } from '../context.ts'
import { ticketWatchers } from '../desk/ticket-watchers.ts'
import { underPlan } from '../plans/under-plan.ts'
import { leaveDeleted } from './leave-deleted.ts'

export async function list({ companyId }: Actor): Promise<TicketQueue[]> {
  return (await allTicketQueues(tableOf(companyId))).map(ticketQueueOf)
}

export async function get({ companyId }: Actor, queueId: string): Promise<TicketQueue> {
  return ticketQueueOf(await requireTicketQueue(companyId, queueId))
}

/** @throws DomainError ERR_PLAN_LIMIT, ERR_DUPLICATED_NAME, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export async function create({ companyId }: Actor, input: TicketQueueInput): Promise<TicketQueue> {
  const now = new Date(ports.now()).toISOString()
  const queue = { id: newId(), companyId, ...fieldsOf(QUEUE_DEFAULTS, input), createdAt: now, updatedAt: now }
  requireUnique(await underPlan(companyId, (plan) => putTicketQueue(tableOf(companyId), queue, plan)))
  return publishTicketQueue(companyId, 'create', queue)
}

/** @throws DomainError ERR_DUPLICATED_NAME, ERR_QUEUE_COLOR_ALREADY_EXISTS */
export async function update(
  { companyId }: Actor,
  queueId: string,
  input: TicketQueueInput,
): Promise<TicketQueue> {
  const table = tableOf(companyId)
  const queue = await retrying(
    table,
    () => requireTicketQueue(companyId, queueId),
    async (read) => {
      const changed = { ...read, ...fieldsOf(read, input), updatedAt: new Date(ports.now()).toISOString() }
      const outcome = await replaceTicketQueue(table, read, changed)
      if (outcome === 'changed') return AGAIN
      requireUnique(outcome)
      return changed
    },
  )
  return publishTicketQueue(companyId, 'update', queue)
}

/**
 * Groups that the queue sees are seen by their other queues alone.
 * @param moveTo the queue that takes the live tickets, and that sees the groups instead
 * @throws DomainError ERR_QUEUE_IN_USE if no queue takes its live tickets, or the groups that no other queue sees
 */
export async function remove({ companyId }: Actor, queueId: string, moveTo?: string): Promise<undefined> {
  await retrying(
    tableOf(companyId),
    () => requireTicketQueue(companyId, queueId),
    (queue) => tryRemove(companyId, queue, moveTo),
  )
  await leaveDeleted(companyId)
  await publish({ companyId, topic: 'queue', action: 'delete', body: { id: queueId } })
}

async function tryRemove(
  companyId: string,
  queue: StoredTicketQueue,
  moveTo: string | undefined,
): Promise<typeof AGAIN | undefined> {
  const table = tableOf(companyId)
  const queueId = queue.id
  const target = moveTo === undefined ? undefined : await requireTicketQueue(companyId, moveTo)
  const watchers = ticketWatchers(companyId)
  if (target && target.id !== queueId) {
    await moveQueue(watchers, queueId, target)
    await leaveGroups(watchers, queueId, target.id)
  }
  if ((await isQueueInUse(table, queueId)) || (await isOnlyQueueOfGroup(table, queueId)))
    throw new DomainError('conflict', 'ERR_QUEUE_IN_USE', 'Live tickets or a group are in this queue')
  await leaveGroups(watchers, queueId)
  await ports.queues.send('cleanup', { companyId, kind: 'ticket-queue', id: queueId }, AFTER_CALLS_SECONDS)
  // A group may have joined the queue meanwhile.
  return (await deleteTicketQueue(table, queue)) === 'changed' ? AGAIN : undefined
}

async function requireTicketQueue(companyId: string, queueId: string): Promise<StoredTicketQueue> {
  const queue = await getTicketQueue(tableOf(companyId), queueId)
  if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
  return queue
}

async function publishTicketQueue(
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

type Rules = Pick<TicketQueue, keyof typeof QUEUE_DEFAULTS>

const fieldsOf = (before: Rules, input: TicketQueueInput) => ({
  name: input.name,
  color: input.color,
  greetingMessage: input.greetingMessage || null,
  outOfHoursMessage: input.outOfHoursMessage || null,
  schedules: input.schedules === undefined ? before.schedules : input.schedules,
  targetMinutes: input.targetMinutes === undefined ? before.targetMinutes : input.targetMinutes,
  distribution: input.distribution ?? before.distribution,
  orderIndex: input.orderIndex ?? before.orderIndex,
})
