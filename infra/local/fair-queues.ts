import { isFair, type QueueName, queues } from '@recado/shared/queues/queues'

/** What is used of a queue of fauxqs. */
export interface EmulatedQueue {
  readonly name: string
  /** Visible messages in the order they came. */
  messages: EmulatedMessage[]
  readonly inflightMessages: ReadonlyMap<string, { message: EmulatedMessage }>
  dequeue(maxCount: number, ...rest: unknown[]): unknown
  deleteMessage(receiptHandle: string): boolean
  /** Wakes the waiting long polls. */
  notifyWaiters(): void
}

interface EmulatedMessage {
  readonly body: string
}

/**
 * Messages of one company in flight at most: one batch. At AWS each batch has a function of its own; here all are worked
 * off by one process, where several batches of one company would hold up the others, and take no less time themselves.
 */
const IN_FLIGHT_OF_ONE = 10

/**
 * Makes fauxqs hand out the messages of fair queues as SQS does: the company with the fewest messages in flight comes
 * first. fauxqs takes a message group on a standard queue and forgets it, so the company is read from the message.
 * @param prototype of the class of its queues
 */
export function shareFairly(prototype: EmulatedQueue): void {
  const { dequeue, deleteMessage } = prototype
  prototype.dequeue = function (this: EmulatedQueue, maxCount, ...rest) {
    const count = isFairName(this.name) ? moveFairShareToFront(this, maxCount) : maxCount
    return dequeue.call(this, count, ...rest)
  }
  prototype.deleteMessage = function (this: EmulatedQueue, receiptHandle) {
    const isDeleted = deleteMessage.call(this, receiptHandle)
    // Its company may have another one in flight now.
    if (isFairName(this.name) && this.messages.length > 0) this.notifyWaiters()
    return isDeleted
  }
}

const FAIR = (Object.keys(queues) as QueueName[]).filter(isFair)
const isFairName = (name: string): boolean => FAIR.some((queue) => name.endsWith(`-${queue}`))

/** @returns how many messages may be handed out */
function moveFairShareToFront(queue: EmulatedQueue, count: number): number {
  const inFlight = new Map<string, number>()
  const add = (company: string) => inFlight.set(company, (inFlight.get(company) ?? 0) + 1)
  for (const { message } of queue.inflightMessages.values()) add(companyOf(message))
  const waiting = Map.groupBy(queue.messages, companyOf)
  const inFlightOf = (company: string) => inFlight.get(company) ?? 0
  const share: EmulatedMessage[] = []
  while (share.length < count && waiting.size > 0) {
    const [company = ''] = [...waiting.keys()].sort((one, other) => inFlightOf(one) - inFlightOf(other))
    if (inFlightOf(company) >= IN_FLIGHT_OF_ONE) break
    const line = waiting.get(company) ?? []
    const next = line.shift()
    if (line.length === 0) waiting.delete(company)
    if (!next) continue
    share.push(next)
    add(company)
  }
  const taken = new Set(share)
  queue.messages = [...share, ...queue.messages.filter((message) => !taken.has(message))]
  return share.length
}

const companies = new WeakMap<EmulatedMessage, string>()

function companyOf(message: EmulatedMessage): string {
  const known = companies.get(message)
  if (known !== undefined) return known
  const company = /"companyId":"([^"]*)"/.exec(message.body)?.[1] ?? ''
  companies.set(message, company)
  return company
}
