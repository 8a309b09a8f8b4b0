import { isFair, type QueueName, queues } from '@recado/shared/queues/queues'

/** What is used of a queue of fauxqs. */
export interface EmulatedQueue {
  readonly name: string
  /** Visible messages in the order they came. */
  messages: EmulatedMessage[]
  readonly inflightMessages: ReadonlyMap<string, { message: EmulatedMessage }>
  dequeue(maxCount: number, ...rest: unknown[]): unknown
}

interface EmulatedMessage {
  readonly body: string
}

/**
 * Makes fauxqs hand out the messages of fair queues as SQS does: the company with the fewest messages in flight comes
 * first. fauxqs takes a message group on a standard queue and forgets it, so the company is read from the message.
 * @param prototype of the class of its queues
 */
export function shareFairly(prototype: EmulatedQueue): void {
  const { dequeue } = prototype
  prototype.dequeue = function (this: EmulatedQueue, maxCount, ...rest) {
    if (isFairName(this.name)) moveFairShareToFront(this, maxCount)
    return dequeue.call(this, maxCount, ...rest)
  }
}

const FAIR = (Object.keys(queues) as QueueName[]).filter(isFair)
const isFairName = (name: string): boolean => FAIR.some((queue) => name.endsWith(`-${queue}`))

function moveFairShareToFront(queue: EmulatedQueue, count: number): void {
  const inFlight = new Map<string, number>()
  const add = (company: string) => inFlight.set(company, (inFlight.get(company) ?? 0) + 1)
  for (const { message } of queue.inflightMessages.values()) add(companyOf(message))
  const waiting = Map.groupBy(queue.messages, companyOf)
  const share: EmulatedMessage[] = []
  while (share.length < count && waiting.size > 0) {
    const [company = ''] = [...waiting.keys()].sort(
      (one, other) => (inFlight.get(one) ?? 0) - (inFlight.get(other) ?? 0),
    )
    const line = waiting.get(company) ?? []
    const next = line.shift()
    if (line.length === 0) waiting.delete(company)
    if (!next) continue
    share.push(next)
    add(company)
  }
  const taken = new Set(share)
  queue.messages = [...share, ...queue.messages.filter((message) => !taken.has(message))]
}

const companies = new WeakMap<EmulatedMessage, string>()

function companyOf(message: EmulatedMessage): string {
  const known = companies.get(message)
  if (known !== undefined) return known
  const company = /"companyId":"([^"]*)"/.exec(message.body)?.[1] ?? ''
  companies.set(message, company)
  return company
}
