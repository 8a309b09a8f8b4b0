import { sendMessage, takeUpWaiting } from '@recado/fargate-session/outbound/messages'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import type { Route } from '@recado/shared/campaigns/engine/line'
import { acknowledged } from '@recado/shared/campaigns/engine/results'
import { LID_REFUSED } from '@recado/shared/messages/address-refusals'
import type { PersonAddress } from '@recado/shared/messages/recipient-ref'
import type { Command, MessageCommand } from '@recado/shared/queues/commands'
import { isLidUser } from '@whiskeysockets/baileys'
import { openLine, portsWithoutSocket } from '../../support/service-ports.ts'
import { ports, publish, tableOf } from './context.ts'
import { COMPANY, jidOfLidOf, SHOP } from './shop.ts'

/** A message that left. */
export interface Arrival {
  messageId: string
  text: string
}

/** The connection that a task owns. */
interface Of {
  companyId: string
  connectionId: string
}

/** WhatsApp's answer to a message. */
interface Answer {
  messageId: string
  refusal: string | undefined
}

/** SQS forgets the id of a message after this long, in milliseconds. */
const REMEMBERS_MS = 5 * 60_000

/** The task that owns the connection, with its queue of commands and the wire. */
export class SocketService {
  readonly #of: Of
  readonly arrivals: Arrival[] = []
  /** Every command ever. */
  readonly commanded: Command[] = []
  /** The moments in which acknowledgements were recorded. */
  readonly acknowledgedIn = new Map<string, number>()
  readonly #commands: MessageCommand[] = []
  /** Messages that WhatsApp refused for their address, and that another address is known for. */
  readonly turned = new Set<string>()
  /** Answers of WhatsApp that are not recorded yet. */
  readonly #answers: Answer[] = []
  readonly #remembered = new Map<string, number>()
  readonly #refusesLids: boolean
  readonly #line = openLine(() => undefined, {
    routeTo: async (jid, address) => routeTo(jid, address),
    write: async (route, { messageId, message }) => {
      const refusal = this.#refusesLids && isLidUser(route.jid) ? LID_REFUSED : undefined
      this.#answers.push({ messageId, refusal })
      if (!refusal) this.arrivals.push({ messageId, text: message.conversation ?? '' })
      else if (route.other) this.turned.add(messageId)
    },
  })

  /** @param refusesLids whether WhatsApp has not moved the account to LIDs yet */
  constructor(refusesLids: boolean, of: Of = { companyId: COMPANY, connectionId: SHOP }) {
    this.#refusesLids = refusesLids
    this.#of = of
  }

  /** Takes a command into the queue. @param now milliseconds since 1970 */
  take(command: Command, deduplicationId: string, now: number): void {
    const at = this.#remembered.get(deduplicationId)
    if (at !== undefined && now < at + REMEMBERS_MS) return
    this.#remembered.set(deduplicationId, now)
    this.commanded.push(command)
    if (command.kind === 'message') this.#commands.push(command)
  }

  /** Carries out the commands in their order. Each stays in the queue until it is done. */
  async sendAll(): Promise<void> {
    for (let command = this.#commands[0]; command; command = this.#commands[0]) {
      await sendMessage(servicePorts, tableOf(this.#of.companyId), this.#line, command)
      if (this.#commands[0] === command) this.#commands.shift()
    }
  }

  /** Records the answers of WhatsApp. */
  async acknowledgeAll(moment: number): Promise<void> {
    for (let answer = this.#answers[0]; answer; answer = this.#answers[0]) {
      const { messageId, refusal } = answer
      await acknowledged(ports, { ...this.#of, messageId }, refusal)
      if (!refusal) this.acknowledgedIn.set(messageId, moment)
      if (this.#answers[0] === answer) this.#answers.shift()
    }
  }

  /** As when a connection opens. */
  takeUp = (opening: string): Promise<void> =>
    takeUpWaiting(servicePorts, tableOf(this.#of.companyId), this.#of.connectionId, opening)
}

/** The LID of a customer's number is known. The number of a LID is not, until the customer is learned. */
function routeTo(jid: string, address: PersonAddress = 'lid'): Route {
  const lid = jidOfLidOf(jid)
  if (!lid) return { jid }
  return address === 'lid' ? { jid: lid, other: 'number' } : { jid, other: 'lid' }
}

const servicePorts: ServicePorts = {
  get table() {
    return ports.table
  },
  queues: ports.queues,
  log: ports.log,
  recordMetrics: ports.recordMetrics,
  watchers: ports.watchers,
  now: ports.now,
  random: ports.random,
  ...portsWithoutSocket(),
  publish,
}
