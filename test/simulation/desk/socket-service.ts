import { sendMessage, takeUpWaiting } from '@recado/fargate-session/outbound/messages'
import type { ServicePorts } from '@recado/fargate-session/ports/ports'
import { acknowledged } from '@recado/shared/campaigns/engine/results'
import type { Command, MessageCommand } from '@recado/shared/queues/commands'
import { openLine, portsWithoutSocket } from '../../support/service-ports.ts'
import { ports, publish, tableOf } from './context.ts'
import { COMPANY, SHOP } from './shop.ts'

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
  /** Messages with an acknowledgement of WhatsApp that is not recorded yet. */
  readonly #answers: string[] = []
  readonly #remembered = new Map<string, number>()
  readonly #line = openLine((left) => {
    this.arrivals.push(left)
    this.#answers.push(left.messageId)
  })

  constructor(of: Of = { companyId: COMPANY, connectionId: SHOP }) {
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

  /** Records the acknowledgements of WhatsApp. */
  async acknowledgeAll(moment: number): Promise<void> {
    for (let messageId = this.#answers[0]; messageId; messageId = this.#answers[0]) {
      await acknowledged(ports, { ...this.#of, messageId })
      this.acknowledgedIn.set(messageId, moment)
      if (this.#answers[0] === messageId) this.#answers.shift()
    }
  }

  /** As when a connection opens. */
  takeUp = (opening: string): Promise<void> =>
    takeUpWaiting(servicePorts, tableOf(this.#of.companyId), this.#of.connectionId, opening)
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
