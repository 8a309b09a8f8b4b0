import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

const SHOP = '5511900000251'
let desk: Desk
let { admin, ana, bruno, carla, stranger, queues, people } = {} as Desk['parts']
let customer: string

beforeAll(async () => {
  desk = await Desk.open(principals, SHOP, '551195572')
  ;({ admin, ana, bruno, carla, stranger, queues, people } = desk.parts)
}, atMost(120_000))

beforeEach(() => {
  customer = desk.newCustomer()
})

const texts = async (client: ApiClient, ticketId: string) =>
  (await desk.messages(client, ticketId)).map(({ content }) =>
    content.type === 'text' ? content.text : content.type,
  )

describe('a stranger who writes', () => {
  test('gets the menu once, chooses “2️⃣”, and only that queue sees the ticket, live too', async () => {
    const [ofBruno, ofAna] = [await LiveSocket.open(bruno), await LiveSocket.open(ana)]
    await desk.writes('Bom dia')
    await desk.receives('Com quem você quer falar?')
    const triage = await desk.ticketIn(ana, 'pending')
    expect(triage).toMatchObject({
      queueId: null,
      bot: { step: 'menu' },
      unread: 1,
      name: expect.any(String),
    })
    // The second queue by name is the first of the menu: Financeiro, Vendas.
    await desk.writes('2️⃣')
    await desk.receives('Aqui é Vendas')
    await ofAna.frame('the ticket in its queue', (frame) => inQueue(frame, triage.id, queues[SALES]))
    await ofBruno.frame('the ticket leaves', (frame) => frame.action === 'delete' && frame.id === triage.id)
    expect(await desk.ticketsIn(bruno, 'pending')).toEqual([])
    expect(await bruno.attempt('getTicket', { ticketId: triage.id })).toMatchObject(
      refused(404, 'ERR_NO_TICKET_FOUND'),
    )
    expect(await stranger.attempt('getTicket', { ticketId: triage.id })).toMatchObject(
      refused(404, 'ERR_NO_TICKET_FOUND'),
    )
    expect((await desk.texts()).filter((text) => text?.includes('Com quem'))).toHaveLength(1)
    expect(ofBruno.frames.some((frame) => inQueue(frame, triage.id, queues[SALES]))).toBe(false)
    ofBruno.close()
    ofAna.close()
  })

  test('is answered, reads the answer, and writes again into the same ticket', async () => {
    const socket = await LiveSocket.open(ana)
    const ticket = await desk.attended()
    expect(ticket).toMatchObject({ status: 'open', userId: people.ana.id, waitingSince: expect.any(String) })
    const sent = await desk.answer(ana, ticket.id, 'Bom dia, sou a Ana')
    expect(sent).toMatchObject({ status: 201, body: { author: { name: 'Ana Lima' }, status: 'PENDING' } })
    await desk.receives('Bom dia, sou a Ana')
    await socket.frame('the phone has the answer', ({ channel, record }) =>
      isDelivered(channel, record, 'Bom dia, sou a Ana'),
    )
    socket.close()
    expect((await desk.ticketsIn(ana, 'open'))[0]).toMatchObject({ waitingSince: null, lastFromMe: true })
    await desk.writes('Obrigado, Ana')
    const again = await eventually('the unread message', async () =>
      (await desk.ticketsIn(ana, 'open')).find(({ lastFromMe }) => !lastFromMe),
    )
    expect(again).toMatchObject({ id: ticket.id, inboundSeq: 3, unread: 3, preview: 'Obrigado, Ana' })
    await ana.call('readTicket', { ticketId: ticket.id, seq: 3 })
    expect((await desk.ticketsIn(ana, 'open'))[0]).toMatchObject({ unread: 0 })
    expect(await texts(ana, ticket.id)).toEqual([
      'Oi',
      expect.stringContaining('Com quem'),
      SALES,
      'event',
      'Aqui é Vendas',
      'event',
      'Bom dia, sou a Ana',
      'Obrigado, Ana',
    ])
  })
})

const isDelivered = (channel: string, record: unknown, text: string): boolean =>
  channel.endsWith('-appMessage') &&
  JSON.stringify(record).includes(text) &&
  JSON.stringify(record).includes('"level":"delivered"')

const inQueue = (frame: object, id: string, queueId: string): boolean =>
  JSON.stringify(frame).includes(`"id":"${id}"`) && JSON.stringify(frame).includes(`"queueId":"${queueId}"`)

