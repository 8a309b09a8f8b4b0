import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import type { Person } from '../support/principals.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

const SHOP = '5511944880001'
let customer: string
let next = 0

let admin: ApiClient
/** Ana and Carla serve sales, Bruno serves finance. */
let [ana, bruno, carla, stranger] = [] as unknown as [ApiClient, ApiClient, ApiClient, ApiClient]
let people: Record<'ana' | 'bruno' | 'carla' | 'boss', Person>
let sales: string

beforeAll(async () => {
  const company = await principals.company()
  const boss = await principals.person(company)
  admin = await principals.signIn(boss)
  stranger = await principals.signIn(await principals.person(await principals.company()))
  sales = (await admin.call('createTicketQueue', { name: 'Vendas', color: '#119911' })).id
  const finance = (await admin.call('createTicketQueue', { name: 'Financeiro', color: '#aa2211' })).id
  const attendant = async (name: string, queueId: string) => {
    const person = await principals.person(company, { profile: 'user', name })
    await admin.call('updateUser', { userId: person.id, name, email: person.email, queueIds: [queueId] })
    return person
  }
  people = {
    boss,
    ana: await attendant('Ana Lima', sales),
    bruno: await attendant('Bruno Reis', finance),
    carla: await attendant('Carla Dias', sales),
  }
  ana = await principals.signIn(people.ana)
  bruno = await principals.signIn(people.bruno)
  carla = await principals.signIn(people.carla)
  const { id: whatsappId } = await admin.linkedConnection(SHOP)
  await admin.call('updateConnection', { whatsappId, name: 'Loja', queueIds: [sales] })
}, atMost(120_000))

beforeEach(() => {
  customer = `55119448${String(80_101 + next++)}`
})

/** A ticket of the sales queue that Ana attends to. */
async function attended(): Promise<Ticket> {
  await admin.simulator('POST', `/phones/${customer}/messages`, { to: SHOP, text: 'Bom dia' })
  const { id: ticketId } = await eventually('the ticket waits', async () => {
    const { records } = await ana.call('listTickets', { tab: 'aguardando', all: 'true' })
    return records.find(({ chat }) => chat === customer)
  })
  return ana.call('changeTicket', { ticketId, status: 'open' })
}

const noticesOf = async (client: ApiClient) => (await client.call('listNotices', {})).records
const aboutOf = async (client: ApiClient, { uuid }: Ticket) =>
  (await noticesOf(client)).filter(({ ticketUuid }) => ticketUuid === uuid)
const framesAbout = ({ frames }: LiveSocket, topic: string) =>
  frames.filter(({ channel }) => channel.endsWith(`-${topic}`))

describe('a note', () => {
  test('with mentions is stored, is seen live by users who see the ticket, and is never sent', async () => {
    const ticket = await attended()
    const [ofCarla, ofBruno] = [await LiveSocket.open(carla), await LiveSocket.open(bruno)]
    const mentions = [people.carla.id, people.boss.id, people.carla.id]
    const note = await ana.call('createNote', { ticketId: ticket.id, text: 'Veja, @Carla Dias', mentions })
    expect(note).toMatchObject({
      internal: true,
      author: { id: people.ana.id, name: 'Ana Lima' },
      content: { type: 'note', text: 'Veja, @Carla Dias', mentions: [people.carla.id, people.boss.id] },
      status: null,
    })
    const frame = await ofCarla.frame('the note', ({ channel, record }) =>
      Boolean(channel.endsWith('-appMessage') && JSON.stringify(record).includes(note.id)),
    )
    expect(frame).toMatchObject({ action: 'create', ticketId: ticket.id })
    await ofCarla.frame(
      'her notice',
      ({ channel, kind }) => channel.endsWith('-notice') && kind === 'mention',
    )
    const { records } = await carla.call('listMessages', { ticketId: ticket.id })
    expect(records.filter(({ content }) => content.type === 'note')).toHaveLength(1)
    // The customer's phone got what was sent after the note, and not the note.
    await ana.call('sendMessage', {
      ticketId: ticket.id,
      clientId: crypto.randomUUID(),
      seenAt: new Date().toISOString(),
      content: { type: 'text', text: 'Um momento' },
    })
    await eventually('the answer', async () =>
      (await admin.messagesOf(customer)).find(({ text }) => text === 'Um momento'),
    )
    expect(JSON.stringify(await admin.messagesOf(customer))).not.toContain('Veja')
    expect(framesAbout(ofBruno, 'appMessage')).toEqual([])
    expect(framesAbout(ofBruno, 'notice')).toEqual([])
    for (const socket of [ofCarla, ofBruno]) socket.close()
  })

  test('that mentions a user who may not see the ticket is refused, and nothing of it is stored', async () => {
    const ticket = await attended()
    for (const userId of [
      people.bruno.id,
      'NINGUEM',
      (await principals.person(await principals.company())).id,
    ]) {
      const mentions = [people.carla.id, userId]
      const answer = await ana.attempt('createNote', { ticketId: ticket.id, text: 'Oi', mentions })
      expect(answer).toMatchObject({
        ...refused(400, 'ERR_VALIDATION'),
        body: { details: [{ path: 'mentions.1', code: 'may_not_see' }] },
      })
    }
    const { records } = await ana.call('listMessages', { ticketId: ticket.id })
    expect(records.map(({ content }) => content.type)).not.toContain('note')
    expect(await aboutOf(carla, ticket)).toEqual([])
  })

  test('is refused for tickets that one may not see', async () => {
    const { id: ticketId } = await attended()
    for (const client of [bruno, stranger])
      expect(await client.attempt('createNote', { ticketId, text: 'Oi' })).toMatchObject(
        refused(404, 'ERR_NO_TICKET_FOUND'),
      )
  })

  test.each([
    ['blank', '   '],
    ['too long', 'a'.repeat(4097)],
    ['one with a NUL', 'a\0b'],
    ['one with half a surrogate pair', 'a\udc00'],
  ])('is refused as bad input: %s', async (_, text) => {
    const { id } = await attended()
    expect(await ana.send('POST', `/tickets/${id}/notes`, { text })).toMatchObject(
      refused(400, 'ERR_VALIDATION'),
    )
  })

  test('of 4096 characters is taken by a colleague who does not attend to the ticket', async () => {
    const { id: ticketId } = await attended()
    expect((await carla.attempt('createNote', { ticketId, text: 'é'.repeat(4096) })).status).toBe(201)
  })
})

