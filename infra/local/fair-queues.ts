import { isFair, type QueueName, queues } from '@recado/shared/queues/queues'

/** The used parts of a fauxqs queue. */
export interface EmulatedQueue {
  readonly name: string
  /** Visible messages in order of arrival. */
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
 * Most messages of one company in flight: one batch. In AWS, each batch has its own function. Here one process
 * handles all batches, where several batches of one company would delay the others and be no faster.
 */
const IN_FLIGHT_OF_ONE = 10

/**
 * Makes fauxqs deliver the messages of fair queues as SQS does: the company with the fewest messages in flight
 * comes first. fauxqs drops the message group on a standard queue, so the company is read from the message.
 * @param prototype of fauxqs's queue class
 */
export function shareFairly(prototype: EmulatedQueue): void {
  const { dequeue, deleteMessage } = prototype
  prototype.dequeue = function (this: EmulatedQueue, maxCount, ...rest) {
    const count = isFairName(this.name) ? moveFairShareToFront(this, maxCount) : maxCount
    return dequeue.call(this, count, ...rest)
  }
  prototype.deleteMessage = function (this: EmulatedQueue, receiptHandle) {
    const isDeleted = deleteMessage.call(this, receiptHandle)
    // The company may have another message in flight now.
    if (isFairName(this.name) && this.messages.length > 0) this.notifyWaiters()
    return isDeleted
  }
}

const FAIR = (Object.keys(queues) as QueueName[]).filter(isFair)
const isFairName = (name: string): boolean => FAIR.some((queue) => name.endsWith(`-${queue}`))

/** @returns the number of messages that may be delivered */
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
