import type { ConnectionInput } from '@recado/shared/connections/connection'
import { changeHealth } from '@recado/shared/connections/health-store'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { SqsQueues } from '@recado/shared/queues/sqs'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../support/api-client.ts'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'
import { uploaded } from '../support/uploads.ts'

const { principals } = sharedSystem()

const SHOP = '5511900000254'
const OTHER_SHOP = '5511900000255'

let desk: Desk
let { admin, ana, bruno, carla, queues, people } = {} as Desk['parts']

beforeAll(async () => {
  desk = await Desk.open(principals, SHOP, '551195575')
  ;({ admin, ana, bruno, carla, queues, people } = desk.parts)
}, atMost(120_000))

beforeEach(() => {
  desk.newCustomer()
})

/** Changes the company's account. */
const decide = (change: Partial<ConnectionInput>) =>
  admin.call('updateConnection', {
    whatsappId: desk.parts.connection.id,
    name: 'Loja',
    greetingMessage: 'Olá! Com quem você quer falar?',
    ...change,
  })
const ticketNow = (ticketId: string): Promise<Ticket> => admin.call('getTicket', { ticketId })
const becomes = (what: string, ticketId: string, holds: (ticket: Ticket) => boolean): Promise<Ticket> =>
  eventually(what, async () => {
    const ticket = await ticketNow(ticketId)
    return holds(ticket) && ticket
  })
const eventsOf = async (ticketId: string) =>
  (await desk.messages(admin, ticketId)).flatMap(({ content }) =>
    content.type === 'event' ? [content.kind] : [],
  )

describe('what is deleted', () => {
  test('a deleted user’s open and waiting tickets return to their queue', async () => {
    const person = await principals.person(people.ana.companyId, { profile: 'user', name: 'Dora Sá' })
    const { id: userId, name, email } = person
    await admin.call('updateUser', { userId, name, email, queueIds: [queues[SALES]] })
    const dora = await principals.signIn(person)
    const open = await desk.attended(dora)
    desk.newCustomer()
    const pending = await desk.attended()
    await ana.call('changeTicket', { ticketId: pending.id, userId })
    await admin.call('deleteUser', { userId })
    for (const { id } of [open, pending]) {
      const released = await becomes('it waits for everybody', id, (ticket) => ticket.userId === null)
      expect(released).toMatchObject({ status: 'pending', queueId: queues[SALES] })
      expect((await eventsOf(id)).at(-1)).toBe('returned')
      await ana.call('changeTicket', { ticketId: id, status: 'open' })
    }
  })

  test('a deleted connection’s live tickets close, and their history stays readable', async () => {
    const other = await admin.linkedConnection(OTHER_SHOP, 'Filial')
    await admin.simulator('POST', `/phones/${desk.customer}/messages`, {
      to: OTHER_SHOP,
      text: 'É da filial?',
    })
    const { id: ticketId } = await desk.ticketIn(ana, 'pending')
    await ana.call('changeTicket', { ticketId, status: 'open' })
    await admin.call('deleteConnection', { whatsappId: other.id })
    await becomes('it is closed', ticketId, ({ closeReason }) => closeReason === 'connection')
    const said = await desk.messages(ana, ticketId)
    expect(said.map(({ content }) => content)).toContainEqual({ type: 'text', text: 'É da filial?' })
    expect((await eventsOf(ticketId)).at(-1)).toBe('closed')
    expect(await ana.attempt('changeTicket', { ticketId, status: 'open' })).toMatchObject(
      refused(409, 'ERR_TICKET_CHANGED'),
    )
    expect(await desk.answer(ana, ticketId, 'Ainda aí?')).toMatchObject(refused(409, 'ERR_TICKET_CLOSED'))
  })

  test('a message of a deleted connection that is processed late leaves no live ticket', async () => {
    const { companyId } = people.ana
    const { id: connectionId } = await admin.call('createConnection', { name: 'Quiosque' })
    const ears = await LiveSocket.open(admin)
    await admin.call('deleteConnection', { whatsappId: connectionId })
    await ears.frame('the clean-up', ({ action }) => action === 'reload')
    ears.close()
    const at = Date.now()
    const message = {
      kind: 'message' as const,
      companyId,
      connectionId,
      person: { number: desk.customer },
      fromMe: false,
      messageId: 'LATE',
      timestamp: Math.floor(at / 1000),
      at,
      content: { type: 'text' as const, text: 'Cheguei tarde' },
      original: '',
    }
    const queues = new SqsQueues(process.env.QUEUE_URL_PREFIX ?? '', DEFAULT_SHARDS)
    await queues.inOrder('inbound', message, { group: `${connectionId}/${desk.customer}`, id: 'LATE' })
    const { id: ticketId } = await desk.ticketIn(ana, 'closed')
    expect(await ticketNow(ticketId)).toMatchObject({ closeReason: 'connection' })
    expect((await desk.messages(ana, ticketId))[0]).toMatchObject({ content: { text: 'Cheguei tarde' } })
  })

  test('a queue with live tickets is deleted only if another one takes them', async () => {
    const { id: queueId } = await admin.call('createTicketQueue', { name: 'Estoque', color: '#2211aa' })
    const { id: ticketId } = await desk.attended()
    await ana.call('changeTicket', { ticketId, queueId })
    const inUse = refused(409, 'ERR_QUEUE_IN_USE')
    expect(await admin.attempt('deleteTicketQueue', { queueId })).toMatchObject(inUse)
    expect(await admin.attempt('deleteTicketQueue', { queueId, moveTo: queueId })).toMatchObject(inUse)
    expect(await admin.attempt('deleteTicketQueue', { queueId, moveTo: 'SEM-FILA' })).toMatchObject(
      refused(404, 'ERR_NO_QUEUE_FOUND'),
    )
    expect(await ticketNow(ticketId)).toMatchObject({ queueId, status: 'pending' })
    await admin.call('deleteTicketQueue', { queueId, moveTo: queues[FINANCE] })
    expect(await bruno.call('getTicket', { ticketId })).toMatchObject({ queueId: queues[FINANCE] })
    expect((await eventsOf(ticketId)).at(-1)).toBe('queued')
    expect((await admin.call('listTicketQueues')).map(({ id }) => id)).not.toContain(queueId)
  })

  test('every attendant sees the customers of an account whose only queue is deleted, until it has one again', async () => {
    const { id: queueId } = await admin.call('createTicketQueue', { name: 'Natal', color: '#aa11bb' })
    await decide({ queueIds: [queueId], defaultQueueId: queueId })
    const told = await LiveSocket.open(bruno)
    await admin.call('deleteTicketQueue', { queueId })
    const account = await told.frame('the account', ({ channel }) => channel.endsWith('-whatsapp'))
    expect(account).toMatchObject({ record: { queues: [], defaultQueueId: null } })
    told.close()
    await desk.writes('Tem alguém?')
    const { id: ticketId } = await desk.ticketIn(bruno, 'pending')
    await bruno.call('changeTicket', { ticketId, status: 'open' })
    const returned = await bruno.call('changeTicket', { ticketId, status: 'pending' })
    expect(returned.queueId).toBeNull()
    await decide({ queueIds: [queues[SALES], queues[FINANCE]] })
    expect(await ticketNow(ticketId)).toMatchObject({ queueId: queues[SALES] })
  })
})