describe('attendants', () => {
  test('of two who accept at once one gets the ticket, and the other is told who', async () => {
    const { id: ticketId } = await desk.waiting()
    const accepted = await Promise.all(
      [ana, carla].map((client) => client.attempt('changeTicket', { ticketId, status: 'open' })),
    )
    expect(accepted.map(({ status }) => status).sort()).toEqual([200, 409])
    const [refusal] = accepted.filter(({ status }) => status === 409)
    expect(refusal?.body).toMatchObject({
      error: 'ERR_TICKET_TAKEN',
      values: { userName: expect.stringMatching(/^(Ana|Carla)/) },
    })
  })

  test('one message for each clientId, however often it is sent', async () => {
    const { id: ticketId } = await desk.attended()
    const message = { clientId: crypto.randomUUID(), content: { type: 'text', text: 'Uma vez só' } }
    const sent = await Promise.all([1, 2, 3].map(() => desk.answer(ana, ticketId, '', message)))
    expect(new Set(sent.map(({ body }) => (body as { id?: string }).id)).size).toBe(1)
    await desk.receives('Uma vez só')
    const other = { ...message, content: { type: 'text', text: 'Outra coisa' } }
    expect(await desk.answer(ana, ticketId, '', other)).toMatchObject(refused(422, 'ERR_MESSAGE_REUSED'))
    expect((await desk.texts()).filter((text) => text === 'Uma vez só')).toHaveLength(1)
  })

  test('a colleague cannot write into an open ticket, and takes it over instead', async () => {
    const { id: ticketId } = await desk.attended()
    expect(await desk.answer(carla, ticketId, 'Oi')).toMatchObject(refused(409, 'ERR_TICKET_TAKEN'))
    const taken = await carla.call('changeTicket', {
      ticketId,
      status: 'open',
      userId: people.carla.id,
      takeOver: true,
    })
    expect(taken).toMatchObject({ userId: people.carla.id })
    expect((await desk.answer(carla, ticketId, 'Agora sou eu')).status).toBe(201)
  })

  test('an answer after a colleague’s is refused until it is forced', async () => {
    const { id: ticketId } = await desk.attended()
    const seenAt = new Date().toISOString()
    await desk.answer(ana, ticketId, 'Respondi primeiro')
    const late = await desk.answer(admin, ticketId, 'Eu também', { seenAt })
    expect(late).toMatchObject({
      ...refused(409, 'ERR_ALREADY_ANSWERED'),
      body: { values: { userName: 'Ana Lima' } },
    })
    expect((await desk.answer(admin, ticketId, 'Eu também', { seenAt, force: true })).status).toBe(201)
  })

  test('a waiting ticket is accepted with the answer', async () => {
    const { id: ticketId } = await desk.waiting()
    expect(await desk.answer(ana, ticketId, 'Oi')).toMatchObject(refused(409, 'ERR_TICKET_NOT_ACCEPTED'))
    expect((await desk.answer(ana, ticketId, 'Oi, já atendo', { accept: true })).status).toBe(201)
    expect(await ana.call('getTicket', { ticketId })).toMatchObject({ status: 'open', userId: people.ana.id })
  })

  test('an answer that also accepts is one message after a colleague took over, and opens no closed ticket', async () => {
    const { id: ticketId } = await desk.waiting()
    const message = {
      clientId: crypto.randomUUID(),
      accept: true,
      content: { type: 'text', text: 'Já atendo' },
    }
    const first = await desk.answer(ana, ticketId, '', message)
    await carla.call('changeTicket', { ticketId, status: 'open', takeOver: true })
    const repeated = await desk.answer(ana, ticketId, '', message)
    expect(Object(repeated.body).id).toBe(Object(first.body).id)
    await carla.call('changeTicket', { ticketId, status: 'closed', silent: true })
    expect(await desk.answer(ana, ticketId, 'Tarde demais', { accept: true })).toMatchObject(
      refused(409, 'ERR_TICKET_CLOSED'),
    )
    expect(await ana.call('getTicket', { ticketId })).toMatchObject({ status: 'closed' })
  })

  test('“Atender próximo” leaves a ticket to the colleague whom it was transferred to', async () => {
    const { id: ticketId } = await desk.attended()
    await ana.call('changeTicket', { ticketId, userId: people.carla.id })
    for (let next = await ana.call('acceptNextTicket'); next; next = await ana.call('acceptNextTicket'))
      expect(next.id).not.toBe(ticketId)
    expect(await carla.call('getTicket', { ticketId })).toMatchObject({
      status: 'pending',
      userId: people.carla.id,
    })
  })

  test('a transfer with a note moves the ticket, and the queue that lost it sees it no more', async () => {
    const { id: ticketId } = await desk.attended()
    await ana.call('changeTicket', { ticketId, queueId: queues[FINANCE], note: 'Quer a segunda via' })
    expect(await bruno.call('getTicket', { ticketId })).toMatchObject({ status: 'pending', userId: null })
    expect(await ana.attempt('getTicket', { ticketId })).toMatchObject({ status: 404 })
    const { records } = await bruno.call('listMessages', { ticketId })
    expect(records.map(({ content }) => content)).toContainEqual({
      type: 'note',
      text: 'Quer a segunda via',
      mentions: [],
    })
    expect(JSON.stringify(await desk.texts())).not.toContain('segunda via')
  })

  test('a customer is told of a transfer once per ticket', async () => {
    await admin.call('saveSetting', { settingKey: 'transferMessage', value: 'Um momento, vou transferir.' })
    const { id: ticketId } = await desk.attended()
    await ana.call('changeTicket', { ticketId, userId: people.carla.id, note: 'Da Ana' })
    await carla.call('changeTicket', { ticketId, status: 'open' })
    await desk.answer(carla, ticketId, 'Olá, sou a Carla')
    await carla.call('changeTicket', { ticketId, queueId: queues[FINANCE] })
    await bruno.call('changeTicket', { ticketId, status: 'open' })
    await desk.answer(bruno, ticketId, 'Olá, sou o Bruno')
    await desk.receives('sou o Bruno')
    expect((await desk.texts()).filter((text) => text === 'Um momento, vou transferir.')).toHaveLength(1)
    await admin.call('saveSetting', { settingKey: 'transferMessage', value: '' })
  })

  test('“Atender próximo” takes the longest waiting ticket that one may see', async () => {
    while (await bruno.call('acceptNextTicket'));
    const { id } = await desk.waiting(FINANCE)
    expect(await bruno.call('acceptNextTicket')).toMatchObject({ id, userId: people.bruno.id })
    expect((await bruno.attempt('acceptNextTicket')).status).toBe(204)
  })
})

