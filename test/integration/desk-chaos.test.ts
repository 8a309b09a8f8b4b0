import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { atMost, eventually } from '../support/eventually.ts'
import { ownSystem } from '../support/test-system.ts'
import { between, untilAnswered } from './desk-chaos-calls.ts'
import { BusyCalendar, isScheduled, type Recipient } from './desk-chaos-schedules.ts'

const SHOP = '5511900000261'
/**
 * Schedules of one connection leave five seconds apart. With more connections more of them leave before the last kill, and
 * those that are deleted about when they leave have turns of their own.
 */
const OTHER_SHOP = '5511900000262'
const SHOPS_OF_DELETED = ['5511900000263', '5511900000264']
/**
 * `DESK_CHAOS_KILLS=20 npm test -- test/integration/desk-chaos.test.ts` is the long form: 20 customers write 50 messages
 * each, attendants schedule messages to them, and a part of the system is killed every 20 to 40 seconds.
 */
const KILLS = Number(process.env.DESK_CHAOS_KILLS ?? 3)
const IS_LONG = KILLS > 3
const CUSTOMERS = IS_LONG ? 20 : 5
const TEXTS_EACH = IS_LONG ? 50 : 4
/** Milliseconds between two kills, and between two texts of a customer. */
const LIVES = IS_LONG ? { min: 20_000, max: 40_000 } : { min: 2_000, max: 4_000 }
const WRITES = IS_LONG ? { min: 2_000, max: 18_000 } : { min: 200, max: 4_000 }
/** Milliseconds between two schedules. */
const SCHEDULES = IS_LONG ? { min: 4_000, max: 10_000 } : { min: 100, max: 1_200 }
const KILLED = ['session', 'workers', 'gateway'] as const

/** How long it takes until all texts are answered, in milliseconds. */
const ANSWERED_WITHIN = IS_LONG ? 1_200_000 : 200_000

const numbers = Array.from({ length: CUSTOMERS }, (_, index) => `55119557${String(61_001 + index)}`)

