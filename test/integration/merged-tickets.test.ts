import { settleContact } from '@recado/shared/contacts/settle-contact'
import { conversationKey } from '@recado/shared/conversations/conversation'
import { chatOfLid } from '@recado/shared/messages/chat'
import { learnNumbers } from '@recado/shared/phone-numbers/lids'
import { DEFAULT_SHARDS } from '@recado/shared/queues/shards'
import { SqsQueues } from '@recado/shared/queues/sqs'
import { writeTicket } from '@recado/shared/tickets/store/tickets'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refused } from '../support/api-client.ts'
import { aTicket } from '../support/builders.ts'
import { Desk, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { isAbout, LiveSocket } from '../support/live-socket.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

const SHOP = '5511900000257'
let desk: Desk
let { admin, ana, queues, people } = {} as Desk['parts']
let customer: string

beforeAll(async () => {
  desk = await Desk.open(principals, SHOP, '551195577')
  ;({ admin, ana, queues, people } = desk.parts)
}, atMost(120_000))

beforeEach(() => {
  customer = desk.newCustomer()
})

describe('a person whose number becomes known', () => {
  const hidden = (text: string, hideNumber: boolean) =>
    admin.simulator('POST', `/phones/${customer}/messages`, { to: SHOP, text, addressing: 'lid', hideNumber })

  test('has one ticket and one contact afterwards, and browsers are told of both tickets', async () => {
    await hidden('Sem número', true)
    const byLid = await eventually('the ticket of the LID', async () => {
      const { records } = await admin.call('listTickets', { tab: 'aguardando', all: 'true' })
      return records.find(({ chat }) => chat.startsWith('lid-'))
    })
    const opened = await ana.call('openTicket', { number: customer, queueId: queues[SALES] })
    const socket = await LiveSocket.open(ana)
    await hidden('Com número', false)
    const closing = await socket.frame('the merged ticket', isAbout(byLid.id, 'update'))
    expect(closing.record).toMatchObject({
      status: 'closed',
      closeReason: 'merged',
      mergedInto: opened.id,
      chat: customer,
    })
    const going = await socket.frame('the ticket that goes on', isAbout(opened.id, 'update'))
    expect(going.record).toMatchObject({ status: 'open', inboundSeq: 1, unread: 1 })
    await socket.frame('the event', ({ channel, ticketId, record }) =>
      [channel.endsWith('-appMessage'), ticketId === opened.id, isMerge(record)].every(Boolean),
    )
    await socket.frame('the contact of the LID', isAbout(byLid.contactId ?? '', 'delete'))
    socket.close()
    await desk.message('both messages', ana, opened.id, ({ seq }) => seq === 2)
    const messages = await desk.messages(ana, opened.id)
    expect(new Set(messages.map(({ ticketId }) => ticketId))).toEqual(new Set([opened.id]))
    expect(messages.filter((message) => isMerge(message))).toHaveLength(1)
    const contact = await admin.call('getContact', { contactId: byLid.contactId ?? '' })
    expect(contact).toMatchObject({ id: opened.contactId, number: customer })
    const [merge] = contact.mergedFrom
    await admin.call('undoContactMerge', { mergeId: merge?.mergeId ?? '' })
    expect(await admin.call('getContact', { contactId: byLid.contactId ?? '' })).toMatchObject({
      id: byLid.contactId,
    })
  })
})

describe('a number that the account learns without a message', () => {
  test('merges both tickets and both contacts, live', async () => {
    const { connection } = desk.parts
    const { companyId } = people.ana
    const lid = customer.slice(-12)
    const table = principals.tenant(companyId)
    const chat = chatOfLid(lid)
    const who = { whatsappId: connection.id, queueId: queues[SALES], status: 'pending' } as const
    const { id: contactId } = await settleContact(
      table,
      { connectionId: connection.id, chat, lid },
      Date.now(),
    )
    const byLid = aTicket({ ...who, chat, contactId, protocol: '20260101-00001' })
    await writeTicket(table, undefined, byLid)
    await table.put({ ...conversationKey(connection.id, chat), connectionId: connection.id, chat })
    const opened = await ana.call('openTicket', { number: customer, queueId: queues[SALES] })
    const socket = await LiveSocket.open(ana)
    const event = { companyId, connectionId: connection.id, person: { number: customer, lid } }
    await new SqsQueues(process.env.QUEUE_URL_PREFIX ?? '', DEFAULT_SHARDS).inOrder(
      'inbound',
      { kind: 'identity', ...event },
      { group: `${connection.id}/${lid}`, id: lid },
    )
    const { record } = await socket.frame('the merged ticket', isAbout(byLid.id, 'update'))
    expect(record).toMatchObject({ closeReason: 'merged', mergedInto: opened.id, chat: customer })
    await socket.frame('the contact of the LID', isAbout(contactId, 'delete'))
    socket.close()
    expect(await admin.call('getContact', { contactId })).toMatchObject({ id: opened.contactId, lid: null })
  })
})

describe('a person whose number another account learned', () => {
  test('has their live ticket under the number when a user begins a conversation or forwards to them', async () => {
    const { connection } = desk.parts
    const table = principals.tenant(people.ana.companyId)
    const source = await ana.call('openTicket', { number: customer })
    const { body } = await desk.answer(ana, source.id, 'A tabela de preços')
    const number = desk.newCustomer()
    const lid = number.slice(-12)
    const chat = chatOfLid(lid)
    const { id: contactId } = await ana.call('createContact', { name: 'Dona Zezé', number })
    const who = { whatsappId: connection.id, status: 'open', userId: people.carla.id } as const
    const byLid = aTicket({ ...who, chat, queueId: queues[SALES], protocol: '20260101-00002' })
    await writeTicket(table, undefined, byLid)
    await table.put({ ...conversationKey(connection.id, chat), connectionId: connection.id, chat })
    await learnNumbers(table, [{ lid, number }])
    const other = refused(409, 'ERR_OTHER_OPEN_TICKET')
    expect(await ana.attempt('openTicket', { number })).toMatchObject(other)
    expect(await admin.call('getTicket', { ticketId: byLid.id })).toMatchObject({ chat: number })
    const messageIds = [Object(body).id]
    expect(await ana.attempt('forwardMessages', { messageIds, to: [{ contactId }] })).toMatchObject(
      refused(409, 'ERR_TICKET_TAKEN'),
    )
    expect(await desk.ticketsIn(admin, 'open', number)).toMatchObject([{ id: byLid.id }])
  })
})

const isMerge = (record: unknown): boolean => Object(record).content?.kind === 'merged'