describe('the end of a ticket', () => {
  test('is refused while messages are unseen, and says the completion message', async () => {
    const { id: ticketId, inboundSeq } = await desk.attended()
    await desk.writes('Só mais uma coisa')
    await eventually(
      'it came',
      async () => (await desk.ticketsIn(ana, 'open'))[0]?.inboundSeq === inboundSeq + 1,
    )
    const close = { ticketId, status: 'closed' as const }
    expect(await ana.attempt('changeTicket', { ...close, seenSeq: inboundSeq })).toMatchObject({
      ...refused(409, 'ERR_NEW_MESSAGES'),
      body: { values: { count: 1 } },
    })
    const closed = await ana.call('changeTicket', { ...close, seenSeq: inboundSeq + 1 })
    expect(closed).toMatchObject({ status: 'closed', closeReason: 'person', unread: 0, waitingSince: null })
    await desk.receives('Atendimento encerrado.')
    expect(await desk.ticketsIn(ana, 'closed')).toMatchObject([{ id: ticketId }])
  })

  test('thanks open nothing; any other message brings the same ticket back', async () => {
    const { id: ticketId, inboundSeq } = await desk.attended()
    await desk.answer(ana, ticketId, 'Resolvido')
    await ana.call('changeTicket', { ticketId, status: 'closed', seenSeq: inboundSeq })
    await desk.receives('Atendimento encerrado.')
    await desk.writes('obrigado 🙏')
    await eventually('the thanks are in it', async () =>
      (await desk.ticketsIn(ana, 'closed')).find(({ repliedAfterAt }) => repliedAfterAt !== null),
    )
    await desk.writes('e o boleto?')
    const back = await desk.ticketIn(ana, 'pending')
    expect(back).toMatchObject({ id: ticketId, preferredUserId: people.ana.id, queueId: queues[SALES] })
    expect(await ana.call('listTickets', { tab: 'aguardando' })).toMatchObject({
      records: [{ id: ticketId }],
    })
  })

  test('deleting needs the permission; messages stay and notes go', async () => {
    const { id: ticketId } = await desk.attended()
    await ana.call('createNote', { ticketId, text: 'Cliente antigo' })
    expect(await ana.attempt('deleteTicket', { ticketId })).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    await admin.call('deleteTicket', { ticketId })
    await desk.writes('Voltei')
    const again = await eventually('a new ticket', async () => (await desk.ticketsIn(admin, 'pending'))[0])
    expect(again.id).not.toBe(ticketId)
    const all = await texts(admin, again.id)
    expect(all).toContain('Oi')
    expect(all).not.toContain('note')
  })
})

