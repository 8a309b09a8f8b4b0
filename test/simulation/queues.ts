import type { Command } from '@recado/shared/queues/commands'
import type { MessageOf, QueueName, Queues, StandardQueueName } from '@recado/shared/queues/queues'
import { commandGroup, queueDeclaration } from '@recado/shared/queues/queues'
import type { Clock } from './clock.ts'
import type { SimProcess } from './process.ts'
import type { Tape } from './tape.ts'

const SEND = ['lost', 'answer-lost', 'twice', 'kill-before', 'kill-after'] as const
const DELIVER = ['twice', 'late', 'kill'] as const
const FIFO_VISIBILITY_MS = 30_000
const FIFO_REMEMBERS_MS = 5 * 60_000

type Consumer = (queue: QueueName, message: unknown) => Promise<'done' | 'failed' | 'dead'>
type CommandConsumer = (command: Command) => Promise<'done' | 'failed' | 'dead'>

/** SQS: at least once, unordered and late for standard queues. FIFO queues are in order by connection, each message until it is done. */
export class SimQueues {
  readonly #clock: Clock
  readonly #tape: Tape
  readonly #isTwice: boolean
  readonly #groups = new Map<string, Command[]>()
  readonly #remembered = new Map<string, number>()
  consume: Consumer = async () => 'failed'
  carryOut: CommandConsumer = async () => 'failed'

  /** @param isTwice delivers each command to two consumers at once */
  constructor(clock: Clock, tape: Tape, isTwice: boolean) {
    this.#clock = clock
    this.#tape = tape
    this.#isTwice = isTwice
  }

  /** The queues as seen by a process. */
  of(process: SimProcess): Queues {
    return {
      send: (queue, message, delaySeconds = 0) =>
        this.#from(process, () => this.#put(queue, message, delaySeconds * 1000 + this.#tape.random() * 400)),
      inOrder: () => Promise.reject(new Error('Nothing in the engine sends in order')),
      command: (command, deduplicationId) =>
        this.#from(process, () => this.#append(command, deduplicationId)),
    }
  }

  async #from(process: SimProcess, put: () => void): Promise<void> {
    const fault = this.#tape.fault(SEND)
    await process.wait(1 + this.#tape.random() * 9)
    if (fault === 'kill-before') return process.kill()
    if (fault === 'lost') throw new Error('Not sent')
    put()
    if (fault === 'twice') put()
    if (fault === 'kill-after') return process.kill()
    if (fault === 'answer-lost') throw new Error('The answer was lost')
  }

  #put<Q extends StandardQueueName>(queue: Q, message: MessageOf<Q>, delay: number): void {
    this.#clock.after(delay, () => void this.#deliver(queue, message, 1))
  }

  async #deliver(queue: QueueName, message: unknown, attempt: number): Promise<void> {
    const { visibilitySeconds, hiddenSeconds = visibilitySeconds, attempts } = queueDeclaration(queue)
    const fault = this.#tape.fault(DELIVER)
    if (fault === 'late') return this.#clock.after(8000, () => void this.#deliver(queue, message, attempt))
    if (fault === 'twice')
      this.#clock.after(this.#tape.random() * 3000, () => void this.#deliver(queue, message, attempt))
    const outcome = fault === 'kill' ? 'dead' : await this.consume(queue, message)
    if (outcome === 'done' || attempt >= attempts) return
    this.#clock.after(hiddenSeconds * 1000, () => void this.#deliver(queue, message, attempt + 1))
  }

  #append(command: Command, deduplicationId: string): void {
    const seen = this.#remembered.get(deduplicationId)
    if (seen !== undefined && this.#clock.now < seen + FIFO_REMEMBERS_MS) return
    this.#remembered.set(deduplicationId, this.#clock.now)
    const name = commandGroup(command)
    const group = this.#groups.get(name)
    if (group) {
      group.push(command)
      return
    }
    this.#groups.set(name, [command])
    this.#clock.after(20, () => void this.#workOff(name))
  }

  /** Delivers the first message of a group, and the next only after it is done. */
  async #workOff(group: string): Promise<void> {
    const commands = this.#groups.get(group) ?? []
    const [command] = commands
    if (!command) {
      this.#groups.delete(group)
      return
    }
    let handedOutAgain = false
    const again = (delay: number) => {
      if (handedOutAgain) return
      handedOutAgain = true
      this.#clock.after(delay, () => void this.#workOff(group))
    }
    // A consumer slower than the visibility timeout gets a second copy of the message beside it.
    this.#clock.after(FIFO_VISIBILITY_MS, () => again(0))
    if (this.#isTwice) void this.carryOut(command)
    const outcome = await this.carryOut(command)
    if (outcome === 'dead') return
    if (outcome === 'done' && commands[0] === command) commands.shift()
    again(outcome === 'done' ? 5 : 1000)
  }
}
