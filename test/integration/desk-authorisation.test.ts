import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { Desk, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

/** An admin of the platform with support access to the company, without the right to change anything. */
const SUPPORT = { reason: 'Chamado 4712', minutes: 60, mayChange: false }

/**
 * Everybody who may call, seen from Ana's open ticket in the queue of sales: its attendant, a colleague of its queue, a
 * user of another queue, an admin, another company's admin, and a helper from the platform.
 */
const ROLES = ['attendant', 'queueA', 'queueB', 'admin', 'stranger', 'support'] as const
type Role = (typeof ROLES)[number]

let desk: Desk
let clients: Record<Role, ApiClient>
let ticket: Ticket
/** A message of the customer, and one of Ana's that was sent. */
let [theirs, hers] = ['', '']

beforeAll(async () => {
  desk = await Desk.open(principals, '5511900000258', '551195578')
  const { ana, bruno, carla, admin, stranger, people } = desk.parts
  const operator = await principals.operator()
  const platform = (await operator.call('me')).companyId
  const helper = await principals.person(platform)
  const support = await principals.signIn(helper)
  await operator.call('updateUser', {
    userId: helper.id,
    name: helper.name,
    email: helper.email,
    selectedCompanyId: people.ana.companyId,
    support: SUPPORT,
  })
  clients = { attendant: ana, queueA: carla, queueB: bruno, admin, stranger, support }
  desk.newCustomer()
  ticket = await desk.attended()
  await desk.answer(ana, ticket.id, 'Bom dia')
  const sent = await desk.message(
    'the answer is sent',
    ana,
    ticket.id,
    ({ content, status }) => status === 'SENT' && content.type === 'text' && content.text === 'Bom dia',
  )
  const first = await desk.message('the first message', ana, ticket.id, ({ fromMe }) => !fromMe)
  ;[theirs, hers] = [first.id, sent.id]
}, atMost(120_000))

/** What each role is answered: a status, or the code of the refusal. */
type Answers = Record<Role, number | string>

const NONE = { queueB: 'ERR_NO_TICKET_FOUND', stranger: 'ERR_NO_TICKET_FOUND' } as const
const HELPER = { support: 'ERR_SUPPORT_READ_ONLY' } as const
/** Who may see the ticket may read it. */
const seen: Answers = { attendant: 200, queueA: 200, admin: 200, support: 200, ...NONE }
/** Who may see the ticket may change it so. */
const shared = (status: number): Answers => ({
  attendant: status,
  queueA: status,
  admin: status,
  ...NONE,
  ...HELPER,
})
/** Only the attendant and users who see all tickets. */
const attended = (status: number): Answers => ({ ...shared(status), queueA: 'ERR_TICKET_TAKEN' })

interface Call {
  name: string
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  path(): string
  body?(): object
  answers: Answers
}

const READS: Call[] = [
  { name: 'the ticket', method: 'GET', path: () => `/tickets/${ticket.id}`, answers: seen },
  {
    name: 'the ticket by its address',
    method: 'GET',
    path: () => `/tickets/u/${ticket.uuid}`,
    answers: seen,
  },
  { name: 'its messages', method: 'GET', path: () => `/messages/${ticket.id}`, answers: seen },
  { name: 'its files', method: 'GET', path: () => `/tickets/${ticket.id}/files?kind=media`, answers: seen },
]

const ofTicket = () => `/tickets/${ticket.id}`
const ofMessage = (id: () => string, what: string) => () => `/messages/${ticket.id}/${id()}${what}`
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const text = () => ({
  clientId: crypto.randomUUID(),
  seenAt: new Date().toISOString(),
  force: true,
  content: { type: 'text', text: 'Um momento' },
})

/** Each leaves the ticket open and Ana's. */
const CHANGES: Call[] = [
  {
    name: 'tags',
    method: 'PUT',
    path: ofTicket,
    body: () => ({ tagIds: [] }),
    answers: shared(200),
  },
  {
    name: 'a snooze',
    method: 'PUT',
    path: ofTicket,
    body: () => ({ snoozedUntil: soon() }),
    answers: attended(200),
  },
  {
    name: 'a draft',
    method: 'PUT',
    path: () => `/tickets/${ticket.id}/draft`,
    body: () => ({ text: 'Vou ver' }),
    answers: shared(204),
  },
  {
    name: 'reading',
    method: 'POST',
    path: () => `/tickets/${ticket.id}/read`,
    body: () => ({ seq: 1 }),
    answers: shared(204),
  },
  {
    name: 'a note',
    method: 'POST',
    path: () => `/tickets/${ticket.id}/notes`,
    body: () => ({ text: 'Cliente antigo', mentions: [] }),
    answers: shared(201),
  },
  {
    name: 'an answer',
    method: 'POST',
    path: () => `/messages/${ticket.id}`,
    body: text,
    answers: attended(201),
  },
  {
    name: 'a reaction',
    method: 'POST',
    path: ofMessage(() => theirs, '/react'),
    body: () => ({ emoji: '👍' }),
    answers: attended(204),
  },
  {
    name: 'an edit',
    method: 'POST',
    path: ofMessage(() => hers, '/edit'),
    body: () => ({ text: 'Boa tarde' }),
    answers: attended(204),
  },
  {
    name: 'a second attempt',
    method: 'POST',
    path: ofMessage(() => hers, '/retry'),
    answers: { ...attended(201), attendant: 'ERR_MESSAGE_SENT', admin: 'ERR_MESSAGE_SENT' },
  },
  {
    name: 'a forwarding',
    method: 'POST',
    path: () => '/messages/forward',
    body: () => ({ messageIds: [hers], to: [{ ticketId: ticket.id }] }),
    answers: { ...attended(201), queueB: 'ERR_NO_MESSAGE_FOUND', stranger: 'ERR_NO_MESSAGE_FOUND' },
  },
]

/** Each is refused to some, and the others are not tried: it would end what the table is about. */
const ENDS: Call[] = [
  {
    name: 'a return',
    method: 'PUT',
    path: ofTicket,
    body: () => ({ status: 'pending' }),
    answers: attended(200),
  },
  {
    name: 'a transfer',
    method: 'PUT',
    path: ofTicket,
    body: () => ({ userId: desk.parts.people.carla.id }),
    // Neither does the colleague exist for another company.
    answers: { ...attended(200), stranger: 'ERR_NO_USER_FOUND' },
  },
  {
    name: 'a closing',
    method: 'PUT',
    path: ofTicket,
    body: () => ({ status: 'closed' }),
    answers: attended(200),
  },
  {
    name: 'a setting of a group',
    method: 'PUT',
    path: () => `/tickets/${ticket.id}/group`,
    body: () => ({ muted: true }),
    // It is the ticket of one person.
    answers: {
      attendant: 'ERR_NO_PERMISSION',
      queueA: 'ERR_NO_PERMISSION',
      queueB: 'ERR_NO_PERMISSION',
      admin: 'ERR_TICKET_CHANGED',
      stranger: 'ERR_NO_TICKET_FOUND',
      ...HELPER,
    },
  },
  {
    name: 'the deletion of a message',
    method: 'DELETE',
    path: ofMessage(() => hers, ''),
    answers: attended(204),
  },
  {
    name: 'the deletion of the ticket',
    method: 'DELETE',
    path: ofTicket,
    answers: {
      ...shared(204),
      attendant: 'ERR_NO_PERMISSION',
      queueA: 'ERR_NO_PERMISSION',
      queueB: 'ERR_NO_PERMISSION',
    },
  },
]

const isRefusal = (answer: number | string): answer is string => typeof answer === 'string'
const rowsOf = (calls: readonly Call[], isTried: (answer: number | string) => boolean) =>
  calls.flatMap((call) =>
    ROLES.filter((role) => isTried(call.answers[role])).map(
      (role) => [call.name, role, call.answers[role], call] as const,
    ),
  )

const attempt = async (call: Call, role: Role) => {
  const { status, body } = await clients[role].send(call.method, call.path(), call.body?.())
  return status < 400 ? status : Object(body).error
}
const now = async () => ({
  ticket: await clients.admin.call('getTicket', { ticketId: ticket.id }),
  messages: await desk.messages(clients.admin, ticket.id),
})

describe('the routes of a ticket', () => {
  test.each(rowsOf(READS, () => true))('%s for %s: %s', async (_, role, answer, call) => {
    expect(await attempt(call, role)).toBe(answer)
  })

  test.each(rowsOf([...CHANGES, ...ENDS], isRefusal))('%s by %s: %s', async (_, role, answer, call) => {
    await desk.delivered(clients.admin, ticket.id)
    const before = await now()
    expect(await attempt(call, role)).toBe(answer)
    expect(await now()).toEqual(before)
  })

  test.each(rowsOf(CHANGES, (answer) => !isRefusal(answer)))(
    '%s by %s: %s',
    async (_, role, answer, call) => {
      expect(await attempt(call, role)).toBe(answer)
      expect(await now()).toMatchObject({ ticket: { status: 'open', userId: desk.parts.people.ana.id } })
    },
  )
})

describe('what is found without naming a ticket', () => {
  const sees: Role[] = ['attendant', 'queueA', 'admin', 'support']

  test.each(ROLES)('lists, counters and the search of %s have what they may see', async (role) => {
    const client = clients[role]
    await clients.attendant.call('changeTicket', { ticketId: ticket.id, snoozedUntil: null })
    const { records } = await client.call('listTickets', { all: 'true' })
    const isSeen = sees.includes(role)
    expect(records.map(({ id }) => id)).toEqual(isSeen ? [ticket.id] : [])
    const { atendendo } = await client.call('countTickets')
    expect(atendendo.tickets).toBe(isSeen ? 1 : 0)
    const {
      columns: [column],
    } = await client.call('listKanban', { stages: 'none', all: 'true' })
    expect([column?.count, column?.records.map(({ id }) => id)]).toEqual(isSeen ? [1, [ticket.id]] : [0, []])
    const found = await client.call('search', { q: ticket.protocol })
    expect(found.tickets.map(({ id }) => id)).toEqual(isSeen ? [ticket.id] : [])
    await eventually('the words are found, or not', async () => {
      const { messages } = await client.call('search', { q: SALES })
      return messages.length > 0 === isSeen
    })
  })

  test('a waiting ticket is accepted by users of its queue only', async () => {
    desk.newCustomer()
    const { id } = await desk.waiting()
    for (const role of ['queueB', 'stranger'] as const)
      expect(await clients[role].call('acceptNextTicket')).toBeUndefined()
    expect(await clients.support.attempt('acceptNextTicket')).toMatchObject({
      status: 403,
      body: { error: 'ERR_SUPPORT_READ_ONLY' },
    })
    expect(await clients.queueA.call('acceptNextTicket')).toMatchObject({ id })
    await clients.queueA.call('changeTicket', { ticketId: id, status: 'closed', silent: true })
  })
})

test('live events of a ticket and its messages reach those who see it, and nobody else', async () => {
  const sockets = await Promise.all(
    ROLES.map(async (role) => [role, await LiveSocket.open(clients[role])] as const),
  )
  await clients.attendant.call('createNote', { ticketId: ticket.id, text: 'Ao vivo', mentions: [] })
  await clients.attendant.call('changeTicket', { ticketId: ticket.id, snoozedUntil: soon() })
  // Published after the ones above, for everybody of the company.
  const tag = await clients.admin.call('createTag', { name: 'Depois', color: '#123456' })
  const seenBy: Record<string, string[]> = {}
  for (const [role, socket] of sockets) {
    if (role !== 'stranger') await socket.frame('the last event', isAbout(tag.id, 'create'))
    if (['attendant', 'queueA', 'admin', 'support'].includes(role)) {
      await socket.frame('the ticket', isAbout(ticket.id, 'update'))
      await socket.frame('the note', ({ record }) => JSON.stringify(record ?? '').includes('Ao vivo'))
    }
    seenBy[role] = socket.frames
      .filter((frame) => JSON.stringify(frame).includes(ticket.id))
      .map(({ channel }) => channel)
    socket.close()
  }
  expect(seenBy).toMatchObject({ queueB: [], stranger: [] })
  expect(seenBy.attendant?.length).toBeGreaterThan(0)
})