describe('a contact', () => {
  test('written to first has a ticket of the writer; a second one is refused with its address', async () => {
    const opened = await ana.call('openTicket', { number: customer, queueId: queues[SALES] })
    expect(opened).toMatchObject({ status: 'open', userId: people.ana.id, origin: 'agent' })
    expect(await carla.attempt('openTicket', { number: customer })).toMatchObject({
      ...refused(409, 'ERR_OTHER_OPEN_TICKET'),
      body: { values: { uuid: opened.uuid, userName: 'Ana Lima', queueName: SALES } },
    })
    const hidden = await bruno.attempt('openTicket', { number: customer })
    expect(hidden.body).not.toHaveProperty('values.uuid')
  })

  test('of the company’s is written to under its name; a new number becomes a contact', async () => {
    const contact = await ana.call('createContact', { name: 'Dona Célia', number: customer })
    const opened = await ana.call('openTicket', { contactId: contact.id })
    expect(opened).toMatchObject({ name: 'Dona Célia', contactId: contact.id, chat: customer, queueId: null })
    await ana.call('updateContact', { contactId: contact.id, name: 'Célia Prado' })
    expect(await ana.call('getTicket', { ticketId: opened.id })).toMatchObject({ name: 'Célia Prado' })
    const number = desk.newCustomer()
    const { contactId } = await ana.call('openTicket', { number })
    expect(await ana.call('getContact', { contactId: contactId ?? '' })).toMatchObject({ number })
  })

  test('that is blocked is written to only on a second, decided call', async () => {
    await admin.call('createContactBlock', { name: 'Bia', number: customer })
    expect(await ana.attempt('openTicket', { number: customer })).toMatchObject(
      refused(409, 'ERR_CONTACT_BLOCKED'),
    )
    expect(await ana.call('openTicket', { number: customer, force: true })).toMatchObject({ status: 'open' })
  })

  test.each([
    ['both a contact and a number', { contactId: 'C', number: '11987650001' }, 400],
    ['neither', {}, 400],
    ['an unknown contact', { contactId: 'C' }, 404],
  ])('named by %s is refused', async (_, body, status) => {
    expect(await ana.send('POST', '/tickets', body)).toMatchObject({ status })
    const ofStranger = await stranger.call('createContact', { name: 'Deles', number: desk.newCustomer() })
    expect(await ana.attempt('openTicket', { contactId: ofStranger.id })).toMatchObject(
      refused(404, 'ERR_NO_CONTACT_FOUND'),
    )
  })

  test('keeps a draft for each attendant until the text is sent', async () => {
    const { id: ticketId } = await desk.attended()
    await ana.call('saveDraft', { ticketId, text: 'Vou ver e já' })
    expect(await ana.call('getTicket', { ticketId })).toMatchObject({ draft: { text: 'Vou ver e já' } })
    expect(await carla.call('getTicket', { ticketId })).toMatchObject({ draft: null })
    const listedFor = async (client: ApiClient) => {
      const { records } = await client.call('listTickets', { all: 'true' })
      return records.find(({ id }) => id === ticketId)?.draftText
    }
    expect([await listedFor(ana), await listedFor(carla)]).toEqual(['Vou ver e já', null])
    await desk.answer(ana, ticketId, 'Vou ver e já te digo')
    expect(await ana.call('getTicket', { ticketId })).toMatchObject({ draft: null })
    expect(await listedFor(ana)).toBeNull()
  })

  test('keeps a draft that was begun as a note as a note', async () => {
    const { id: ticketId } = await desk.attended()
    const draft = async () => (await ana.call('getTicket', { ticketId })).draft
    await ana.call('saveDraft', { ticketId, text: 'Cliente antigo', isNote: true })
    expect(await draft()).toEqual({ text: 'Cliente antigo', quoted: null, isNote: true })
    await ana.call('saveDraft', { ticketId, text: 'Olá' })
    expect(await draft()).toEqual({ text: 'Olá', quoted: null })
  })

  test('keeps the next draft that was begun while a message left', async () => {
    const { id: ticketId } = await desk.attended()
    await ana.call('saveDraft', { ticketId, text: 'E o frete é grátis' })
    await desk.answer(ana, ticketId, 'Vou ver e já te digo')
    expect(await ana.call('getTicket', { ticketId })).toMatchObject({ draft: { text: 'E o frete é grátis' } })
    await desk.answer(ana, ticketId, 'E o frete é grátis!')
    expect(await ana.call('getTicket', { ticketId })).toMatchObject({ draft: null })
  })

  test('that opens again after its queue was deleted is in the default queue of its connection', async () => {
    const color = '#336699'
    const { id: queueId } = await admin.call('createTicketQueue', { name: 'Natal', color })
    const { id: ticketId } = await ana.call('openTicket', { number: desk.newCustomer(), queueId })
    await ana.call('changeTicket', { ticketId, status: 'closed', silent: true, force: true })
    await admin.call('deleteTicketQueue', { queueId })
    const reopened = await ana.call('changeTicket', { ticketId, status: 'open' })
    expect(reopened).toMatchObject({ status: 'open', queueId: queues[SALES] })
    await ana.call('changeTicket', { ticketId, status: 'pending' })
    const { records } = await admin.call('listTickets', { tab: 'aguardando', all: 'true' })
    expect(records.map(({ id }) => id)).toContain(ticketId)
  })
})

