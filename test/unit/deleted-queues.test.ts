import { getConnection, putConnection } from '@recado/shared/connections/store'
import { pageOfMessages } from '@recado/shared/conversations/message'
import { migrateQueues } from '@recado/shared/migrations/migrate'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { expect, test } from 'vitest'
import { aConnection, aTicket, aTicketQueue } from '../support/builders.ts'

const DELETED = 'fila-apagada'

test('queues that earlier code deleted leave their connections and live tickets, and a second run writes nothing', async () => {
  const memory = new MemoryTable()
  const table = new TenantTable(memory, 'A')
  const queue = aTicketQueue({ companyId: 'A' })
  await putTicketQueue(table, queue)
  const queueIds = [DELETED, queue.id]
  const both = aConnection({ companyId: 'A', queueIds, defaultQueueId: DELETED })
  const none = aConnection({ companyId: 'A', queueIds: [DELETED] })
  const right = aConnection({ companyId: 'A', queueIds: [queue.id], defaultQueueId: queue.id })
  for (const connection of [both, none, right]) await putConnection(table, connection)
  const tickets = [both, none].map(({ id }) => aTicket({ whatsappId: id, queueId: DELETED }))
  for (const ticket of tickets) await writeTicket(table, undefined, ticket)
  const run = (isApplied: boolean) =>
    migrateQueues(memory, ['A'], { isApplied, now: () => 1_790_000_000_000 })
  const stored = async () => [
    ...(await Promise.all([both, none, right].map(({ id }) => getConnection(table, id)))),
    ...(await Promise.all(tickets.map(({ id }) => getTicket(table, id)))),
  ]
  const before = await stored()
  expect(await run(false)).toMatchObject({ entity: 'deleted-queues', old: 4, upgraded: 0 })
  expect(await stored()).toEqual(before)
  expect(await run(true)).toMatchObject({ old: 4, upgraded: 4, left: 0 })
  expect(await stored()).toMatchObject([
    { queueIds: [queue.id], defaultQueueId: null },
    { queueIds: [], defaultQueueId: null },
    { queueIds: [queue.id], defaultQueueId: queue.id, updatedAt: right.updatedAt },
    { queueId: queue.id },
    { queueId: null },
  ])
  const events = await Promise.all(
    tickets.map(async ({ whatsappId, chat }) => {
      const { rows } = await pageOfMessages(table, whatsappId, chat, { limit: 10 })
      return rows.map(({ content }) => content)
    }),
  )
  const entered = { type: 'event', kind: 'queued', by: null }
  expect(events).toEqual([[{ ...entered, queue: { id: queue.id, name: queue.name } }], [entered]])
  expect(await run(true)).toMatchObject({ old: 0, upgraded: 0 })
})
