import { update as updateTag } from '@recado/functions/tags/tags'
import { remove, update } from '@recado/functions/ticket-queues/ticket-queues'
import { changeGroup } from '@recado/functions/tickets/groups'
import { putConnection } from '@recado/shared/connections/store'
import { chatOfGroup } from '@recado/shared/messages/chat'
import { TenantTable } from '@recado/shared/table/tenant'
import { getTag, putTag } from '@recado/shared/tags/store'
import type { TagInput } from '@recado/shared/tags/tag'
import { getTicketQueue, putTicketQueue } from '@recado/shared/ticket-queues/store'
import type { TicketQueueInput } from '@recado/shared/ticket-queues/ticket-queue'
import { getGroupSettings } from '@recado/shared/tickets/store/group-settings'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection, aTag, aTicket, aTicketQueue } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'
import { RacedTable } from '../support/raced-table.ts'

vi.mock('@recado/functions/context', () => import('../support/functions-context.ts'))

const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const ADMIN = anActor({ profile: 'admin' })
const SALES = aTicketQueue({ companyId: 'A', name: 'Vendas', color: '#1f9d55' })
const FINANCE = aTicketQueue({ companyId: 'A', name: 'Financeiro', color: '#2255aa' })

let memory: RacedTable
let table: TenantTable

beforeEach(async () => {
  memory = new RacedTable()
  table = new TenantTable(memory, 'A')
  // All changes happen in the same millisecond.
  const { ports } = enginePorts(memory, () => NOON)
  setContext({ table, ports })
  for (const queue of [SALES, FINANCE]) await putTicketQueue(table, queue)
})

const during: RacedTable['during'] = (other, call) => memory.during(other, call)

describe('a queue', () => {
  const { id, name, color } = SALES
  const schedules = { periods: [], holidays: ['2026-12-25'] }
  const changes = (change: Partial<TicketQueueInput>) => update(ADMIN, id, { name, color, ...change })

  test('keeps different fields that are saved at the same moment, also after earlier changes', async () => {
    await during(
      () => changes({ schedules }),
      () => changes({ targetMinutes: 10 }),
    )
    expect(await getTicketQueue(table, id)).toMatchObject({ schedules, targetMinutes: 10 })
    await during(
      () => changes({ distribution: 'offer' }),
      () => changes({ orderIndex: 7 }),
    )
    const all = { schedules, targetMinutes: 10, distribution: 'offer', orderIndex: 7 }
    expect(await getTicketQueue(table, id)).toMatchObject(all)
  })

  test('is not created anew by a change during its deletion', async () => {
    const changed = during(
      () => remove(ADMIN, id),
      () => changes({ targetMinutes: 10 }),
    )
    await expect(changed).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
    expect(await getTicketQueue(table, id)).toBeUndefined()
  })
})

test('a tag keeps different fields that are saved at the same moment, also after earlier changes', async () => {
  const { id, name, color, ...rest } = aTag({ companyId: 'A' })
  await putTag(table, { id, name, color, ...rest })
  const changes = (change: Partial<TagInput>) => updateTag(ADMIN, id, { name, color, ...change })
  await during(
    () => changes({ kanban: true }),
    () => changes({ orderIndex: 7 }),
  )
  expect(await getTag(table, id)).toMatchObject({ kanban: true, orderIndex: 7 })
  await during(
    () => changes({ kanban: false }),
    () => changes({ orderIndex: 8 }),
  )
  expect(await getTag(table, id)).toMatchObject({ kanban: false, orderIndex: 8 })
})

describe('a group', () => {
  const shop = aConnection({ companyId: 'A' })
  const chat = chatOfGroup('120363000000000001')
  const ticket = aTicket({ whatsappId: shop.id, chat, isGroup: true, status: 'open' })

  beforeEach(async () => {
    await putConnection(table, shop)
    await writeTicket(table, undefined, ticket)
  })

  const joins = (...queueIds: string[]) => changeGroup(ADMIN, ticket.id, { queueIds })
  /** The queues that see the group by its settings, and by its ticket. */
  const seenBy = async () => [
    (await getGroupSettings(table, shop.id, chat))?.queueIds,
    (await getTicket(table, ticket.id))?.group?.queueIds,
  ]

  test('that joins a queue during its deletion keeps the queue from being deleted', async () => {
    const deleted = during(
      () => joins(SALES.id),
      () => remove(ADMIN, SALES.id),
    )
    await expect(deleted).rejects.toMatchObject({ code: 'ERR_QUEUE_IN_USE' })
    expect(await getTicketQueue(table, SALES.id)).toBeDefined()
    expect(await seenBy()).toEqual([[SALES.id], [SALES.id]])
  })

  test('that joins two queues during the deletion of one stays in the other', async () => {
    await during(
      () => joins(SALES.id, FINANCE.id),
      () => remove(ADMIN, SALES.id),
    )
    expect(await seenBy()).toEqual([[FINANCE.id], [FINANCE.id]])
  })

  test('that joins a queue during its deletion moves to its successor', async () => {
    await during(
      () => joins(SALES.id),
      () => remove(ADMIN, SALES.id, FINANCE.id),
    )
    expect(await getTicketQueue(table, SALES.id)).toBeUndefined()
    expect(await seenBy()).toEqual([[FINANCE.id], [FINANCE.id]])
  })

  test('does not join a queue that is deleted at the same moment', async () => {
    const joined = during(
      () => remove(ADMIN, SALES.id),
      () => joins(SALES.id),
    )
    await expect(joined).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
    expect(await seenBy()).toEqual([undefined, []])
  })

  test('stays in its queue if the successor is deleted at the same moment', async () => {
    await joins(SALES.id)
    const deleted = during(
      () => remove(ADMIN, FINANCE.id),
      () => remove(ADMIN, SALES.id, FINANCE.id),
    )
    await expect(deleted).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
    expect(await seenBy()).toEqual([[SALES.id], [SALES.id]])
  })

  test('keeps the successor from being deleted when it moves to it at that moment', async () => {
    await joins(SALES.id)
    const deleted = during(
      () => remove(ADMIN, SALES.id, FINANCE.id),
      () => remove(ADMIN, FINANCE.id),
    )
    await expect(deleted).rejects.toMatchObject({ code: 'ERR_QUEUE_IN_USE' })
    expect(await seenBy()).toEqual([[FINANCE.id], [FINANCE.id]])
  })
})
