import type { Connection } from '@recado/shared/connections/connection'
import type { ShownMessage } from '@recado/shared/tickets/contract/shown-message'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'
import type { Person, Principals } from './principals.ts'

export const [SALES, FINANCE] = ['Vendas', 'Financeiro'] as const
type QueueName = typeof SALES | typeof FINANCE

const TABS = { pending: 'aguardando', open: 'atendendo', closed: 'resolvidos', grupos: 'grupos' } as const

/** What a {@link Desk} consists of. */
interface Parts {
  /** Number of the account. */
  shop: string
  connection: Connection
  queues: Record<QueueName, string>
  people: Record<'ana' | 'bruno' | 'carla', Person>
  admin: ApiClient
  ana: ApiClient
  bruno: ApiClient
  carla: ApiClient
  /** Admin of another company. */
  stranger: ApiClient
}

/** A company with a menu of two queues and three attendants: Ana and Carla serve sales, Bruno serves finance. */
export class Desk {
  readonly parts: Parts
  /** The customer of this test. */
  customer = ''
  readonly #prefix: string
  #next = 0

  /**
   * @param shop number of the account
   * @param prefix first nine digits of the customers' numbers, which no other test uses
   */
  static async open(principals: Principals, shop: string, prefix: string): Promise<Desk> {
    const company = await principals.company()
    const admin = await principals.signIn(await principals.person(company))
    const stranger = await principals.signIn(await principals.person(await principals.company()))
    const queue = async (name: string, color: string) =>
      (await admin.call('createTicketQueue', { name, color, greetingMessage: `Aqui é ${name}` })).id
    const queues = { [SALES]: await queue(SALES, '#119911'), [FINANCE]: await queue(FINANCE, '#aa2211') }
    const attendant = async (name: string, queueId: string) => {
      const person = await principals.person(company, { profile: 'user', name })
      await admin.call('updateUser', { userId: person.id, name, email: person.email, queueIds: [queueId] })
      return person
    }
    const people = {
      ana: await attendant('Ana Lima', queues[SALES]),
      bruno: await attendant('Bruno Reis', queues[FINANCE]),
      carla: await attendant('Carla Dias', queues[SALES]),
    }
    const [ana, bruno, carla] = [
      await principals.signIn(people.ana),
      await principals.signIn(people.bruno),
      await principals.signIn(people.carla),
    ]
    const connection = await admin.linkedConnection(shop)
    await admin.call('updateConnection', {
      whatsappId: connection.id,
      name: 'Loja',
      queueIds: [queues[SALES], queues[FINANCE]],
      greetingMessage: 'Olá! Com quem você quer falar?',
      complationMessage: 'Atendimento encerrado.',
    })
    return new Desk({ shop, connection, queues, people, admin, ana, bruno, carla, stranger }, prefix)
  }

  private constructor(parts: Parts, prefix: string) {
    this.parts = parts
    this.#prefix = prefix
  }

  /** A customer who never wrote before. */
  newCustomer(): string {
    this.customer = `${this.#prefix}${String(++this.#next).padStart(4, '0')}`
    return this.customer
  }

  writes = (text: string, from = this.customer): Promise<unknown> =>
    this.parts.admin.simulator('POST', `/phones/${from}/messages`, { to: this.parts.shop, text })

  /** Messages on the customer's phone. */
  phone = (of = this.customer) => this.parts.admin.messagesOf(of)

  texts = async (of = this.customer) => (await this.phone(of)).map(({ text }) => text)

  receives = (text: string, of = this.customer): Promise<string> =>
    eventually(`the customer gets “${text}”`, async () =>
      (await this.texts(of)).find((said) => said?.includes(text)),
    )

  /** The chat's tickets in a tab. */
  async ticketsIn(client: ApiClient, tab: keyof typeof TABS, chat = this.customer): Promise<Ticket[]> {
    const { records } = await client.call('listTickets', { tab: TABS[tab], all: 'true' })
    return records.filter((ticket) => ticket.chat === chat)
  }

  ticketIn = (client: ApiClient, tab: Ticket['status']): Promise<Ticket> =>
    eventually(`a ticket is ${tab}`, async () => (await this.ticketsIn(client, tab))[0])

  /** A ticket whose customer chose this queue in the menu. */
  async waiting(queue: QueueName = SALES): Promise<Ticket> {
    await this.writes('Oi')
    await this.receives('*1* - ')
    await this.writes(queue)
    await this.receives(`Aqui é ${queue}`)
    return eventually('it is in its queue', async () =>
      (await this.ticketsIn(this.parts.admin, 'pending')).find(
        ({ queueId }) => queueId === this.parts.queues[queue],
      ),
    )
  }

  /** An open ticket. Its attendant is Ana unless given. */
  attended = async (by: ApiClient = this.parts.ana): Promise<Ticket> =>
    by.call('changeTicket', { ticketId: (await this.waiting()).id, status: 'open' })

  answer = (client: ApiClient, ticketId: string, text: string, more: object = {}) =>
    client.attempt('sendMessage', {
      ticketId,
      clientId: crypto.randomUUID(),
      seenAt: new Date().toISOString(),
      content: { type: 'text', text },
      ...more,
    })

  /** The conversation of a ticket, oldest first. */
  messages = async (client: ApiClient, ticketId: string): Promise<ShownMessage[]> =>
    (await client.call('listMessages', { ticketId })).records.toReversed()

  /** The conversation once the customer's phone has all of ours: a tick that comes later would look like a change. */
  delivered = (client: ApiClient, ticketId: string): Promise<ShownMessage[]> =>
    eventually('all messages are delivered', async () => {
      const messages = await this.messages(client, ticketId)
      const sent = messages.filter(({ fromMe, internal }) => fromMe && !internal)
      return sent.every(({ level }) => level === 'delivered') ? messages : undefined
    })

  /** Waits for a message of a ticket with this property. */
  message = (
    what: string,
    client: ApiClient,
    ticketId: string,
    holds: (message: ShownMessage) => boolean,
  ): Promise<ShownMessage> =>
    eventually(what, async () => (await this.messages(client, ticketId)).find(holds))
}
