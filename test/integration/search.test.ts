import type { SearchResult } from '@recado/shared/search/routes'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiClient, refused } from '../support/api-client.ts'
import { Desk, FINANCE, SALES } from '../support/desk.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { hostileStrings } from '../support/hostile-strings.ts'
import { sharedSystem } from '../support/test-system.ts'

const { principals } = sharedSystem()

const SHOP = '5511933710001'
let desk: Desk
let { admin, ana, bruno, stranger, queues } = {} as Desk['parts']

beforeAll(async () => {
  desk = await Desk.open(principals, SHOP, '551193372')
  ;({ admin, ana, bruno, stranger, queues } = desk.parts)
}, atMost(120_000))

beforeEach(() => {
  desk.newCustomer()
})

const search = (client: ApiClient, q: string): Promise<SearchResult> => client.call('search', { q })
const excerpts = async (client: ApiClient, q: string) =>
  (await search(client, q)).messages.map(({ excerpt }) => excerpt)
/** Waits for a message to be found. */
const finds = (client: ApiClient, q: string, excerpt: string) =>
  eventually(`“${q}” finds “${excerpt}”`, async () =>
    (await search(client, q)).messages.find((message) => message.excerpt === excerpt),
  )
/** Waits until a search finds no message. */
const findsNothing = (client: ApiClient, q: string) =>
  eventually(`“${q}” finds nothing`, async () => (await search(client, q)).messages.length === 0)

const close = ({ id: ticketId }: Ticket) =>
  ana.call('changeTicket', { ticketId, status: 'closed', silent: true, force: true })

describe('a message', () => {
  test('is found with and without accents, by a beginning and by two words, and opens its ticket', async () => {
    const ticket = await desk.attended()
    await desk.writes('Preciso do orçamento da fachada azul')
    const found = await finds(ana, 'orcamento', 'Preciso do orçamento da fachada azul')
    expect(found).toMatchObject({
      ticketId: ticket.id,
      ticketUuid: ticket.uuid,
      fromMe: false,
      contactName: ticket.name,
      authorName: null,
      matches: [[11, 20]],
    })
    for (const q of ['ORÇAMENTO', 'orça', 'fachada orçam', 'azul preciso'])
      expect((await search(ana, q)).messages, q).toMatchObject([{ messageId: found.messageId }])
    expect((await search(ana, 'orçamento verde')).messages).toEqual([])
    const { records } = await ana.call('listMessages', { ticketId: ticket.id, around: found.messageId })
    expect(records.map(({ id }) => id)).toContain(found.messageId)
  })

  test('of ours is found under its author, a note too, and the newest comes first', async () => {
    const ticket = await desk.attended()
    await desk.writes('O guindaste chegou?')
    await finds(ana, 'guindaste', 'O guindaste chegou?')
    await desk.answer(ana, ticket.id, 'O guindaste chega amanhã')
    await ana.call('createNote', { ticketId: ticket.id, text: 'Guindaste atrasado' })
    const { messages } = await search(ana, 'guindaste')
    expect(messages).toMatchObject([
      { excerpt: 'Guindaste atrasado', authorName: 'Ana Lima', fromMe: true },
      { excerpt: 'O guindaste chega amanhã', authorName: 'Ana Lima', fromMe: true },
      { excerpt: 'O guindaste chegou?', authorName: null, fromMe: false },
    ])
    const around = messages[0]?.messageId ?? ''
    const { records } = await ana.call('listMessages', { ticketId: ticket.id, around })
    expect(records.map(({ id }) => id)).toContain(around)
    await admin.call('deleteTicket', { ticketId: ticket.id })
    expect(await excerpts(admin, 'atrasado')).toEqual([])
  })

  test('of one conversation is found by short words too, and only there', async () => {
    const ticket = await desk.attended()
    await desk.writes('É o pé da mesa nova')
    await finds(ana, 'mesa nova', 'É o pé da mesa nova')
    desk.newCustomer()
    const { id: other } = await desk.attended()
    await desk.writes('O pé quebrou')
    await finds(ana, 'quebrou', 'O pé quebrou')
    const within = async (ticketId: string, q: string) => {
      const { messages, ...rest } = await ana.call('search', { q, ticketId })
      expect(rest).toEqual({ contacts: [], tickets: [], shortWords: [] })
      return messages.map(({ excerpt }) => excerpt)
    }
    expect(await within(ticket.id, 'pe')).toEqual(['É o pé da mesa nova'])
    expect(await within(other, 'PÉ')).toEqual(['O pé quebrou'])
    expect(await within(other, 'mesa')).toEqual([])
    expect(await bruno.attempt('search', { q: 'pé', ticketId: other })).toMatchObject(
      refused(404, 'ERR_NO_TICKET_FOUND'),
    )
  })

  test('that is edited is found by its new words, and one that is deleted by none', async () => {
    const ticket = await desk.attended()
    const { body } = await desk.answer(ana, ticket.id, 'A betoneira custa 90')
    const { id: messageId } = body as { id: string }
    await desk.receives('A betoneira custa 90')
    await finds(ana, 'betoneira', 'A betoneira custa 90')
    await eventually('it can be edited', async () => {
      const answer = await ana.attempt('editMessage', {
        ticketId: ticket.id,
        messageId,
        text: 'A serralheria',
      })
      return answer.status === 204
    })
    await finds(ana, 'serralheria', 'A serralheria')
    expect(await excerpts(ana, 'betoneira')).toEqual([])
    await ana.call('deleteMessage', { ticketId: ticket.id, messageId })
    await findsNothing(ana, 'serralheria')
  })

  test('of a queue that one may not see is not found, unless the conversation’s history is for all', async () => {
    const ticket = await desk.attended()
    await desk.writes('Quero o catálogo')
    await finds(ana, 'catálogo', 'Quero o catálogo')
    expect(await excerpts(bruno, 'catalogo')).toEqual([])
    expect(await excerpts(stranger, 'catalogo')).toEqual([])
    await close(ticket)
    // The same person's next ticket is Bruno's.
    const { chat } = ticket
    const { id, uuid } = await bruno.call('openTicket', { number: chat, queueId: queues[FINANCE] })
    const inHistory = { excerpt: 'Quero o catálogo', ticketId: id, ticketUuid: uuid }
    expect((await search(bruno, 'catalogo')).messages).toMatchObject([inHistory])
    expect((await search(ana, 'catalogo')).messages).toMatchObject([{ ticketId: ticket.id }])
    await admin.call('saveSetting', { settingKey: 'historyVisibility', value: 'queues' })
    expect(await excerpts(bruno, 'catalogo')).toEqual([])
    expect(await excerpts(admin, 'catalogo')).toEqual(['Quero o catálogo'])
    const textsFor = async (client: ApiClient) => JSON.stringify(await desk.messages(client, id))
    expect(await textsFor(bruno)).not.toContain('Quero o catálogo')
    // The queue of a deleted ticket is unknown.
    await admin.call('deleteTicket', { ticketId: ticket.id })
    expect(await textsFor(bruno)).not.toContain('Quero o catálogo')
    expect(await textsFor(admin)).toContain('Quero o catálogo')
    await admin.call('saveSetting', { settingKey: 'historyVisibility', value: 'all' })
  })
})

