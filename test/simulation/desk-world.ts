import { putCompany } from '@recado/shared/companies/store'
import { putConnection } from '@recado/shared/connections/store'
import { pageOfMessages, type StoredMessage } from '@recado/shared/conversations/message'
import { type Chat, chatOfLid } from '@recado/shared/messages/chat'
import type { InboundMessage, Person } from '@recado/shared/messages/inbound'
import { committed } from '@recado/shared/table/table'
import { TenantTable } from '@recado/shared/table/tenant'
import { putTicketQueue } from '@recado/shared/ticket-queues/store'
import { settlePerson } from '@recado/shared/tickets/arrival/settle-person'
import type { StoredTicket } from '@recado/shared/tickets/contract/stored-ticket'
import { applyChange } from '@recado/shared/tickets/rules/apply-change'
import { type TicketActor, verdictOn } from '@recado/shared/tickets/rules/machine'
import type { RequestedChange } from '@recado/shared/tickets/rules/requested-change'
import { liveTicket, ticketsOf, ticketWrites } from '@recado/shared/tickets/store/tickets'
import { sweepTimers } from '@recado/shared/tickets/system/timers'
import { arrives } from '../support/arriving.ts'
import { aCompany, aConnection, aTicketQueue } from '../support/builders.ts'
import { MortalTable } from '../support/mortal-table.ts'