describe('kill -9 while customers and attendants write, and schedules fall due', () => {
  beforeAll(() => void vi.stubEnv('UNRULY_QUEUES', '1'))
  const { system, principals } = ownSystem()
  let admin: ApiClient
  let attendants: ApiClient[]
  /** By the connection's number. */
  let whatsappIds: Record<string, string>
  let customers: Recipient[]
  /** By number: fulfilled once a schedule waits for the customer's reply. Their last text comes after it. */
  const awaitsReply = new Map(numbers.map((number) => [number, Promise.withResolvers<void>()]))
  /** The phones are reached without the gateway, which is killed. */
  let phones: ApiClient

  beforeAll(async () => {
    const company = await principals.company()
    const attendant = async (name: string) =>
      principals.signIn(await principals.person(company, { profile: 'user', name }))
    admin = await principals.signIn(await principals.person(company))
    attendants = [await attendant('Ana Lima'), await attendant('Carla Dias')]
    const connections = await Promise.all(
      [SHOP, OTHER_SHOP, ...SHOPS_OF_DELETED].map(async (shop) => {
        const { id } = await admin.linkedConnection(shop, `Loja ${shop}`)
        return [shop, id] as const
      }),
    )
    whatsappIds = Object.fromEntries(connections)
    customers = await Promise.all(
      numbers.map(async (number) => ({
        number,
        contactId: (await admin.call('createContact', { name: `Cliente ${number}`, number })).id,
      })),
    )
    phones = new ApiClient(`http://127.0.0.1:${system.layout.ports.simulator}`)
  }, atMost(60_000))

  test('every message of a customer and every answer arrives once, in order, each customer has one ticket, and each schedule ends as its phone says', {
    timeout: atMost(IS_LONG ? 1_800_000 : 300_000),
  }, async () => {
    const desk = new BusyDesk(attendants)
    const calendar = new BusyCalendar(attendants[0] ?? admin)
    const [answered] = await Promise.all([
      desk.answerAll(CUSTOMERS * TEXTS_EACH),
      ...numbers.map((number) => writesAll(number)),
      scheduleAll(calendar, desk),
      killAll(),
    ])
    for (const number of numbers) {
      const ticket = await oneTicketOf(number)
      const messages = await eventually(
        'every answer has its outcome',
        async () => {
          const shown = await wholeConversation(ticket.id)
          return shown.every(({ status }) => status !== 'PENDING' && status !== 'SENDING') && shown
        },
        150_000,
      )
      const written = messages.filter(({ fromMe }) => !fromMe)
      expect(written.map(textOf)).toEqual(textsOf(number))
      expect(written.map(({ seq }) => seq)).toEqual(textsOf(number).map((_, index) => index + 1))
      await comparesWithPhone(
        number,
        messages.filter(({ author, origin }) => author !== null && origin !== 'schedule'),
      )
    }
    expect([...answered].sort()).toEqual(numbers.flatMap(textsOf).sort())
    await calendar.comparesWithPhones(phones)
  })

  async function writesAll(number: string): Promise<void> {
    for (const text of textsOf(number)) {
      await between(WRITES)
      if (text === textsOf(number).at(-1)) await awaitsReply.get(number)?.promise
      await phones.simulator('POST', `/phones/${number}/messages`, { to: SHOP, text })
    }
  }

  /** For each customer: one of two connections each, one that is deleted about its time, and one unless they write. */
  async function scheduleAll(calendar: BusyCalendar, desk: BusyDesk): Promise<void> {
    const idOf = (shop = SHOP) => whatsappIds[shop] ?? ''
    const ends = customers.map((customer) =>
      calendar.scheduleUnlessReplied(customer, idOf(), () => {
        awaitsReply.get(customer.number)?.resolve()
        return desk.answers(textsOf(customer.number).at(-1))
      }),
    )
    for (const [index, customer] of customers.entries()) {
      for (const shop of [SHOP, OTHER_SHOP]) {
        await between(SCHEDULES)
        await calendar.schedule(customer, idOf(shop))
      }
      await between(SCHEDULES)
      const shop = SHOPS_OF_DELETED[index % SHOPS_OF_DELETED.length]
      ends.push(calendar.scheduleAndDelete(customer, idOf(shop)))
    }
    await Promise.all(ends)
  }

  async function killAll(): Promise<void> {
    for (let kill = 0; kill < KILLS; kill++) {
      await between(LIVES)
      await system.kill(KILLED[kill % KILLED.length] ?? 'session')
    }
  }

  async function oneTicketOf(number: string): Promise<Ticket> {
    const tabs = ['atendendo', 'aguardando', 'resolvidos'] as const
    const lists = await Promise.all(
      tabs.map((tab) => untilAnswered(() => admin.call('listTickets', { tab, all: 'true' }))),
    )
    const tickets = lists.flatMap(({ records }) => records).filter(({ chat }) => chat === number)
    expect(tickets, number).toHaveLength(1)
    return tickets[0] as Ticket
  }

  /** Oldest first. */
  async function wholeConversation(ticketId: string): Promise<ShownMessage[]> {
    const messages: ShownMessage[] = []
    let cursor: string | undefined
    do {
      const request = cursor ? { ticketId, cursor } : { ticketId }
      const page = await untilAnswered(() => admin.call('listMessages', request))
      messages.push(...page.records)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return messages.toReversed()
  }

  /** A sent answer is on the phone, an unsent one is not, and an unknown one may be; none is there twice. */
  async function comparesWithPhone(number: string, answers: ShownMessage[]): Promise<void> {
    const messages = await phones.messagesOf(number)
    const received = messages.flatMap(({ fromMe, text }) => (fromMe || isScheduled(text) ? [] : [text]))
    const unknown = new Set(answers.filter(({ status }) => status === 'UNKNOWN_OUTCOME').map(textOf))
    expect(answers.filter(({ status }) => status === 'FAILED')).toEqual([])
    const certain = (texts: (string | undefined)[]) => texts.filter((text) => !unknown.has(text))
    expect(certain(received)).toEqual(certain(answers.map(textOf)))
    expect(new Set(received).size, number).toBe(received.length)
  }
})

/** The texts of a customer, in order. */
const textsOf = (number: string): string[] =>
  Array.from({ length: TEXTS_EACH }, (_, index) => `${number} diz ${index + 1}`)

const textOf = ({ content }: ShownMessage): string | undefined =>
  content.type === 'text' ? content.text : undefined

/** Attendants who accept whatever waits, and answer every text of a customer once. */
class BusyDesk {
  readonly #attendants: readonly ApiClient[]
  /** The texts with an accepted answer. */
  readonly #answered = new Set<string>()

  constructor(attendants: readonly ApiClient[]) {
    this.#attendants = attendants
  }

  /** @returns the texts that were answered, once there are so many */
  async answerAll(count: number): Promise<ReadonlySet<string>> {
    await Promise.all(
      this.#attendants.map((attendant) =>
        eventually(
          `${count} texts are answered`,
          async () => {
            await this.#round(attendant)
            return this.#answered.size >= count
          },
          ANSWERED_WITHIN,
        ),
      ),
    )
    return this.#answered
  }

  /** Waits until a text is answered, and so was stored before. */
  answers = (text: string | undefined): Promise<boolean> =>
    eventually(
      'a text is answered',
      async () => text !== undefined && this.#answered.has(text),
      ANSWERED_WITHIN,
    )

  async #round(attendant: ApiClient): Promise<void> {
    await untilAnswered(() => attendant.attempt('acceptNextTicket'))
    const { records } = await untilAnswered(() => attendant.call('listTickets', { tab: 'atendendo' }))
    for (const { id } of records) {
      const page = await untilAnswered(() => attendant.call('listMessages', { ticketId: id }))
      for (const message of page.records.toReversed()) await this.#answer(attendant, id, message)
    }
  }

  async #answer(attendant: ApiClient, ticketId: string, message: ShownMessage): Promise<void> {
    const text = textOf(message)
    if (message.fromMe || !text || this.#answered.has(text)) return
    this.#answered.add(text)
    // As the browser's outbox does: the same message again, until the server has said what became of it.
    const clientId = crypto.randomUUID()
    const sent = await untilAnswered(async () => {
      const seenAt = new Date().toISOString()
      const content = { type: 'text' as const, text: `Resposta a ${text}` }
      const answer = await attendant.attempt('sendMessage', { ticketId, clientId, seenAt, content })
      return answer.status < 500 && answer.status !== 429 ? answer : undefined
    })
    expect(sent).toMatchObject({ status: 201 })
  }
}