describe('what an account decides', () => {
  interface News {
    messages: { phone: string; fromMe: boolean; text?: string; status: string }[]
    typing: { phone: string }[]
  }
  const news = () => admin.simulator<News>('GET', '/messages?since=0')
  /** The ticks that the customer sees under a text of theirs. */
  const ticksOf = async (text: string) =>
    (await news()).messages.find((one) => one.phone === desk.customer && one.fromMe && one.text === text)
      ?.status
  /** The customer writes, and Ana reads it. Her answer is on the phone after any tick that her reading sent. */
  const readBy = async (ticketId: string, text: string) => {
    await desk.writes(text)
    const { seq } = await desk.message(
      'it came',
      ana,
      ticketId,
      ({ content }) => content.type === 'text' && content.text === text,
    )
    await eventually('it is delivered', async () => (await ticksOf(text)) === 'delivered')
    await ana.call('readTicket', { ticketId, seq: seq ?? 0 })
  }

  test('blue ticks come with the answer, or never', async () => {
    const { id: ticketId } = await desk.attended()
    await decide({ readReceipts: 'never' })
    await readBy(ticketId, 'Nunca azul?')
    await desk.answer(ana, ticketId, 'Li e não mostro')
    await desk.receives('Li e não mostro')
    expect(await ticksOf('Nunca azul?')).toBe('delivered')
    await decide({ readReceipts: 'answer' })
    await readBy(ticketId, 'Só com a resposta?')
    await ana.call('createNote', { ticketId, text: 'Li', mentions: [] })
    expect(await ticksOf('Só com a resposta?')).toBe('delivered')
    await desk.answer(ana, ticketId, 'Agora sim')
    await eventually('it is read', async () => (await ticksOf('Só com a resposta?')) === 'read')
    await decide({ readReceipts: 'attending' })
  })

  test('an attendant’s typing shows to the customer only if the account shows it', async () => {
    const { id: ticketId } = await desk.attended()
    await decide({ showTyping: false })
    const [ofAna, ofCarla] = [await LiveSocket.open(ana), await LiveSocket.open(carla)]
    ofAna.say(JSON.stringify({ action: 'desk', ticketId, state: 'typing' }))
    await ofCarla.frame('Ana’s typing', ({ action, state }) => action === 'presence' && state === 'typing')
    await desk.answer(ana, ticketId, 'Digitei escondido')
    await desk.receives('Digitei escondido')
    expect((await news()).typing.filter(({ phone }) => phone === desk.customer)).toEqual([])
    await decide({ showTyping: true })
    for (const socket of [ofAna, ofCarla]) socket.close()
  })

  test('a group’s messages are not kept while the account ignores groups', async () => {
    const members = [desk.customer, SHOP]
    const { id } = await admin.simulator<{ id: string }>('POST', '/groups', { subject: 'Rifa', members })
    const say = (text: string) =>
      admin.simulator('POST', `/phones/${desk.customer}/messages`, { to: id, text })
    await decide({ groups: 'ignore' })
    await say('Só entre nós')
    await desk.writes('Aqui é particular')
    await desk.ticketIn(ana, 'pending')
    await decide({ groups: 'tab' })
    // It comes after the ignored one: messages of a chat stay in order.
    await say('Agora vale')
    const chat = `group-${id.replace('@g.us', '')}`
    const ticket = await eventually('the group', async () => (await desk.ticketsIn(ana, 'grupos', chat))[0])
    expect(ticket).toMatchObject({ inboundSeq: 1 })
    expect((await desk.messages(ana, ticket.id)).map(({ content }) => content)).toEqual([
      { type: 'text', text: 'Agora vale' },
    ])
  })

  test('a stranger is not written to while WhatsApp holds first contacts, and the others are', async () => {
    const { connection } = desk.parts
    const known = await desk.attended()
    const stranger = await ana.call('openTicket', { number: desk.newCustomer(), queueId: queues[SALES] })
    const until = Date.now() + 600_000
    const shop = principals.tenant(people.ana.companyId)
    await changeHealth(shop, connection.id, { lockedUntil: until })
    const before = await desk.messages(ana, stranger.id)
    expect(await desk.answer(ana, stranger.id, 'Bom dia')).toMatchObject({
      ...refused(409, 'ERR_FIRST_CONTACT_HELD'),
      body: { values: { until: new Date(until).toISOString() } },
    })
    expect(await desk.messages(ana, stranger.id)).toEqual(before)
    expect((await desk.answer(ana, known.id, 'Bom dia')).status).toBe(201)
    await changeHealth(shop, connection.id, { lockedUntil: 0 })
    expect((await desk.answer(ana, stranger.id, 'Agora sim')).status).toBe(201)
    await desk.receives('Agora sim')
  })
})

