import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

let desk: Desk
let { admin, ana, bruno, queues, shop } = {} as Desk['parts']
/** Its id on WhatsApp, and its ticket. */
let group = ''
let ticket: Ticket

beforeAll(async () => {
  desk = await Desk.open(principals, '5511900000293', '551195593')
  ;({ admin, ana, bruno, queues, shop } = desk.parts)
}, atMost(120_000))

/** Each test has a group of its own, with one unread message. */
beforeEach(async () => {
  desk.newCustomer()
  const members = [desk.customer, shop]
  ;({ id: group } = await admin.simulator<{ id: string }>('POST', '/groups', { subject: 'Obra', members }))
  ticket = await after('Chegou o cimento', () => true)
})

/** A member writes, and the group's ticket becomes so. */
async function after(text: string, holds: (ticket: Ticket) => boolean): Promise<Ticket> {
  await admin.simulator('POST', `/phones/${desk.customer}/messages`, { to: group, text })
  return eventually(`the ticket after “${text}”`, async () => {
    const found = await ticketFor(admin)
    return found?.preview === text && holds(found) && found
  })
}

const ticketFor = async (client: ApiClient): Promise<Ticket | undefined> =>
  (await desk.ticketsIn(client, 'grupos', `group-${group.replace('@g.us', '')}`))[0]
const change = (body: { muted?: boolean; queueIds?: string[] }, client = admin) =>
  client.attempt('changeGroup', { ticketId: ticket.id, ...body })
const sees = async (client: ApiClient): Promise<boolean> => {
  const isListed = (await ticketFor(client)) !== undefined
  const { status } = await client.attempt('getTicket', { ticketId: ticket.id })
  expect(status, 'list and call agree').toBe(isListed ? 200 : 404)
  return isListed
}

describe('a muted group', () => {
  test('stands in the list and counts nowhere, until it is heard again', async () => {
    const counted = async () => {
      const { tickets, unread } = (await ana.call('countTickets')).grupos
      return [tickets, unread]
    }
    const [tickets = 0, unread = 0] = await counted()
    expect(await change({ muted: true })).toMatchObject({ status: 200, body: { group: { muted: true } } })
    expect(await counted()).toEqual([tickets - 1, unread - 1])
    await after('E a areia?', ({ unread: count, group: its }) => count === 2 && its?.muted === true)
    expect(await counted()).toEqual([tickets - 1, unread - 1])
    expect(await change({ muted: false })).toMatchObject({ status: 200 })
    expect(await counted()).toEqual([tickets, unread + 1])
  })
})

describe('a group that queues see', () => {
  test('is visible to users of these queues and to admins only, and they may answer', async () => {
    expect([await sees(ana), await sees(bruno)]).toEqual([true, true])
    await change({ queueIds: [queues[SALES], queues[SALES]] })
    expect((await admin.call('getTicket', { ticketId: ticket.id })).group?.queueIds).toEqual([queues[SALES]])
    expect([await sees(ana), await sees(bruno), await sees(admin)]).toEqual([true, false, true])
    expect((await desk.answer(bruno, ticket.id, 'Oi')).status).toBe(404)
    expect((await desk.answer(ana, ticket.id, 'Já vamos')).status).toBe(201)
    const { messages } = await bruno.call('search', { q: 'cimento' })
    expect(messages.filter(({ ticketId }) => ticketId === ticket.id)).toEqual([])
    await change({ queueIds: [] })
    expect([await sees(ana), await sees(bruno)]).toEqual([true, true])
  })

  test('goes away at once for who sees it no more, and their sockets stay silent', async () => {
    const [hers, his] = [await LiveSocket.open(ana), await LiveSocket.open(bruno)]
    const ofGroup = () => his.frames.filter((frame) => JSON.stringify(frame).includes(ticket.id))
    await change({ queueIds: [queues[SALES]] })
    await hers.frame('it is hers', isAbout(ticket.id, 'update'))
    const { revision } = await admin.call('getTicket', { ticketId: ticket.id })
    expect(await his.frame('it is gone', isAbout(ticket.id, 'delete'))).toMatchObject({ revision })
    const before = ofGroup().length
    await after('Alguém?', () => true)
    await hers.frame('the message', ({ record }) => JSON.stringify(record ?? '').includes('Alguém?'))
    await change({ queueIds: [queues[FINANCE]] })
    await hers.frame('it left her', isAbout(ticket.id, 'delete'))
    await his.frame('it came to him', isAbout(ticket.id, 'update'))
    expect(ofGroup()).toHaveLength(before + 1)
    hers.close()
    his.close()
  })

  test('keeps its settings when its ticket is deleted and a message opens another one', async () => {
    await change({ muted: true, queueIds: [queues[SALES]] })
    const { revision } = await admin.call('getTicket', { ticketId: ticket.id })
    const live = await LiveSocket.open(ana)
    await admin.call('deleteTicket', { ticketId: ticket.id })
    const gone = await live.frame('the deletion', isAbout(ticket.id, 'delete'))
    expect(gone).toMatchObject({ revision: revision + 1 })
    live.close()
    const next = await after('De volta', ({ id }) => id !== ticket.id)
    expect(next.group).toEqual({ muted: true, queueIds: [queues[SALES]] })
    ticket = next
    expect([await sees(ana), await sees(bruno)]).toEqual([true, false])
  })
})

describe('a queue that is deleted', () => {
  const aQueue = async (name: string) => {
    const color = `#${crypto.randomUUID().slice(-6)}`
    return (await admin.call('createTicketQueue', { name: `${name} ${color}`, color })).id
  }
  const queueIds = async () => (await admin.call('getTicket', { ticketId: ticket.id })).group?.queueIds
  const remove = (queueId: string, moveTo?: string) =>
    admin.attempt('deleteTicketQueue', { queueId, ...(moveTo && { moveTo }) })

  test('leaves the groups that other queues see too', async () => {
    const queueId = await aQueue('Obras')
    await change({ queueIds: [queueId, queues[SALES]] })
    expect((await remove(queueId)).status).toBe(204)
    expect(await queueIds()).toEqual([queues[SALES]])
  })

  test('does not open a group that it alone sees: another queue takes it', async () => {
    const queueId = await aQueue('Obras')
    await change({ queueIds: [queueId] })
    expect(await remove(queueId)).toMatchObject(refused(409, 'ERR_QUEUE_IN_USE'))
    expect(await queueIds()).toEqual([queueId])
    expect((await remove(queueId, queues[FINANCE])).status).toBe(204)
    expect(await queueIds()).toEqual([queues[FINANCE]])
    expect([await sees(ana), await sees(bruno)]).toEqual([false, true])
  })

  test('leaves a group whose ticket is deleted, too', async () => {
    const queueId = await aQueue('Obras')
    await change({ queueIds: [queueId] })
    await admin.call('deleteTicket', { ticketId: ticket.id })
    expect(await remove(queueId)).toMatchObject(refused(409, 'ERR_QUEUE_IN_USE'))
    expect((await remove(queueId, queues[SALES])).status).toBe(204)
    const next = await after('De volta', ({ id }) => id !== ticket.id)
    expect(next.group?.queueIds).toEqual([queues[SALES]])
  })
})

test('only admins change the settings of a group', async () => {
  for (const body of [{ muted: true }, { queueIds: [queues[SALES]] }])
    expect(await change(body, ana)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  expect((await admin.call('getTicket', { ticketId: ticket.id })).group).toEqual({
    muted: false,
    queueIds: [],
  })
})
