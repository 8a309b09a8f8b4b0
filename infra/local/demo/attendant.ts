import { randomUUID } from 'node:crypto'
import { ApiError } from '@recado/shared/http/api-error'
import { tagRoutes } from '@recado/shared/tags/routes'
import { messageRoutes } from '@recado/shared/tickets/contract/message-routes'
import { ticketRoutes } from '@recado/shared/tickets/contract/routes'
import type { Ticket } from '@recado/shared/tickets/contract/ticket'
import type { Client } from './client.ts'
import type { Customer } from './customer.ts'

/** The most conversations of one attendant at a time. */
const MOST_OPEN = 3
/** The number of waiting customers left to the person who looks at the demo. */
const LEFT_WAITING = 3
/** How long a customer waits for an answer at least, in milliseconds. */
const THINKS_MS = 6000

/** A silent conversation ends after this time, in milliseconds. */
const FORGOTTEN_MS = 60_000

/** The customers and labels of the shop. */
interface Shop {
  customers: ReadonlyMap<string, Customer>
  /** Ids of the labels by name. */
  tags: ReadonlyMap<string, string>
  /** Factor of the time that an answer takes. */
  pace: number
}

/** Answers customers by the lines of their conversations, until somebody else signs in as this user. */
export class Attendant {
  readonly #client: Client
  readonly #shop: Shop
  #isReplaced = false

  static async arrive(client: Client, { customers, pace }: Omit<Shop, 'tags'>): Promise<Attendant> {
    const { records } = await client.call(tagRoutes.listTags, {})
    return new Attendant(client, {
      customers,
      pace,
      tags: new Map(records.map(({ name, id }) => [name, id])),
    })
  }

  private constructor(client: Client, shop: Shop) {
    this.#client = client
    this.#shop = shop
  }

  /** Accepts, answers or ends a few conversations. @param now milliseconds since 1970 */
  async live(now: number): Promise<void> {
    if (this.#isReplaced) return
    try {
      await this.#work(now)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Somebody signed in as this user, and does the work from now on. Other refusals: a person was quicker.
      if (error.status === 401) this.#isReplaced = true
    }
  }

  async #work(now: number): Promise<void> {
    const { records } = await this.#client.call(ticketRoutes.listTickets, { tab: 'atendendo' })
    for (const ticket of records) await this.#attendTo(ticket, now)
    if (records.length >= MOST_OPEN) return
    const { aguardando } = await this.#client.call(ticketRoutes.countTickets, {})
    if (aguardando.tickets > LEFT_WAITING) await this.#client.call(ticketRoutes.acceptNextTicket, {})
  }

  async #attendTo(ticket: Ticket, now: number): Promise<void> {
    const customer = this.#shop.customers.get(ticket.chat)
    if (!customer || ticket.isGroup) return
    const idle = now - Date.parse(ticket.lastAt)
    // Without a running conversation the ticket is of an earlier run of the demo, or its customer left.
    if (customer.isDone || (!customer.isBusy && idle > FORGOTTEN_MS)) return this.#resolve(ticket)
    const answer = customer.expectedAnswer
    const waits = ticket.waitingSince && idle > THINKS_MS * this.#shop.pace
    if (!answer || !waits) return
    await this.#client.call(ticketRoutes.readTicket, { ticketId: ticket.id, seq: ticket.inboundSeq })
    await this.#label(ticket, customer)
    await this.#client.call(messageRoutes.sendMessage, {
      ticketId: ticket.id,
      clientId: randomUUID(),
      seenAt: ticket.lastAt,
      content: { type: 'text', text: answer },
    })
  }

  async #label(ticket: Ticket, { scene }: Customer): Promise<void> {
    const tagId = scene?.tag && this.#shop.tags.get(scene.tag)
    if (!tagId || ticket.tagIds.includes(tagId)) return
    await this.#client.call(ticketRoutes.changeTicket, {
      ticketId: ticket.id,
      tagIds: [...ticket.tagIds, tagId],
    })
  }

  async #resolve({ id, inboundSeq }: Ticket): Promise<void> {
    await this.#client.call(ticketRoutes.changeTicket, {
      ticketId: id,
      status: 'closed',
      seenSeq: inboundSeq,
    })
  }
}