describe('a notice', () => {
  test('tells of a mention, once for each note, and names ticket and colleague', async () => {
    const ticket = await attended()
    const note = (mentions: string[]) => ana.call('createNote', { ticketId: ticket.id, text: 'Oi', mentions })
    await note([people.carla.id, people.ana.id])
    await note([people.carla.id])
    expect(await aboutOf(carla, ticket)).toMatchObject([
      { kind: 'mention', values: { userName: 'Ana Lima', name: ticket.name }, readAt: null },
      { kind: 'mention' },
    ])
    // A user gets no notice about their own note, or about a transfer to themselves.
    await ana.call('changeTicket', { ticketId: ticket.id, userId: people.ana.id })
    expect(await aboutOf(ana, ticket)).toEqual([])
  })

  test('informs the new attendant of a transfer, with its note in the ticket', async () => {
    const ticket = await attended()
    const socket = await LiveSocket.open(bruno)
    const transfer = { ticketId: ticket.id, userId: people.bruno.id, note: 'Conhece o caso' }
    await ana.call('changeTicket', transfer)
    await socket.frame(
      'the notice',
      ({ channel, kind }) => channel.endsWith('-notice') && kind === 'transfer',
    )
    expect(await aboutOf(bruno, ticket)).toMatchObject([
      { kind: 'transfer', values: { userName: 'Ana Lima' } },
    ])
    const { records } = await bruno.call('listMessages', { ticketId: ticket.id })
    expect(records.map(({ content }) => content)).toContainEqual({
      type: 'note',
      text: 'Conhece o caso',
      mentions: [],
    })
    // The same transfer again changes nothing, and tells of nothing.
    await bruno.call('changeTicket', transfer)
    expect(await aboutOf(bruno, ticket)).toHaveLength(1)
    socket.close()
  })

  test('tells the former attendant of a takeover, and names no ticket that they do not see any more', async () => {
    const ticket = await attended()
    const taken = {
      ticketId: ticket.id,
      status: 'open' as const,
      userId: people.carla.id,
      takeOver: true as const,
    }
    await carla.call('changeTicket', taken)
    expect(await aboutOf(ana, ticket)).toMatchObject([
      { kind: 'ticket-taken', values: { userName: 'Carla Dias', name: ticket.name } },
    ])
    expect(await aboutOf(carla, ticket)).toEqual([])
    const finance = (await admin.call('listTicketQueues')).find(({ name }) => name === 'Financeiro')
    await carla.call('changeTicket', { ticketId: ticket.id, queueId: finance?.id ?? '' })
    expect(await aboutOf(ana, ticket)).toEqual([])
    const [left] = await noticesOf(ana)
    expect(left).toMatchObject({ kind: 'ticket-taken', values: { userName: 'Carla Dias' } })
    expect(left?.values.name).toBeUndefined()
  })

  test('is read alone or with all others, in all browsers of its user only', async () => {
    const ticket = await attended()
    for (let count = 0; count < 3; count++)
      await ana.call('createNote', { ticketId: ticket.id, text: 'Oi', mentions: [people.boss.id] })
    const before = await admin.call('listNotices', {})
    expect(before.unread).toBeGreaterThanOrEqual(3)
    const [first, second] = before.records
    const socket = await LiveSocket.open(admin)
    await carla.call('readNotices', { ids: [first?.id ?? ''] })
    await carla.call('readNotices', {})
    expect((await admin.call('listNotices', {})).unread).toBe(before.unread)
    await admin.call('readNotices', { ids: [first?.id ?? '', 'NENHUM'] })
    const after = await admin.call('listNotices', {})
    expect(after.unread).toBe(before.unread - 1)
    expect(after.records[0]).toMatchObject({ id: first?.id, readAt: expect.any(String) })
    expect(after.records[1]).toMatchObject({ id: second?.id, readAt: null })
    await socket.frame(
      'it was read',
      ({ channel, action }) => channel.endsWith('-notice') && action === 'update',
    )
    await admin.call('readNotices', {})
    expect(await admin.call('listNotices', {})).toMatchObject({ unread: 0 })
    socket.close()
  })

  test('lists are paged by 20, and a cursor of another user is refused', async () => {
    const ticket = await attended()
    for (let count = 0; count < 21; count++)
      await carla.call('createNote', { ticketId: ticket.id, text: 'Oi', mentions: [people.ana.id] })
    const first = await ana.call('listNotices', {})
    expect(first.records).toHaveLength(20)
    const rest = await ana.call('listNotices', { cursor: first.nextCursor ?? '' })
    const ids = [...first.records, ...rest.records].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThanOrEqual(21)
    expect(ids).toEqual(ids.toSorted().reverse())
    const cursor = first.nextCursor ?? ''
    expect((await bruno.attempt('listNotices', { cursor })).status).toBe(400)
    expect(await noticesOf(stranger)).toEqual([])
  })

  test.each([{ ids: 'all' }, { ids: Array(101).fill('N1') }, { ids: ['a#b'] }, { all: true }])(
    'is not read by %j',
    async (body) => {
      expect(await ana.send('POST', '/notices/read', body)).toMatchObject(refused(400, 'ERR_VALIDATION'))
    },
  )
})

