import { offer } from '@recado/functions/desk/offers'
import { change, remove } from '@recado/functions/tickets/changes'
import { putConnection } from '@recado/shared/connections/store'
import { newId } from '@recado/shared/ids'
import { pageOfNotices, putNotice } from '@recado/shared/notices/store'
import { MemoryTable } from '@recado/shared/table/memory'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTag } from '@recado/shared/tags/store'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { putUser } from '@recado/shared/users/store'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anActor } from '../support/actors.ts'
import { aConnection, aTag, aTicket, aTicketQueue } from '../support/builders.ts'
import { enginePorts } from '../support/engine-ports.ts'
import { setContext } from '../support/functions-context.ts'

/** Later than all ids that builders make by the clock. */
const NOW = Date.parse('2099-11-23T12:00:00.000Z')
const MINUTE_MS = 60_000
const ANA = anActor({ userId: 'ana', queueIds: ['vendas'] })
const BRUNO = anActor({ userId: 'bruno', name: 'Bruno', queueIds: ['vendas'] })
const ADMIN = anActor({ userId: 'dono', name: 'Dono', profile: 'admin' })

const { publish } = vi.hoisted(() => ({ publish: vi.fn(async (_event: unknown) => undefined) }))
vi.mock('@recado/functions/context', async () => {
  const context = await import('../support/functions-context.ts')
  // Its ports and its table change with each test.
  return new Proxy(context, { get: (of, name) => (name === 'publish' ? publish : Reflect.get(of, name)) })
})
vi.mock(import('@recado/functions/realtime/online'), async (real) => ({
  ...(await real()),
  onlineAmong: async (_, users) => new Set(users.map(({ id }) => id)),
}))

let table: TenantTable
let now: number
let ticket: StoredTicket
const at = () => new Date(now).toISOString()

beforeEach(async () => {
  publish.mockClear()
  const memory = new MemoryTable()
  now = NOW
  table = new TenantTable(memory, 'A')
  setContext({ table, ports: enginePorts(memory, () => now).ports })
  await putTicketQueue(table, aTicketQueue({ companyId: 'A', id: 'vendas', distribution: 'offer' }))
  await putConnection(table, aConnection({ companyId: 'A', id: 'loja', queueIds: ['vendas'] }))
  for (const { userId: id, name } of [ANA, BRUNO])
    await putUser(table, {
      id,
      companyId: 'A',
      name,
      email: `${id}@exemplo.test`,
      profile: 'user',
      super: false,
      createdAt: at(),
      passwordHash: null,
      queueIds: ['vendas'],
    })
  const its = { whatsappId: 'loja', queueId: 'vendas', userId: null, preferredUserId: null, createdAt: at() }
  ticket = aTicket(its)
  await writeTicket(table, undefined, ticket)
})

const stored = async () => {
  const found = await getTicket(table, ticket.id)
  if (!found) throw new Error('The ticket is gone')
  return found
}
/** The unread notices of a user. Sorted, because ids of one moment have no order between tests. */
const unread = async (userId: string) =>
  (await pageOfNotices(table, userId, { limit: 20 })).rows
    .filter(({ readAt }) => !readAt)
    .map(({ kind, ticketId }) => (ticketId === ticket.id ? kind : `${kind} of another ticket`))
    .sort()
const offers = async () => {
  now += MINUTE_MS
  await offer('A', await stored())
}
/** A user is told of something. */
const isTold = (userId: string, kind: 'offer' | 'mention', ticketId: string) =>
  putNotice(table, { id: newId(now), userId, kind, ticketId, at: at() })
/** The live events that notices were read. */
const events = () =>
  publish.mock.calls.flatMap(([event]) => {
    const { topic, action, userId } = Object.assign({ topic: '', action: '', userId: '' }, event)
    return topic === 'notice' && action === 'update' ? [userId] : []
  })

describe('the notice of an offer', () => {
  beforeEach(async () => {
    await isTold('ana', 'offer', 'another')
    await offers()
    await isTold('ana', 'mention', ticket.id)
    expect(await unread('ana')).toEqual(['mention', 'offer', 'offer of another ticket'])
  })
  const expectSettled = async () => {
    expect(await unread('ana')).toEqual(['mention', 'offer of another ticket'])
    expect(events()).toEqual(['ana'])
  }

  test('is read when its user accepts the ticket', async () => {
    await change(ANA, ticket.id, { status: 'open' })
    await expectSettled()
  })

  test('is read when a colleague accepts the ticket', async () => {
    await change(BRUNO, ticket.id, { status: 'open' })
    await expectSettled()
  })

  test('is read when the offer passes on, and the next user has a notice', async () => {
    await offers()
    await expectSettled()
    expect(await unread('bruno')).toEqual(['offer'])
  })

  test('is read when the ticket is deleted', async () => {
    await remove(ADMIN, ticket.id)
    await expectSettled()
  })

  test('stays unread when the ticket changes and still waits for its user', async () => {
    const tag = aTag({ companyId: 'A' })
    await putTag(table, tag)
    await change(ADMIN, ticket.id, { tagIds: [tag.id] })
    expect(await unread('ana')).toContain('offer')
    expect(events()).toEqual([])
  })
})

test('the notice of a transfer is read when its user accepts the ticket, or passes it on', async () => {
  await change(ADMIN, ticket.id, { userId: 'ana' })
  expect(await unread('ana')).toEqual(['transfer'])
  await change(ANA, ticket.id, { userId: 'bruno' })
  expect(await unread('ana')).toEqual([])
  expect(await unread('bruno')).toEqual(['transfer'])
  await change(BRUNO, ticket.id, { status: 'open' })
  expect(await unread('bruno')).toEqual([])
})
