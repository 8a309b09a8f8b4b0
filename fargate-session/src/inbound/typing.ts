import { chatOfPerson } from '@recado/shared/messages/chat'
import type { TenantTable } from '@recado/shared/table/tenant'
import { customerTypes } from '@recado/shared/tickets/live/customer-typing'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import type { ServicePorts } from '../ports/ports.ts'
import { personOf } from '../wire/jids.ts'
import { completed } from './receive.ts'

/** The least time between two events of one chat, in milliseconds (part 4 §6). */
const EVERY_MS = 4000
/** Chats whose last event is remembered. */
const CHATS = 1000

type Customer = 'typing' | 'paused'
type Presence = BaileysEventMap['presence.update']

/**
 * Shows attendants that a customer is typing, whenever WhatsApp says so. WhatsApp says so only to devices that said they are
 * available, which this service never does (its phone would stop ringing), and never subscribes for either. So this only
 * listens. An event that is lost is not repeated: it would come too late.
 */
export class CustomersTyping {
  readonly #ports: Pick<ServicePorts, 'publish' | 'now' | 'log'>
  readonly #table: TenantTable
  readonly #connectionId: string
  readonly #shown = new LRUCache<string, { at: number; customer: Customer }>({ max: CHATS })

  constructor(
    ports: Pick<ServicePorts, 'publish' | 'now' | 'log'>,
    table: TenantTable,
    connectionId: string,
  ) {
    this.#ports = ports
    this.#table = table
    this.#connectionId = connectionId
  }

  /** Resolves when the event is published, or dropped. @param numberOf the number of a LID, if it is known */
  async heard(
    { id, presences }: Presence,
    numberOf: (lid: string) => Promise<string | null | undefined>,
  ): Promise<void> {
    // In a group this is the group: who types there is not shown.
    const known = personOf(id)
    const customer = known && stateOf(presences[id]?.lastKnownPresence)
    if (!customer || !this.#isDue(id, customer)) return
    const connectionId = this.#connectionId
    try {
      const chat = chatOfPerson(await completed(known, numberOf))
      const watchers = { table: this.#table, publish: this.#ports.publish }
      await customerTypes(watchers, { connectionId, chat }, customer)
    } catch (error) {
      this.#ports.log.warn('typing not shown', { connectionId, error })
    }
  }

  /** Only somebody who was shown as typing can stop. */
  #isDue(id: string, customer: Customer): boolean {
    const [last, at] = [this.#shown.get(id), this.#ports.now()]
    if (last && at < last.at + EVERY_MS) return false
    if (customer === 'paused' && last?.customer !== 'typing') return false
    this.#shown.set(id, { at, customer })
    return true
  }
}

/** The library says `available` at the end of typing, and for a person who came online. */
function stateOf(
  presence: Presence['presences'][string]['lastKnownPresence'] | undefined,
): Customer | undefined {
  if (presence === 'composing' || presence === 'recording') return 'typing'
  return presence === 'available' || presence === 'paused' ? 'paused' : undefined
}