describe('who looks at a ticket', () => {
  const isPresence =
    (ticketId: string, state: string) => (frame: { action: string; id?: unknown; state?: unknown }) =>
      frame.action === 'presence' && frame.id === ticketId && frame.state === state

  test('is shown only to colleagues who see it', async () => {
    const { id: ticketId } = await attended()
    const [ofAna, ofCarla, ofBruno] = await Promise.all(
      [ana, carla, bruno].map((one) => LiveSocket.open(one)),
    )
    if (!ofAna || !ofCarla || !ofBruno) throw new Error('A socket is missing')
    ofCarla.say(JSON.stringify({ action: 'desk', ticketId, state: 'viewing' }))
    const seen = await ofAna.frame('Carla looks', isPresence(ticketId, 'viewing'))
    expect(seen).toMatchObject({ user: { id: people.carla.id, name: 'Carla Dias' } })
    // Bruno may not see the ticket, so his frame has no receivers. Ana's comes after it.
    ofBruno.say(JSON.stringify({ action: 'desk', ticketId, state: 'typing' }))
    ofAna.say(JSON.stringify({ action: 'desk', ticketId, state: 'typing' }))
    await ofCarla.frame('Ana answers', isPresence(ticketId, 'typing'))
    const presenceSeenBy = (socket: LiveSocket) =>
      socket.frames.filter(({ action, id }) => action === 'presence' && id === ticketId)
    expect(JSON.stringify(presenceSeenBy(ofCarla))).not.toContain(people.bruno.id)
    expect(presenceSeenBy(ofBruno)).toEqual([])
    for (const socket of [ofAna, ofCarla, ofBruno]) socket.close()
  })

  test('is published once in four seconds for each browser', async () => {
    const { id: ticketId } = await attended()
    const [ofAna, ofCarla] = [await LiveSocket.open(ana), await LiveSocket.open(carla)]
    for (const state of ['viewing', 'typing', 'left', 'viewing'])
      ofCarla.say(JSON.stringify({ action: 'desk', ticketId, state }))
    await ofAna.frame('Carla looks', ({ action, id }) => action === 'presence' && id === ticketId)
    // A frame of another browser that comes behind all of these.
    ofAna.say(JSON.stringify({ action: 'desk', ticketId, state: 'viewing' }))
    await ofAna.frame(
      'Ana looks',
      ({ action, user }) => action === 'presence' && JSON.stringify(user).includes('Ana'),
    )
    const ofHers = ofAna.frames.filter(
      (frame) => frame.action === 'presence' && JSON.stringify(frame).includes('Carla'),
    )
    expect(ofHers).toHaveLength(1)
    for (const socket of [ofAna, ofCarla]) socket.close()
  })
})