describe('the signature', () => {
  const PDF = new Uint8Array(Buffer.from('%PDF-1.4 tabela'))

  test('stands above texts and captions, and the stored words are what left', async () => {
    await admin.call('saveSetting', { settingKey: 'signMessages', value: 'always' })
    const { id: ticketId } = await desk.attended()
    await desk.answer(ana, ticketId, 'Bom dia', { sign: false })
    const uploadId = await uploaded(ana, PDF, 'message-media')
    const file = { type: 'document', uploadId, fileName: 'tabela.pdf', caption: 'Os preços' }
    await desk.answer(ana, ticketId, '', { content: file })
    await desk.receives('*Ana:*\nBom dia')
    await eventually('the file with its words', async () =>
      (await desk.phone()).find((message) => Object(message).caption === '*Ana:*\nOs preços'),
    )
    const words = (await desk.messages(ana, ticketId)).map(({ content }) =>
      'text' in content ? content.text : 'caption' in content ? content.caption : '',
    )
    expect(words).toEqual(expect.arrayContaining(['*Ana:*\nBom dia', '*Ana:*\nOs preços']))
    await admin.call('saveSetting', { settingKey: 'signMessages', value: 'never' })
    await desk.answer(ana, ticketId, 'Sem nome', { sign: true })
    await desk.receives('Sem nome')
    expect(await desk.texts()).toContain('Sem nome')
    await admin.call('saveSetting', { settingKey: 'signMessages', value: 'choice' })
    await desk.answer(ana, ticketId, 'Escolhi', { sign: true })
    await desk.receives('*Ana:*\nEscolhi')
  })
})