describe('a ticket', () => {
  test('is found by its protocol number, whole or by its end, by those who may see it', async () => {
    const { id, protocol } = await desk.waiting(SALES)
    const [, number = ''] = protocol.split('-')
    for (const q of [protocol, number, ` ${number.slice(-3)} `])
      expect((await search(ana, q)).tickets, q).toMatchObject([{ id, protocol }])
    expect((await search(bruno, protocol)).tickets).toEqual([])
    expect((await search(stranger, protocol)).tickets).toEqual([])
  })
})

describe('a contact', () => {
  test('is found by any part of its name or number, in one’s own company only', async () => {
    const { id } = await admin.call('createContact', { name: 'Conceição Brandão', number: desk.customer })
    const contact = { id, name: 'Conceição Brandão', number: desk.customer }
    for (const q of ['conceicao', 'BRANDÃO', 'ção bra', desk.customer, desk.customer.slice(4)])
      expect((await search(ana, q)).contacts, q).toEqual([contact])
    expect((await search(stranger, 'conceicao')).contacts).toEqual([])
  })
})

describe('a search', () => {
  test('names the words that are too short for messages', async () => {
    expect(await search(ana, ' oi, tem de 12 m2 ')).toMatchObject({ shortWords: ['oi', 'de', '12', 'm2'] })
    expect(await search(ana, 'oi')).toMatchObject({ messages: [], shortWords: ['oi'] })
  })

  test('of fewer than 2 or more than 100 characters is refused', async () => {
    for (const q of ['', 'a', '  a  ', 'a'.repeat(101)])
      expect(await ana.attempt('search', { q }), q).toMatchObject(refused(400, 'ERR_VALIDATION'))
    expect((await ana.attempt('search', { q: 'a'.repeat(100) })).status).toBe(200)
  })

  test('of a hostile string never fails', async () => {
    // The unit test tries all of them without a request.
    const some = hostileStrings().filter((_, index) => index % 5 === 0)
    const answers = await Promise.all(some.map((q) => ana.attempt('search', { q })))
    for (const [index, { status }] of answers.entries()) expect([200, 400], some[index]).toContain(status)
  })
})