export const SHOP = 'loja'
const QUEUES = ['finance', 'sales'] as const
const NOON = Date.parse('2026-11-23T15:00:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND

export const CUSTOMERS = ['5511987650001', '5511987650002', '5511987650003'] as const
const lidOf = (customer: number): string => `77700011122${customer}`

/** Texts of customers; undefined is a photo. */
export const TEXTS = ['oi', '1', '2', '#', 'socorro', 'obrigado', '5', 'e o boleto?', undefined] as const

const AGENTS: readonly TicketActor[] = [
  { userId: 'ana', seesAll: false, queueIds: ['sales'] },
  { userId: 'bruno', seesAll: false, queueIds: ['finance'] },
  { userId: 'dono', seesAll: true, queueIds: [] },
]
const CHANGES: readonly RequestedChange[] = [
  { kind: 'open' },
  { kind: 'open', queueId: 'sales' },
  { kind: 'takeOver' },
  { kind: 'return' },
  { kind: 'transfer', queueId: 'finance' },
  { kind: 'transfer', userId: 'ana' },
  { kind: 'close', silent: false, force: true },
  { kind: 'close', silent: false, force: false, seenSeq: 1 },
  { kind: 'snooze', until: new Date(NOON + 5 * MINUTE).toISOString() },
]

/** One step. Numbers choose among customers, texts, agents and changes. */
export interface Happening {
  kind: 'writes' | 'writesByLid' | 'phone' | 'learns' | 'looks' | 'acts' | 'waits' | 'reads'
  customer: number
  choice: number
  /** The process dies after this number of writes; the queue delivers again. */
  dies: number
}

/** A company with two queues and a menu, in memory. */
export class DeskWorld {
  memory = new MortalTable()
  table = new TenantTable(this.memory, 'A')
  #now = NOON
  #count = 0
  /** Each customer's address: the LID until the number is known. */
  readonly #learned = new Set<number>()
  /** Tickets as agents last saw them, possibly outdated. */
  readonly #seen = new Map<number, StoredTicket>()
  readonly written: string[] = []

  async open(): Promise<void> {
    await putCompany(this.table, aCompany({ id: 'A', userRating: 'enabled' }))
    for (const [index, id] of QUEUES.entries())
      await putTicketQueue(
        this.table,
        aTicketQueue({ companyId: 'A', id, name: id, color: `#00000${index}` }),
      )
    await putConnection(
      this.table,
      aConnection({ companyId: 'A', id: SHOP, queueIds: [...QUEUES], greetingMessage: 'Olá!' }),
    )
  }

  async happens({ kind, customer, choice, dies }: Happening): Promise<void> {
    this.#now += SECOND
    const number = CUSTOMERS[customer] ?? ''
    const lid = lidOf(customer)
    switch (kind) {
      case 'writes':
        return this.#delivered({ number }, TEXTS[choice % TEXTS.length], false, dies)
      case 'writesByLid':
        return this.#delivered({ lid }, TEXTS[choice % TEXTS.length], false, dies)
      case 'phone':
        return this.#delivered({ number }, 'pelo celular', true, dies)
      case 'learns':
        this.#learned.add(customer)
        return this.#untilItLives(
          dies,
          async () => void (await settlePerson(this.table, SHOP, { number, lid })),
        )
      case 'looks':
        return this.#look(customer)
      case 'acts':
        return this.#act(customer, choice)
      case 'waits':
        this.#now += choice * MINUTE
        return this.#sweep()
      case 'reads':
        return this.#read(customer)
    }
  }

  /** All chats of a customer. */
  chats = (): Chat[] => CUSTOMERS.flatMap((number, customer) => [number, chatOfLid(lidOf(customer))])
  tickets = (): Promise<StoredTicket[]> => ticketsOf(this.table, [SHOP], this.chats())
  async messages(chat: Chat): Promise<StoredMessage[]> {
    return (await pageOfMessages(this.table, SHOP, chat, { limit: 1000 })).rows.reverse()
  }

  /** A message is delivered again after a crash, and once more without a reason. */
  async #delivered(person: Person, text: string | undefined, fromMe: boolean, dies: number): Promise<void> {
    const messageId = `M${this.#count++}`
    if (!fromMe) this.written.push(messageId)
    const event: InboundMessage = {
      kind: 'message',
      companyId: 'A',
      connectionId: SHOP,
      person,
      fromMe,
      messageId,
      timestamp: Math.floor(this.#now / SECOND),
      at: this.#now,
      content: text === undefined ? { type: 'unsupported', kind: 'photo' } : { type: 'text', text },
      original: '',
    }
    await this.#untilItLives(dies, async () => void (await arrives(this.table, event, {}, this.#now)))
    await arrives(this.table, event, {}, this.#now)
  }

  async #untilItLives(dies: number, work: () => Promise<void>): Promise<void> {
    this.memory.dieAfter(dies)
    const died = await work().then(
      () => false,
      () => true,
    )
    this.memory.dieAfter()
    if (died) await work()
  }

  async #look(customer: number): Promise<void> {
    const ticket = await this.#ticketOf(customer)
    if (ticket) this.#seen.set(customer, ticket)
  }

  async #ticketOf(customer: number): Promise<StoredTicket | undefined> {
    const chats = [CUSTOMERS[customer] ?? '', chatOfLid(lidOf(customer))]
    for (const chat of chats) {
      const live = await liveTicket(this.table, SHOP, chat)
      if (live) return live
    }
    return (await ticketsOf(this.table, [SHOP], chats)).at(-1)
  }

  /** An agent changes a ticket as last seen. If it changed meanwhile, nothing happens. */
  async #act(customer: number, choice: number): Promise<void> {
    const ticket = this.#seen.get(customer)
    const actor = AGENTS[choice % AGENTS.length]
    const change = CHANGES[Math.trunc(choice / AGENTS.length) % CHANGES.length]
    if (!ticket || !actor || !change) return
    const verdict = verdictOn(ticket, change, actor, QUEUES)
    if (!('allowed' in verdict) || verdict.allowed === 'none') return
    const farewell = change.kind === 'close' ? 'rating' : 'nothing'
    const after = applyChange(ticket, change, actor, QUEUES, new Date(this.#now).toISOString(), farewell)
    await committed(this.table.transact(ticketWrites(this.table, ticket, after)))
  }

  async #read(customer: number): Promise<void> {
    const ticket = await this.#ticketOf(customer)
    if (ticket?.status !== 'open') return
    await committed(
      this.table.transact(ticketWrites(this.table, ticket, { ...ticket, readSeq: ticket.inboundSeq })),
    )
  }

  #sweep = (): Promise<void> =>
    sweepTimers({ table: this.memory, publish: async () => undefined, now: () => this.#now })
}