describe('a group', () => {
  test('has one ticket in its own tab, which cannot be accepted or closed and which every user may answer', async () => {
    const { id } = await admin.simulator<{ id: string }>('POST', '/groups', {
      subject: 'Obra',
      members: [customer, SHOP],
    })
    const group = `group-${id.replace('@g.us', '')}`
    await admin.simulator('POST', `/phones/${customer}/messages`, { to: id, text: 'Chegou o cimento' })
    const [ticket] = await eventually('the group', async () => {
      const found = await desk.ticketsIn(bruno, 'grupos', group)
      return found.length > 0 && found
    })
    expect(ticket).toMatchObject({
      isGroup: true,
      status: 'open',
      userId: null,
      waitingSince: null,
      unread: 1,
    })
    const ticketId = ticket?.id ?? ''
    expect(await bruno.attempt('changeTicket', { ticketId, status: 'closed' })).toMatchObject(
      refused(409, 'ERR_TICKET_CHANGED'),
    )
    expect((await desk.answer(bruno, ticketId, 'Obrigado pelo aviso')).status).toBe(201)
    await desk.receives('Obrigado pelo aviso')
  })
})

test('counters count what one may see, and triage nowhere', async () => {
  const before = (await ana.call('countTickets')).aguardando.tickets
  await desk.writes('Oi')
  await desk.receives('*1* - ')
  expect((await ana.call('countTickets')).aguardando.tickets).toBe(before)
  await desk.writes(SALES)
  await eventually(
    'it counts',
    async () => (await ana.call('countTickets')).aguardando.tickets === before + 1,
  )
  const none = { tickets: 0, unread: 0, mine: 0, mineUnread: 0 }
  expect((await stranger.call('countTickets')).aguardando).toEqual(none)
})

test('one’s own unread messages are counted apart from colleagues’', async () => {
  const before = (await ana.call('countTickets')).atendendo
  const hers = await desk.attended()
  desk.newCustomer()
  const his = await desk.attended(carla)
  const { atendendo } = await ana.call('countTickets')
  expect(atendendo).toMatchObject({
    unread: before.unread + hers.unread + his.unread,
    mine: before.mine + 1,
    mineUnread: before.mineUnread + hers.unread,
  })
  expect(hers.unread).toBeGreaterThan(0)
})

test('waiting tickets are listed by their waiting time, or by their last message, page by page', async () => {
  const first = await desk.waiting(FINANCE)
  const second = [desk.newCustomer(), await desk.waiting(FINANCE)] as const
  await desk.writes('Alguém?', customer)
  const listed = async (order?: 'last') => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const query = { tab: 'aguardando', all: 'true', order, cursor, queueIds: queues[FINANCE] } as const
      const page = await bruno.call('listTickets', query)
      found.push(...page.records.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return found.filter((id) => id === first.id || id === second[1].id)
  }
  await eventually('the last message counts', async () => (await listed('last'))[0] === first.id)
  expect(await listed('last')).toEqual([first.id, second[1].id])
  await desk.writes('Eu também')
  await eventually('the other one is newer', async () => (await listed('last'))[0] === second[1].id)
  expect(await listed()).toEqual([first.id, second[1].id])
})
