import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { getTicket, writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

let desk: Desk
let { admin, ana, bruno, carla, queues, people } = {} as Desk['parts']

beforeAll(async () => {
  desk = await Desk.open(principals, '5511900000261', '551195582')
  ;({ admin, ana, bruno, carla, queues, people } = desk.parts)
  await admin.call('updateTicketQueue', {
    queueId: queues[SALES],
    name: SALES,
    color: '#119911',
    greetingMessage: `Aqui é ${SALES}`,
    distribution: 'offer',
  })
}, atMost(120_000))

beforeEach(() => {
  desk.newCustomer()
})

const offered = (ticketId: string, to: string | null): Promise<Ticket> =>
  eventually('the ticket is offered', async () => {
    const ticket = await admin.call('getTicket', { ticketId })
    return ticket.preferredUserId === to && ticket
  })

/** As if the time of the offer had passed. */
async function timePasses(ticketId: string): Promise<void> {
  const table = principals.tenant(people.ana.companyId)
  const ticket = await getTicket(table, ticketId)
  if (!ticket) throw new Error('There is no ticket')
  await writeTicket(table, ticket, { ...ticket, timerAt: new Date().toISOString() })
}

test(
  'a ticket is offered to the attendant with the fewest open ones, then to the next, then to nobody',
  async () => {
    const [ofAna, ofCarla] = [await LiveSocket.open(ana), await LiveSocket.open(carla)]
    const earlier = await desk.attended(ana)
    desk.newCustomer()
    const { id } = await desk.waiting()
    await offered(id, people.carla.id)
    const [notice] = await eventually('Carla is told', async () => {
      const { records } = await carla.call('listNotices')
      return records.length > 0 && records
    })
    expect(notice).toMatchObject({ kind: 'offer', ticketUuid: expect.any(String) })
    await ofCarla.frame('the notice', isAbout(notice?.id ?? '', 'create'))
    // Ana sees it all the while.
    expect(await desk.ticketsIn(ana, 'pending')).toContainEqual(expect.objectContaining({ id }))
    await timePasses(id)
    await offered(id, people.ana.id)
    await timePasses(id)
    await offered(id, null)
    expect(await desk.ticketsIn(carla, 'pending')).toContainEqual(expect.objectContaining({ id }))
    await ana.call('changeTicket', { ticketId: earlier.id, status: 'closed', silent: true })
    for (const socket of [ofAna, ofCarla]) socket.close()
  },
  atMost(120_000),
)

test('an offer does not keep a colleague from accepting, and who returns a ticket gets no offer of it', async () => {
  const [ofAna, ofCarla] = [await LiveSocket.open(ana), await LiveSocket.open(carla)]
  const { id } = await desk.waiting()
  const { preferredUserId } = await eventually('it is offered', async () => {
    const ticket = await admin.call('getTicket', { ticketId: id })
    return ticket.preferredUserId !== null && ticket
  })
  const [taker, other] = preferredUserId === people.ana.id ? [carla, people.ana] : [ana, people.carla]
  expect(await taker.call('changeTicket', { ticketId: id, status: 'open' })).toMatchObject({
    status: 'open',
    preferredUserId: null,
  })
  await taker.call('changeTicket', { ticketId: id, status: 'pending' })
  await offered(id, other.id)
  for (const socket of [ofAna, ofCarla]) socket.close()
})

test('a ticket that is offered to a deleted user is offered to the next attendant', async () => {
  const dora = await principals.person(people.ana.companyId, { profile: 'user', name: 'Dora Pires' })
  const { id: userId, name, email } = dora
  await admin.call('updateUser', { userId, name, email, queueIds: [queues[SALES]] })
  const earlier = await desk.attended(ana)
  desk.newCustomer()
  const [ofAna, ofDora] = [await LiveSocket.open(ana), await LiveSocket.open(await principals.signIn(dora))]
  const { id } = await desk.waiting()
  await offered(id, userId)
  await admin.call('deleteUser', { userId })
  await eventually('the ticket is offered to a colleague', async () => {
    const { preferredUserId } = await admin.call('getTicket', { ticketId: id })
    return preferredUserId !== null && preferredUserId !== userId
  })
  await ana.call('changeTicket', { ticketId: earlier.id, status: 'closed', silent: true })
  for (const socket of [ofAna, ofDora]) socket.close()
})

test('nothing is offered to who is offline or of another queue, nor in a queue without offers', async () => {
  const ofBruno = await LiveSocket.open(bruno)
  await eventually('Ana and Carla are offline', async () => {
    const online = (await admin.call('listAttendants')).filter((user) => user.online)
    return !online.some(({ id }) => id === people.ana.id || id === people.carla.id)
  })
  const { id } = await desk.waiting()
  desk.newCustomer()
  const other = await desk.waiting(FINANCE)
  // By now the first one would have been offered.
  for (const ticketId of [id, other.id])
    expect(await admin.call('getTicket', { ticketId })).toMatchObject({ preferredUserId: null })
  ofBruno.close()
})
